import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { WebSocketServer, type ServerOptions, type WebSocket } from 'ws';
import { serveDriver } from '../../../browser/cdp/serve-driver.ts';
import type { Config } from '../../../config.ts';
import type { ConnectDriver } from '../../../lib/driver-link.ts';
import type { Log } from '../../../lib/log/log.ts';
import { ServiceError } from '../../../lib/service-error.ts';
import { baseUrl } from '../base-url.ts';
import { answerError } from '../errors.ts';
import { refuseUpgrade } from '../refuse-upgrade.ts';
import type { UpgradeDoor } from '../upgrades.ts';

/**
 * Finds the session of a token (`drive`) that is alive. Rejects with a `ServiceError`, whose status is the answer to the
 * handshake; the token is a secret and stands in no message.
 */
export type JoinSession = (token: string) => Promise<ConnectDriver>;

export interface DriverDoorParts {
  joinSession: JoinSession;
  log: Log;
}

interface DriverDoorSettings {
  http: Pick<Config['http'], 'publicUrl' | 'isProxyTrusted'>;
  /** Drivers are asked for a sign of life so often, ms; 20 s when absent. */
  pingMs?: number;
}

/** A driver that sends a file sends it in one message, as base64. */
const MAX_MESSAGE_BYTES = 64 * 2 ** 20;
/** How long a driver gets to agree to the end. */
const CLOSE_PATIENCE_MS = 5_000;
const LAST_WORDS_MS = 1_000;
const PING_MS = 20_000;
const STOPPING = 1001;
const PATH = /^\/cdp\/([\w.~-]{1,1024})\/?(?:\?|$)/;

/**
 * WebSockets at `/cdp/<token>`: the DevTools protocol of a session's browser, for any program that speaks it. Disposing
 * ends them with 1001.
 */
export function serveDrivers(parts: DriverDoorParts, { pingMs = PING_MS }: DriverDoorSettings): UpgradeDoor {
  const { joinSession, log } = parts;
  const sockets = new Set<WebSocket>();
  const state = { isClosing: false };
  const options: ServerOptions & { closeTimeout: number } = {
    noServer: true,
    clientTracking: false,
    // Drivers offer none; compressing pictures and scripts would cost more than the lines that they go over.
    perMessageDeflate: false,
    handleProtocols: () => false,
    maxPayload: MAX_MESSAGE_BYTES,
    closeTimeout: CLOSE_PATIENCE_MS,
  };
  const server = new WebSocketServer(options);
  server.on('wsClientError', ({ message }, socket) => {
    const { status, body } = answerError(new ServiceError('BAD_REQUEST', { message }), log);
    refuseUpgrade(socket, { status, body, headers: { 'sec-websocket-version': '13' } });
  });

  async function join(request: IncomingMessage): Promise<ConnectDriver> {
    refusePages(request);
    const [, token] = PATH.exec(request.url ?? '') ?? [];
    if (token === undefined) {
      throw new ServiceError('NOT_FOUND', { message: 'There is no WebSocket at this address' });
    }
    const connect = await joinSession(token);
    if (state.isClosing)
      throw new ServiceError('SERVICE_UNAVAILABLE', { message: 'The service is shutting down' });
    return connect;
  }

  return {
    accept(request, socket, head) {
      join(request).then(
        (connect) => {
          if (socket.destroyed) return;
          server.handleUpgrade(request, socket, head, (webSocket) => {
            sockets.add(webSocket);
            webSocket.once('close', () => sockets.delete(webSocket));
            serveDriver(webSocket, connect, { log, pingMs, name: 'a driver of a session' });
          });
        },
        (error: unknown) => refuseUpgrade(socket, answerError(error, log)),
      );
    },
    async [Symbol.asyncDispose]() {
      state.isClosing = true;
      const gone = Promise.all(Array.from(sockets, untilClosed));
      for (const socket of sockets) socket.close(STOPPING, 'The service is shutting down');
      await Promise.race([gone, sleep(LAST_WORDS_MS, undefined, { ref: false })]);
      for (const socket of sockets) socket.terminate();
      await gone;
    },
  };
}

/** Tells clients that look for it by HTTP where the WebSocket is, as a browser's debugging port does. */
export function addDriverRoutes(
  server: FastifyInstance,
  { joinSession }: DriverDoorParts,
  { http }: DriverDoorSettings,
): void {
  server.route({
    method: 'GET',
    url: '/cdp/:token/json/version',
    async handler(request) {
      refusePages(request.raw);
      const { token } = request.params as { token: string };
      await joinSession(token);
      const address = baseUrl(request, http).replace(/^http/, 'ws');
      return {
        Browser: 'Chrome',
        'Protocol-Version': '1.3',
        webSocketDebuggerUrl: `${address}/cdp/${encodeURIComponent(token)}`,
      };
    },
  });
}

/** Programs tell no origin; a page that has come by a token may not drive with it. */
function refusePages({ headers }: Pick<IncomingMessage, 'headers'>): void {
  if (headers.origin === undefined) return;
  throw new ServiceError('FORBIDDEN', { message: 'Sessions are not driven by pages in a browser' });
}

function untilClosed(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}
