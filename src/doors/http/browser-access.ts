import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { ServiceError } from '../../lib/service-error.ts';

const ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-request-id, retry-after',
};

/** Pages of any origin may call the service: a key is needed anyway (wire contract 3.1). */
export function addCors(server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
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

/** The same for answers that are made before any hook runs; without keys, the check of the host instead. */
export function allowOrigins(
  request: FastifyRequest,
  reply: FastifyReply,
  { auth, http }: Pick<Config, 'auth' | 'http'>,
): void {
  if (auth.isRequired) reply.headers(ANY_ORIGIN);
  else checkHost(request, http.host);
}

/**
 * Without keys, any page in a browser on this machine could call the service under a name that it makes resolve
 * here. Such a request carries that name as its Host, and is refused.
 */
export function checkHost(request: Pick<FastifyRequest, 'hostname'>, boundHost: string): void {
  const name = request.hostname.toLowerCase();
  const own = new Set([boundHost.toLowerCase(), `[${boundHost}]`, 'localhost', '127.0.0.1', '[::1]', '::1']);
  if (!own.has(name)) {
    throw new ServiceError('FORBIDDEN', {
      message: `This service runs without keys and answers under its own address only, not as "${name.slice(0, 100)}"`,
    });
  }
}
