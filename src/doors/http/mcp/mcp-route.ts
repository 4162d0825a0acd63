import { Readable } from 'node:stream';
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../../app.ts';
import type { Caller } from '../../../accounts/caller.ts';
import type { Config } from '../../../config.ts';
import { baseUrl } from '../base-url.ts';
import { bearerToken } from '../bearer-token.ts';
import type { Draining } from '../draining.ts';
import type { RequestLog } from '../request-log.ts';
import type { Routes } from '../routes.ts';

export interface McpRouteParts {
  app: App;
  http: Config['http'];
  routes: Routes;
  draining: Pick<Draining, 'signalFor'>;
  requests: RequestLog;
  version: string;
}

/** `POST /mcp`: the tools for agents over HTTP (Model Context Protocol, streamable HTTP), with the key of a team. */
export function addMcpRoute(server: FastifyInstance, parts: McpRouteParts): void {
  const { app, draining, requests } = parts;
  const callers = new WeakMap<FastifyRequest, Caller>();
  server.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    // Strangers do not get to send a body.
    async onRequest(request) {
      callers.set(request, await app.authenticate(bearerToken(request)));
    },
    async handler(request, reply) {
      requests.begun(request, 'mcp', {});
      const signal = draining.signalFor(reply.raw);
      const handler = await handlerFor(request, callers.get(request)!, parts);
      return await answer(
        reply,
        await handler.fetch(asWebRequest(request, signal), { parsedBody: request.body }),
      );
    },
  });
}

/** Nothing is kept between requests but the code, which is loaded for the first: each is served for its caller alone. */
async function handlerFor(
  request: FastifyRequest,
  caller: Caller,
  { app, http, routes, version }: McpRouteParts,
): Promise<McpHttpHandler> {
  const { createAgentHandler } = await import('./agent-handler.ts');
  return createAgentHandler({ app, routes, caller, baseUrl: baseUrl(request, http), version, log: app.log });
}

function asWebRequest({ method, url, headers }: FastifyRequest, signal: AbortSignal): Request {
  const given = Object.entries(headers).flatMap(([name, value]): Array<[string, string]> =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return new Request(new URL(url, 'http://localhost'), { method, headers: given, signal });
}

function answer(reply: FastifyReply, { status, headers, body }: Response): FastifyReply {
  reply.status(status).headers(Object.fromEntries(headers));
  return reply.send(body === null ? null : Readable.fromWeb(body));
}
