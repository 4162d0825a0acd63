import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Caller } from '../../accounts/caller.ts';
import type { App } from '../../app.ts';
import { VERSION, type Config } from '../../config.ts';
import { ERRORS } from '../../contract/errors.ts';
import { endpoints } from '../../contract/endpoints/index.ts';
import type { EndpointDefinition } from '../../contract/endpoint.ts';
import type { SignBlob } from '../../lib/blob-reference.ts';
import { withLogFields } from '../../lib/log/log.ts';
import { JsonText } from '../../lib/json/json-text.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { baseUrl } from './base-url.ts';
import { addBlobRoute } from './blobs.ts';
import { addDashboard } from './dashboard/dashboard-page.ts';
import { addMarkedPage } from './dashboard/marked-page.ts';
import { addDownloadRoute } from './dashboard/download-route.ts';
import { identify, signInOf } from './dashboard/identify.ts';
import { addSignInRoutes } from './dashboard/sign-in-routes.ts';
import { addDocsRoutes } from './docs/docs-routes.ts';
import { answerMalformedRequest, requireHost } from './malformed-requests.ts';
import { addCors, allowOrigins, refuseForeignPages } from './browser-access.ts';
import { acceptUploads } from './body/accept-uploads.ts';
import type { ReceivedUpload } from './body/receive-upload.ts';
import { createUploadPlaces, type UploadPlace, type UploadPlaces } from './body/upload-places.ts';
import { parseJsonBodies } from './body/body-parsing.ts';
import { trackRequests, type Draining } from './draining.ts';
import { answerError } from './errors.ts';
import { addInfoPages } from './pages/info-pages.ts';
import { keepUntilClosed } from './keep-until-closed.ts';
import { addMcpRoute } from './mcp/mcp-route.ts';
import { parseInput } from './parse-input.ts';
import { checkRateLimit } from './rate-limit.ts';
import { addReadRoute } from './read/read-route.ts';
import { createLinger } from './linger.ts';
import { createRequestLog, type RequestLog } from './request-log.ts';
import { sendJson } from './send-json.ts';
import { refuseUnknownPaths } from './unknown-paths.ts';
import { createRoutes, type RouteRequest, type Routes } from './routes.ts';
import { addSessionDoors } from './sessions/session-doors.ts';
import { isWebSocketRequest, routeUpgrades } from './upgrades.ts';
import { watchJobs } from './watch/watch.ts';
import { addWebFiles } from './web/add-web-files.ts';
import { createWebFiles, type WebFiles } from './web/web-files.ts';

const MAX_BODY_BYTES = 10 * 1024 * 1024;
/**
 * The time for sending a request, without its answer: 50 MB over a slow line, but nobody holds a connection for ever.
 */
const REQUEST_TIMEOUT_MS = 180_000;
/** Longer than common proxies keep theirs, so that they close first. */
const KEEP_ALIVE_MS = 75_000;

export interface HttpServer extends AsyncDisposable {
  /** The port that it listens on. */
  readonly port: number;
  /** The address at which this machine can reach the server. */
  readonly url: string;
}

/**
 * The contract checks and writes what goes over the wire. Fastify's own compilers of JSON schemas would load 116
 * modules more at each start.
 */
const NO_COMPILERS = { buildValidator: refuseSchemas, buildSerializer: refuseSchemas };

type AnyHandler = (request: RouteRequest<unknown> & { caller?: Caller | undefined }) => Promise<unknown>;

