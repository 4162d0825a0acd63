import type { FastifyInstance } from 'fastify';
import type { App } from '../../app.ts';
import { VERSION, type Config } from '../../config.ts';
import { endpoints } from '../../contract/endpoints/index.ts';
import { baseUrl } from './base-url.ts';
import { createOpenApi } from './openapi.ts';
import { renderReferencePage } from './reference-page.ts';

/** What people and tools look at: the reference page, the OpenAPI document, the metrics. No key is needed. */
export function addInfoPages(
  server: FastifyInstance,
  app: App,
  { http, auth }: Pick<Config, 'http' | 'auth'>,
): void {
  server.get('/', async (_request, reply) => reply.redirect('/reference'));
  server.get('/reference', async (request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'`,
      )
      .send(
        renderReferencePage({
          endpoints: Object.values(endpoints),
          baseUrl: baseUrl(request, http),
          version: VERSION,
          isKeyRequired: auth.isRequired,
        }),
      ),
  );
  server.get('/openapi.json', async (request, reply) =>
    reply.send(
      createOpenApi({
        endpoints: Object.values(endpoints),
        servers: [baseUrl(request, http)],
        version: VERSION,
      }),
    ),
  );
  server.get('/metrics', async (_request, reply) => {
    const { contentType, body } = await app.telemetry.render();
    return reply.type(contentType).send(body);
  });
}
