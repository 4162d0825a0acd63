import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { JsonText } from '../../lib/json/json-text.ts';

/** Up to here an answer leaves in one piece. */
const AT_ONCE_BYTES = 256 * 1024;

/** Answers with JSON that is written already: a large one piece by piece, as fast as the client takes it. */
export function sendJson(reply: FastifyReply, { pieces, bytes }: JsonText): FastifyReply {
  reply.type('application/json; charset=utf-8').header('content-length', bytes);
  return reply.send(
    bytes <= AT_ONCE_BYTES ? Buffer.concat(pieces, bytes) : Readable.from(pieces, { objectMode: false }),
  );
}