/** Listens and answers: routes from the contract, errors from the one table. `onAnswer` is told of each answer. */
export async function openHttpServer(
  app: App,
  config: Pick<Config, 'http' | 'auth'>,
  onAnswer: () => void,
): Promise<HttpServer> {
  const sendError = createSendError(app, config.http);
  const server = fastify({
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1024 },
    genReqId: () => randomUUID(),
    logger: false,
    schemaController: { compilersFactory: NO_COMPILERS },
    // Requests on open connections are served to the end; `draining` sees to it that there is one.
    return503OnClosing: false,
    // Node would refuse a request without Host with nothing but a status; `requireHost` says what is wrong.
    http: { shouldUpgradeCallback: isWebSocketRequest, requireHostHeader: false },
    forceCloseConnections: false,
    frameworkErrors: (error, _request, reply) => answerFrameworkError(error, reply, sendError, config),
    clientErrorHandler: answerMalformedRequest,
  });
  const { http, auth } = config;
  const draining = trackRequests(server.server);
  server.addHook('onResponse', async () => onAnswer());
  const requests = createRequestLog(app.log);
  observe(server, { app, draining, requests });
  requireHost(server);
  if (auth.isRequired) addCors(server);
  else refuseForeignPages(server, http.host);
  parseJsonBodies(server, MAX_BODY_BYTES);
  answerFailures(server, sendError, requests);
  const web = createWebFiles();
  const doors = addSessionDoors(server, app, { http, draining, web });
  const upgrades = routeUpgrades(server.server, doors, watchJobs(app, { http, auth, signInOf, onAnswer }));
  refuseUnknownPaths(server, app);
  addInfoPages(server, app, config);
  addPagesForPeople(server, app, { config, web });
  addMarkedPage(server, app, draining);
  addBlobRoute(server, app, draining);
  if (http.isReadOpen) addReadRoute(server, app, { draining, requests }, { isKeyRequired: auth.isRequired });
  const routes = createRoutes(app);
  addMcpRoute(server, { app, http, routes, draining, requests, version: VERSION });
  addEndpoints(server, routes, { app, http, draining, requests });
  await listen(server, http);
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    url: `http://${hostForUrl(http.host)}:${port}`,
    [Symbol.asyncDispose]: async () => {
      const closed = server.close();
      await upgrades[Symbol.asyncDispose]();
      await draining.drain();
      await closed;
    },
  };
}

function refuseSchemas(): never {
  throw new Error('A route has a JSON schema: its endpoint in the contract is what checks it');
}

function answerFailures(server: FastifyInstance, sendError: SendError, requests: RequestLog): void {
  const answer = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    requests.failed(request, error);
    return sendError(error, reply);
  };
  server.setErrorHandler(answer);
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

interface RouteParts {
  app: App;
  http: Config['http'];
  draining: Draining;
  requests: RequestLog;
  uploadPlaces: UploadPlaces;
  /** The name of the endpoint. */
  name: string;
  endpoint: EndpointDefinition;
  handler: AnyHandler;
}

/** The dashboard and its ways to sign in, the documentation, and the files of all pages. */
function addPagesForPeople(
  server: FastifyInstance,
  app: App,
  { config, web }: { config: Pick<Config, 'http' | 'auth'>; web: () => WebFiles },
): void {
  addWebFiles(server, web);
  addDashboard(server, app, web);
  addSignInRoutes(server, app, config);
  addDownloadRoute(server, app, config.http);
  addDocsRoutes(server, app, { http: config.http, web });
}

function addEndpoints(
  server: FastifyInstance,
  routes: Routes,
  means: Pick<RouteParts, 'app' | 'http' | 'draining' | 'requests'>,
): void {
  const uploadPlaces = createUploadPlaces();
  for (const [name, endpoint] of Object.entries<EndpointDefinition>(endpoints)) {
    const handler = routes[name as keyof typeof routes] as AnyHandler;
    const parts: RouteParts = { ...means, uploadPlaces, name, endpoint, handler };
    if (!endpoint.isUpload) addRoutes(server, parts);
    else {
      server.register(async (scope) => {
        acceptUploads(scope);
        addRoutes(scope, parts);
      });
    }
  }
}

function addRoutes(server: FastifyInstance, parts: RouteParts): void {
  const { path: main, aliases = [] } = parts.endpoint;
  for (const path of [main, ...aliases]) addRoute(server, path, parts);
}

