import type { FastifyInstance } from 'fastify';
import type { App } from '../../../app.ts';
import { VERSION, type Config } from '../../../config.ts';
import { documentedEndpoints } from '../../../contract/endpoints/index.ts';
import { metrics } from '../../../contract/endpoints/metrics.ts';
import { read } from '../../../contract/endpoints/read.ts';
import { loadOnce } from '../../../lib/sharing/load-once.ts';
import { baseUrl } from '../base-url.ts';

/** Adds the pages that people and tools look at without a key: the reference, the OpenAPI document, the metrics. */
export function addInfoPages(
  server: FastifyInstance,
  app: App,
  { http, auth }: Pick<Config, 'http' | 'auth'>,
): void {
  const options = {
    endpoints: documentedEndpoints.filter(({ name }) => http.isReadOpen || name !== read.name),
    version: VERSION,
    isKeyRequired: auth.isRequired,
  };
  const texts = loadOnce(async () => (await import('./info-texts.ts')).createInfoTexts(options));
  server.get('/reference', async (request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'`,
      )
      .send((await texts()).reference(baseUrl(request, http))),
  );
  server.get('/openapi.json', async (request, reply) =>
    reply.type('application/json; charset=utf-8').send((await texts()).openApi(baseUrl(request, http))),
  );
  server.get(metrics.path, async (_request, reply) => {
    const { contentType, body } = await app.telemetry.render();
    return reply.type(contentType).send(body);
  });
}
