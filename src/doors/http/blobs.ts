import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LinkedBlob, ReadBlob } from '../../features/blobs/read-blob.ts';
import type { Draining } from './draining.ts';
import { readRange } from './read-range.ts';

/** For as long as a browser may show it again without asking, seconds: no longer than the shortest link. */
const MAX_AGE_SECONDS = 3_600;

/** Stored files under their signed URLs; no key is needed. */
export function addBlobRoute(
  server: FastifyInstance,
  app: { readBlob: ReadBlob },
  draining: Pick<Draining, 'signalFor'>,
): void {
  server.route({
    method: ['GET', 'HEAD'],
    url: '/blobs/*',
    async handler(request, reply) {
      const signal = draining.signalFor(reply.raw);
      const blob = await app.readBlob(linkOf(request), signal);
      reply.headers(headersOf(blob));
      const range = readRange(request.headers.range, blob.sizeBytes);
      if (range === 'unsatisfiable') return refuseRange(reply, blob);
      if (range) {
        reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${blob.sizeBytes}`);
      }
      reply.header('content-length', range ? range.end - range.start + 1 : blob.sizeBytes);
      return reply.send(request.method === 'HEAD' ? undefined : await blob.read(range, signal));
    },
  });
}

function linkOf({ params, query }: FastifyRequest): Parameters<ReadBlob>[0] {
  const { expires, signature } = query as Record<string, unknown>;
  return {
    name: (params as Record<string, string>)['*'] ?? '',
    // A parameter that is missing or given twice has no valid signature.
    expires: typeof expires === 'string' ? expires : '',
    signature: typeof signature === 'string' ? signature : '',
  };
}

/** The bytes come from strangers: they are shown as what we say they are, and run nothing. */
function headersOf({ contentType, fileName }: LinkedBlob): Record<string, string> {
  return {
    'content-type': contentType,
    'content-disposition': `inline; filename="${fileName}"`,
    'x-content-type-options': 'nosniff',
    // Browsers show no PDF in a sandbox; their viewers are one.
    ...(contentType !== 'application/pdf' && { 'content-security-policy': 'sandbox' }),
    'cache-control': `private, max-age=${MAX_AGE_SECONDS}`,
    'referrer-policy': 'no-referrer',
    'accept-ranges': 'bytes',
  };
}

function refuseRange(reply: FastifyReply, { sizeBytes }: LinkedBlob): FastifyReply {
  return reply
    .status(416)
    .header('content-range', `bytes */${sizeBytes}`)
    .type('application/json; charset=utf-8')
    .send({ success: false, error: `The file has ${sizeBytes} bytes: the range lies behind its end` });
}
