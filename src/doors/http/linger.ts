import type { FastifyReply } from 'fastify';

/** A body that is refused for its size is read to its end and thrown away up to here. */
const MAX_DISCARDED_BYTES = 100_000_000;
/** All refused bodies together are read at this rate: a tenth of the main thread, however many are sent. */
const DISCARDED_BYTES_PER_MS = 32_768;

/**
 * Lets a client that is still sending its body read our answer: closing the connection at once would end most clients
 * with a broken pipe instead. A body without a length, or a longer one, is cut off as before.
 */
export type LingerForBody = (reply: FastifyReply) => void;

/** Makes the `lingerForBody` of a server: its refused bodies take turns. */
export function createLinger(): LingerForBody {
  const line = { freeAtMs: 0 };

  return function lingerForBody(reply) {
    const length = Number(reply.request.headers['content-length']);
    if (!(length <= MAX_DISCARDED_BYTES)) return;
    reply.removeHeader('connection');
    const { raw } = reply.request;
    raw.on('data', (piece: Buffer) => {
      const now = performance.now();
      line.freeAtMs = Math.max(now, line.freeAtMs) + piece.length / DISCARDED_BYTES_PER_MS;
      raw.pause();
      setTimeout(() => raw.resume(), line.freeAtMs - now);
    });
    raw.resume();
  };
}
