import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { ServiceError } from '../../lib/service-error.ts';

const ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-request-id, retry-after',
};

/** Pages of any origin may call the service: a key is needed anyway (wire contract 3.1). */
export function addCors(server: FastifyInstance): void {
  server.addHook('onRequest', async function allowAnyOrigin(request, reply) {
    reply.headers(ANY_ORIGIN);
    if (request.method !== 'OPTIONS') return;
    return reply
      .headers({
        'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
        'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
        'access-control-max-age': '86400',
      })
      .status(204)
      .send();
  });
}

/** The same for answers that are made before any hook runs; without keys, the check of the browser instead. */
export function allowOrigins(
  request: FastifyRequest,
  reply: FastifyReply,
  { auth, http }: Pick<Config, 'auth' | 'http'>,
): void {
  if (auth.isRequired) reply.headers(ANY_ORIGIN);
  else checkBrowser(request.raw, http.host);
}

/** Refuses requests of pages of other origins where no keys are needed, but for those that any page may link to. */
export function refuseForeignPages(server: FastifyInstance, boundHost: string): void {
  server.addHook('onRequest', async ({ raw, routeOptions }) => {
    const { url = '' } = routeOptions;
    checkHost(raw, boundHost);
    const isOpen = SIGNED.has(url) || (INFO_PAGES.has(url) && isNavigation(raw));
    if (!isOpen) checkBrowser(raw, boundHost);
  });
}

/** Stored files and live views have signed links, which may be shown in frames of any page; the files of pages are no secret. */
const SIGNED: ReadonlySet<string> = new Set(['/blobs/*', '/live/:token', '/web/*']);
/** They cost and tell nothing that is somebody's. */
const INFO_PAGES: ReadonlySet<string> = new Set([
  '/',
  '/reference',
  '/openapi.json',
  '/docs',
  '/docs/*',
  '/llms.txt',
  '/llms-full.txt',
]);

/** Somebody follows a link in a tab of their own. */
function isNavigation({ method, headers }: IncomingMessage): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document'
  );
}

/**
 * Refuses requests that a page in a browser on this machine sends while no keys are needed: under a name that it makes
 * resolve here, which the request carries as its Host, or from its own origin, which browsers tell with each request
 * that is no navigation of their user. Programs that are no browser tell no origin and are served.
 */
export function checkBrowser(request: IncomingMessage, boundHost: string): void {
  checkHost(request, boundHost);
  const { host, origin, 'sec-fetch-site': site = 'none' } = request.headers;
  const isForeign = origin !== undefined && URL.parse(origin)?.host !== hostOf(host);
  if (isForeign || (site !== 'none' && site !== 'same-origin')) {
    throw new ServiceError('FORBIDDEN', {
      message: 'This service runs without keys and answers no pages of other origins in a browser',
    });
  }
}

/** As it stands in a URL, without the default port. */
function hostOf(host = ''): string | undefined {
  return URL.parse(`http://${host}`)?.host;
}

function checkHost({ headers }: IncomingMessage, boundHost: string): void {
  const name = (headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
  const own = new Set([boundHost.toLowerCase(), `[${boundHost}]`, 'localhost', '127.0.0.1', '[::1]', '::1']);
  if (!own.has(name)) {
    throw new ServiceError('FORBIDDEN', {
      message: `This service runs without keys and answers under its own address only, not as "${name.slice(0, 100)}"`,
    });
  }
}
