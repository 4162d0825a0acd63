import type { FastifyInstance } from 'fastify';
import { parseJson } from './parse-json.ts';

const BYTE_ORDER_MARK = '\ufeff';

/**
 * JSON bodies only. Clients send the JSON content type on requests without a body as well; only endpoints with a body
 * need one. A byte order mark is ignored (RFC 8259 section 8.1).
 */
export function parseJsonBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const text = String(body);
    const json = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
    if (json === '') return done(null, undefined);
    try {
      done(null, parseJson(json, 'The request body'));
    } catch (error) {
      done(error as Error);
    }
  });
}
