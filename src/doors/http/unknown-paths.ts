import type { FastifyInstance } from 'fastify';
import type { App } from '../../app.ts';
import type { EndpointDefinition } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints/index.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { bearerToken } from './bearer-token.ts';

/** All paths of an endpoint, with parameters in braces. */
export function pathsOf({ path, aliases = [] }: EndpointDefinition): readonly string[] {
  return [path, ...aliases];
}

interface KnownPath {
  path: string;
  pattern: RegExp;
  method: string;
}

const KNOWN: readonly KnownPath[] = Object.values<EndpointDefinition>(endpoints).flatMap((endpoint) =>
  pathsOf(endpoint).map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    method: endpoint.method,
  })),
);

/**
 * Refuses requests that no endpoint takes, before their body is read: without a key 401 below /v2, 405 with `Allow` where
 * another method would do, else 404.
 */
export function refuseUnknownPaths(
  server: FastifyInstance,
  { authenticate }: Pick<App, 'authenticate'>,
): void {
  server.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    const path = (request.url.split('?')[0] ?? '').replace(/(?<=.)\/$/, '');
    if (/^\/v2(?:\/|$)/.test(path)) await authenticate(bearerToken(request));
    const allowed = allowedMethods(path);
    if (allowed.length === 0) throw noSuchPath(request.method, path);
    reply.header('allow', allowed.join(', '));
    throw new ServiceError('METHOD_NOT_ALLOWED', {
      message: `${request.method} is not allowed at ${path}: use ${allowed.join(' or ')}`,
    });
  });
}

/** A path without parameters is not taken for one with an id. */
function allowedMethods(path: string): string[] {
  const exact = KNOWN.filter((known) => known.path === path);
  const matching = exact.length > 0 ? exact : KNOWN.filter(({ pattern }) => pattern.test(path));
  return [...new Set(matching.map(({ method }) => method))].toSorted();
}

function noSuchPath(method: string, path: string): ServiceError {
  return new ServiceError('NOT_FOUND', {
    message: /^\/v1(?:\/|$)/.test(path)
      ? 'Only version 2 of the API is served here: its paths begin with /v2'
      : `There is no ${method} ${path} here; /reference lists what there is`,
  });
}