function addRoute(server: FastifyInstance, path: string, parts: RouteParts): void {
  const { app, http, draining, requests, name, endpoint, handler } = parts;
  const callers = new WeakMap<FastifyRequest, Caller>();
  const places = new WeakMap<FastifyRequest, UploadPlace>();
  server.route({
    method: endpoint.method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    // The caller is known before the body is read: strangers do not get to send ten megabytes.
    async onRequest(request, reply) {
      if (endpoint.auth !== 'bearer') return;
      const caller = await identify(app, request);
      await checkRateLimit(app, endpoint, caller);
      callers.set(request, caller);
      if (endpoint.isUpload) places.set(request, await admitUpload(request, reply, caller, parts));
    },
    async handler(request, reply) {
      const answer = await answerOf(request, reply);
      return answer instanceof JsonText ? sendJson(reply, answer) : reply.send(answer);
    },
  });

  /** Reads the input and runs the endpoint; an upload is gone from disk when the answer is there. */
  async function answerOf(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const caller = callers.get(request);
    const place = places.get(request);
    await using upload = place && (await receive(request, place));
    const input = parseInput(endpoint, request, upload ? upload.body : request.body);
    const notes = requests.begun(request, name, input);
    const signal = draining.signalFor(reply.raw);
    const base = baseUrl(request, http);
    const signBlob: SignBlob = (key) => app.blobUrls.urlOf(key, base);
    const work = () =>
      handler({
        input,
        signal,
        caller,
        baseUrl: base,
        signBlob,
        given: request.body,
        upload: upload?.file,
        keep: (resource) => keepUntilClosed(reply.raw, resource),
      });
    return await withLogFields({ requestId: request.id }, work, notes);
  }
}

async function receive(request: FastifyRequest, place: UploadPlace): Promise<ReceivedUpload> {
  const { receiveUpload } = await import('./body/receive-upload.ts');
  return await receiveUpload(request, place);
}

/**
 * Checks credits and room before a file is received: a caller without credits, or with much under way, does not fill
 * the disk.
 */
async function admitUpload(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { team }: Caller,
  { app, uploadPlaces }: RouteParts,
): Promise<UploadPlace> {
  await app.checkCredits(team);
  const length = headers['content-length'];
  const place = await uploadPlaces.take(team, length === undefined ? undefined : Number(length));
  if (reply.raw.closed) place[Symbol.dispose]();
  else reply.raw.once('close', () => place[Symbol.dispose]());
  return place;
}

function observe(
  server: FastifyInstance,
  { app, draining, requests }: Pick<RouteParts, 'app' | 'draining' | 'requests'>,
): void {
  server.addHook('onRequest', async function nameRequest(request, reply) {
    reply.header('x-request-id', request.id);
  });
  server.addHook('onSend', async function closeWhileDraining(_request, reply) {
    if (draining.isDraining) reply.header('connection', 'close');
  });
  server.addHook('onResponse', async function noteAnswer(request, reply) {
    const route = request.routeOptions.url ?? 'none';
    const event = { route, method: request.method, status: reply.statusCode, durationMs: reply.elapsedTime };
    app.telemetry.requestAnswered(event);
    requests.answered(request, event);
  });
}

/** Errors of the router come before any hook: what the hooks would have done is done here. */
function answerFrameworkError(
  error: Error,
  reply: FastifyReply,
  sendError: SendError,
  config: Pick<Config, 'http' | 'auth'>,
): void {
  try {
    allowOrigins(reply.request, reply, config);
    sendError(error, reply);
  } catch (refusal) {
    sendError(refusal, reply);
  }
}

/** Answers with an error from the one table. */
type SendError = (error: unknown, reply: FastifyReply) => FastifyReply;

/** The header `Link` leads people to what the documentation says of the code; bodies are those of the contract. */
function createSendError(app: App, http: Config['http']): SendError {
  const lingerForBody = createLinger();
  return function sendError(error, reply) {
    const { status, headers, body } = answerError(error, app.log);
    reply.header('link', `<${baseUrl(reply.request, http)}/docs/errors#${body.code}>; rel="help"`);
    if (status === ERRORS.BODY_TOO_LARGE.status || !reply.request.raw.complete) lingerForBody(reply);
    return reply.status(status).headers(headers).send(body);
  };
}

function hostForUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
