import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App } from '../../../app.ts';
import { ServiceError } from '../../../lib/service-error.ts';
import { answerError } from '../errors.ts';
import type { Draining } from '../draining.ts';
import type { HostAnswer } from '../../../sessions/forward-call.ts';
import type { SessionCall } from '../../../sessions/session-call.ts';
import { HOST_PATH } from '../../../sessions/session-host.ts';

/** Takes calls of other processes on the same database for the sessions of this one; each is signed. */
export function addHostRoute(
  server: FastifyInstance,
  { sessions, hostCalls, log }: Pick<App, 'sessions' | 'hostCalls' | 'log'>,
  draining: Draining,
): void {
  function check(request: FastifyRequest): void {
    const body = request.method === 'POST' ? JSON.stringify(request.body) : '';
    const call = { method: request.method, path: request.url, body };
    if (!hostCalls.isSigned(call, request.headers.authorization)) throw new ServiceError('NOT_FOUND');
  }

  async function answer(work: () => Promise<HostAnswer>): Promise<HostAnswer> {
    try {
      return await work();
    } catch (error) {
      const { code, error: message, details } = answerError(error, log).body;
      return { error: { code, message, details } };
    }
  }

  server.route<{ Params: { id: string } }>({
    method: ['POST', 'DELETE'],
    url: `${HOST_PATH}/:id`,
    async handler(request, reply) {
      check(request);
      const { id } = request.params;
      if (request.method === 'POST') {
        const signal = draining.signalFor(reply.raw);
        return answer(async () => ({
          outcome: await (await sessions.here(id)).run(request.body as SessionCall, signal),
        }));
      }
      return answer(async () => {
        await (await sessions.here(id)).end('deleted');
        return { isEnded: true };
      });
    },
  });
}
