import type { FastifyReply } from 'fastify';

/** A body that is refused for its size is read to its end and thrown away up to here. */
const MAX_DISCARDED_BYTES = 100_000_000;

/**
 * Lets a client that is still sending its body read our answer: closing the connection at once would end most clients
 * with a broken pipe instead. A body without a length, or a longer one, is cut off as before.
 */
export function lingerForBody(reply: FastifyReply): void {
  const length = Number(reply.request.headers['content-length']);
  if (!(length <= MAX_DISCARDED_BYTES)) return;
  reply.removeHeader('connection');
  reply.request.raw.resume();
}
