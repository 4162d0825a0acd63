import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../../lib/service-error.ts';
import { measureJson, parseMeasured } from './parse-json.ts';

const BYTE_ORDER_MARK = '\ufeff';
const SUBJECT = 'The request body';

/**
 * JSON bodies only. Clients send the JSON content type on requests without a body as well; only endpoints with a body
 * need one. A byte order mark is ignored (RFC 8259 section 8.1).
 */
export function parseJsonBodies(server: FastifyInstance, maxBytes: number): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/json',
    async function parseJson(_request: unknown, body: IncomingMessage) {
      const text = await receiveJson(body, maxBytes);
      const json = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
      return json === '' ? undefined : parseMeasured(json, SUBJECT);
    },
  );
}

/**
 * Receives a body and looks through each piece as it arrives: a body that is refused is neither kept nor decoded, and
 * no turn of the main thread is longer than one piece. Rejects with BODY_TOO_LARGE, or with BAD_REQUEST as soon as
 * parsing the body would keep everybody else waiting; the rest of such a body is left unread.
 */
async function receiveJson(body: IncomingMessage, maxBytes: number): Promise<string> {
  if (Number(body.headers['content-length']) > maxBytes) throw new ServiceError('BODY_TOO_LARGE');
  const meter = measureJson(SUBJECT);
  const pieces: Buffer[] = [];
  let length = 0;
  // The connection has to live on for the answer.
  for await (const piece of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > maxBytes) throw new ServiceError('BODY_TOO_LARGE');
    meter.add(piece);
    pieces.push(piece);
  }
  return Buffer.concat(pieces, length).toString('utf8');
}
