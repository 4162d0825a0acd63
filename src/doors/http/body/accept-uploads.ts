import type { FastifyInstance } from 'fastify';

/** Lets the routes of this scope take multipart bodies; `receiveUpload` reads them. */
export function acceptUploads(scope: FastifyInstance): void {
  scope.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null));
}
