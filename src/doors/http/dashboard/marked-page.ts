import type { FastifyInstance } from 'fastify';
import type { App } from '../../../app.ts';
import { jobIdParams } from '../../../contract/requests/job-id.ts';
import { parseWith } from '../../../lib/validate.ts';
import type { Draining } from '../draining.ts';
import { identify } from './identify.ts';

type MarkedApp = Pick<
  App,
  'authenticate' | 'authenticateDigest' | 'signIns' | 'checkRateLimit' | 'markedPage'
>;

/** The headers of a stranger's page in a frame: nothing in it runs, and nothing is fetched for it. */
export const FRAME_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;

/** The page of a scrape with its removed parts shaded, for the frame of the dashboard. */
export function addMarkedPage(
  server: FastifyInstance,
  app: MarkedApp,
  draining: Pick<Draining, 'signalFor'>,
): void {
  server.get('/dashboard/marked/:id', async function sendMarkedPage(request, reply) {
    const caller = await identify(app, request);
    const { id } = parseWith(jobIdParams, request.params, { subject: 'The path', code: 'INVALID_ID' });
    await app.checkRateLimit(caller.team, 'scrape');
    const page = await app.markedPage(caller, id, draining.signalFor(reply.raw));
    return reply.headers(FRAME_HEADERS).send(page);
  });
}
