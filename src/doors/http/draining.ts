import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../../lib/service-error.ts';

/** How long running requests get to finish when the service is asked to end; then they are answered 503. */
const GRACE_MS = 10_000;
/** How long those answers get to leave. */
const LAST_WORDS_MS = 2_000;

/** Knows which connections have a request in work, so that a server can end without cutting anybody off. */
export interface Draining {
  readonly isDraining: boolean;
  /** Aborts when the client of this answer goes away, or when the grace period of a drain is over. */
  signalFor(response: ServerResponse): AbortSignal;
  /**
   * Ends connections that have nothing to do at once, the others after their answer. A request that takes too long is
   * aborted with SERVICE_UNAVAILABLE. The server must have stopped listening.
   */
  drain(): Promise<void>;
}

export function trackRequests(server: Server): Draining {
  const requestsOn = new Map<Socket, number>();
  const controllers = new Set<AbortController>();
  const state = { isDraining: false, onIdle: (): void => {} };

  function endIfIdle(socket: Socket): void {
    if (state.isDraining && (requestsOn.get(socket) ?? 0) === 0) socket.destroySoon();
  }

  server.on('connection', (socket) => {
    requestsOn.set(socket, 0);
    socket.once('close', () => {
      requestsOn.delete(socket);
      if (requestsOn.size === 0) state.onIdle();
    });
  });
  server.on('request', ({ socket }: IncomingMessage, response) => {
    requestsOn.set(socket, (requestsOn.get(socket) ?? 0) + 1);
    response.once('close', () => {
      if (requestsOn.has(socket)) requestsOn.set(socket, (requestsOn.get(socket) ?? 1) - 1);
      endIfIdle(socket);
    });
  });

  return {
    get isDraining() {
      return state.isDraining;
    },
    signalFor(response) {
      const controller = new AbortController();
      const onClose = (): void => {
        controllers.delete(controller);
        if (!response.writableFinished) controller.abort(new ServiceError('CLIENT_CLOSED_REQUEST'));
      };
      if (response.destroyed) onClose();
      else {
        controllers.add(controller);
        response.once('close', onClose);
      }
      return controller.signal;
    },
    async drain() {
      state.isDraining = true;
      const idle = new Promise<void>((resolve) => {
        state.onIdle = resolve;
      });
      for (const socket of requestsOn.keys()) endIfIdle(socket);
      if (requestsOn.size === 0) return;
      await Promise.race([idle, sleep(GRACE_MS, undefined, { ref: false })]);
      for (const controller of controllers) {
        controller.abort(
          new ServiceError('SERVICE_UNAVAILABLE', { message: 'The service is shutting down' }),
        );
      }
      if (requestsOn.size === 0) return;
      await Promise.race([idle, sleep(LAST_WORDS_MS, undefined, { ref: false })]);
      server.closeAllConnections();
    },
  };
}
