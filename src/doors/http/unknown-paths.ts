import type { FastifyInstance } from 'fastify';
import type { App } from '../../app.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { bearerToken } from './bearer-token.ts';

interface KnownPath {
  /** As the router has it: `/v2/scrape/:id`, `/blobs/*`. */
  path: string;
  pattern: RegExp;
  methods: readonly string[];
}

/**
 * Refuses requests that no route takes, before their body is read: without a key 401 below /v2, 405 with `Allow` where
 * another method would do, else 404. The routes are those that are added after this.
 */
export function refuseUnknownPaths(
  server: FastifyInstance,
  { authenticate }: Pick<App, 'authenticate'>,
): void {
  const routes: KnownPath[] = [];
  server.addHook('onRoute', ({ url, method }) => {
    routes.push({ path: url, pattern: patternOf(url), methods: [method].flat() });
  });
  server.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    const path = (request.url.split('?')[0] ?? '').replace(/(?<=.)\/$/, '');
    if (/^\/v2(?:\/|$)/.test(path)) await authenticate(bearerToken(request));
    const allowed = allowedMethods(routes, path);
    if (allowed.length === 0) throw noSuchPath(request.method, path);
    reply.header('allow', allowed.join(', '));
    throw new ServiceError('METHOD_NOT_ALLOWED', {
      message: `${request.method} is not allowed at ${path}: use ${allowed.filter((method) => method !== 'HEAD').join(' or ')}`,
    });
  });
}

/** A path without parameters is not taken for one with an id. */
function allowedMethods(routes: readonly KnownPath[], path: string): string[] {
  const exact = routes.filter((known) => known.path === path);
  const matching = exact.length > 0 ? exact : routes.filter(({ pattern }) => pattern.test(path));
  return [...new Set(matching.flatMap(({ methods }) => methods))].toSorted();
}

function patternOf(path: string): RegExp {
  const parts = path.split(/(:\w+|\*)/).map((part) => {
    if (part === '*') return '.*';
    return part.startsWith(':') ? '[^/]+' : part.replaceAll('.', String.raw`\.`);
  });
  return new RegExp(`^${parts.join('')}$`);
}

function noSuchPath(method: string, path: string): ServiceError {
  return new ServiceError('NOT_FOUND', {
    message: /^\/v1(?:\/|$)/.test(path)
      ? 'Only version 2 of the API is served here: its paths begin with /v2'
      : `There is no ${method} ${path} here; /docs and /reference say what there is`,
  });
}
