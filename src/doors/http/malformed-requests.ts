import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { ErrorReply } from '../../contract/error-reply.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { ServiceError } from '../../lib/service-error.ts';

const STATUSES: Readonly<Record<string, readonly [status: number, message: string, code: ErrorCode]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The request headers are too large', 'BAD_REQUEST'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions of the request are too large', 'BODY_TOO_LARGE'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time', 'BAD_REQUEST'],
};
const NO_REQUEST = [400, 'This is not a valid HTTP request', 'BAD_REQUEST'] as const;

/** Answers what is not an HTTP request with the body that every error has (wire contract 3.3). */
export function answerMalformedRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, message, code] = STATUSES[error.code ?? ''] ?? NO_REQUEST;
  const body = JSON.stringify({ success: false, code, error: message } satisfies ErrorReply);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

/** RFC 9112 section 3.2. */
export function requireHost(server: FastifyInstance): void {
  server.addHook('onRequest', async ({ raw }, reply) => {
    if (raw.headers.host !== undefined || raw.httpVersion === '1.0') return;
    reply.header('connection', 'close');
    throw new ServiceError('BAD_REQUEST', { message: 'The request has no header Host' });
  });
}
