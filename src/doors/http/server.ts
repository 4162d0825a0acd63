import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Caller } from '../../accounts/caller.ts';
import type { App } from '../../app.ts';
import type { Config } from '../../config.ts';
import { endpoints } from '../../contract/endpoints/index.ts';
import type { EndpointDefinition } from '../../contract/endpoint.ts';
import { withLogFields } from '../../lib/log.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { parseWith } from '../../lib/validate.ts';
import { bearerToken } from './bearer-token.ts';
import { addCors, checkHost } from './browser-access.ts';
import { answerError } from './errors.ts';
import { addInfoPages } from './info-pages.ts';
import { createRoutes, type RouteRequest } from './routes.ts';

const MAX_BODY_BYTES = 10 * 1024 * 1024;
/** For sending a request, not for its answer: slow writers may not hold connections for ever. */
const REQUEST_TIMEOUT_MS = 60_000;
/** Longer than common proxies keep theirs, so that they close first. */
const KEEP_ALIVE_MS = 75_000;

export interface HttpServer extends AsyncDisposable {
  /** The port that it listens on. */
  readonly port: number;
  /** Where it can be reached from this machine. */
  readonly url: string;
}

type AnyHandler = (request: RouteRequest<unknown> & { caller?: Caller | undefined }) => Promise<unknown>;

/** Listens and answers: routes from the contract, errors from the one table. */
export async function openHttpServer(app: App, config: Pick<Config, 'http' | 'auth'>): Promise<HttpServer> {
  const server = fastify({
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1024 },
    genReqId: () => randomUUID(),
    logger: false,
    forceCloseConnections: 'idle',
  });
  const { http, auth } = config;
  if (auth.isRequired) addCors(server);
  else server.addHook('onRequest', async (request) => checkHost(request, http.host));
  acceptEmptyJson(server);
  observe(server, app);
  server.setErrorHandler((error, _request, reply) => sendError(error, reply, app));
  server.setNotFoundHandler((request, reply) => sendError(noSuchPath(request), reply, app));
  addInfoPages(server, app, config);
  const routes = createRoutes(app);
  for (const [name, endpoint] of Object.entries(endpoints)) {
    addRoute(server, app, endpoint, routes[name as keyof typeof routes] as AnyHandler);
  }
  await listen(server, http);
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    url: `http://${hostForUrl(http.host)}:${port}`,
    [Symbol.asyncDispose]: async () => {
      await server.close();
    },
  };
}

async function listen(server: FastifyInstance, { host, port }: Config['http']): Promise<void> {
  try {
    await server.listen({ host, port });
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    const reason =
      code === 'EADDRINUSE'
        ? `port ${port} on ${host} is taken: stop what uses it, or set PORT to another port`
        : code === 'EACCES'
          ? `port ${port} on ${host} is for privileged users: set PORT to one above 1023`
          : `${host}:${port} cannot be listened on (${String(code)}): set HOST and PORT`;
    throw new ServiceError('SERVICE_UNAVAILABLE', { message: `The service cannot start: ${reason}`, cause });
  }
}

function addRoute(
  server: FastifyInstance,
  app: App,
  endpoint: EndpointDefinition,
  handler: AnyHandler,
): void {
  const callers = new WeakMap<FastifyRequest, Caller>();
  server.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    // Before the body is read: strangers do not get to send ten megabytes.
    async onRequest(request) {
      if (endpoint.auth === 'bearer') callers.set(request, await app.authenticate(bearerToken(request)));
    },
    async handler(request, reply) {
      const caller = callers.get(request);
      const input = parseInput(endpoint, request);
      const signal = clientSignal(reply);
      const answer = await withLogFields({ requestId: request.id }, () => handler({ input, signal, caller }));
      return reply.send(answer);
    },
  });
}

function parseInput(endpoint: EndpointDefinition, request: FastifyRequest): unknown {
  return {
    ...(endpoint.params && {
      params: parseWith(endpoint.params, request.params, { subject: 'The path', code: 'INVALID_ID' }),
    }),
    ...(endpoint.query && { query: parseWith(endpoint.query, request.query, { subject: 'The query' }) }),
    ...(endpoint.body && { body: parseWith(endpoint.body, request.body) }),
  };
}

/** Aborts when the client closes the connection before it has its answer. */
function clientSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new ServiceError('CLIENT_CLOSED_REQUEST'));
  });
  return controller.signal;
}

/** Clients send the JSON content type on requests without a body; only endpoints with a body need one. */
function acceptEmptyJson(server: FastifyInstance): void {
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, undefined);
    try {
      done(null, JSON.parse(text as string));
    } catch (cause) {
      const reason = cause instanceof Error ? `: ${cause.message}` : '';
      done(
        new ServiceError('BAD_REQUEST_INVALID_JSON', {
          message: `The request body is not valid JSON${reason}`,
        }),
      );
    }
  });
}

function observe(server: FastifyInstance, app: App): void {
  server.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    const event = { route, method: request.method, status: reply.statusCode, durationMs: reply.elapsedTime };
    app.telemetry.requestAnswered(event);
    app.log.debug('request answered', { requestId: request.id, ...event });
  });
}

function noSuchPath(request: FastifyRequest): ServiceError {
  return new ServiceError('NOT_FOUND', {
    message: `There is no ${request.method} ${request.url.split('?')[0]} here; /reference lists what there is`,
  });
}

function sendError(error: unknown, reply: FastifyReply, app: App): FastifyReply {
  const { status, headers, body } = answerError(error, app.log);
  return reply.status(status).headers(headers).send(body);
}

function hostForUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
