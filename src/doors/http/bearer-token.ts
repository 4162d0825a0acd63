import type { FastifyRequest } from 'fastify';

/** The token of `Authorization: Bearer <token>`; undefined when there is none. */
export function bearerToken(request: Pick<FastifyRequest, 'headers'>): string | undefined {
  return /^bearer\s+(\S+)\s*$/i.exec(request.headers.authorization ?? '')?.[1];
}
