import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import {
  VIEW_ENDED,
  VIEW_TOO_MUCH,
  type ViewerLink,
  type ViewerPeer,
} from '../../../browser/live/viewer-peer.ts';
import type { Config } from '../../../config.ts';
import type { Log } from '../../../lib/log/log.ts';
import { ServiceError } from '../../../lib/service-error.ts';
import { baseUrl } from '../base-url.ts';
import { answerError } from '../errors.ts';
import { refuseUpgrade } from '../refuse-upgrade.ts';
import type { UpgradeDoor } from '../upgrades.ts';

/** A long paste, or a file. */
const MAX_MESSAGE_BYTES = 16 * 2 ** 20 + 1024;
/** More than the news of a session; pictures are not sent to who does not take them. */
const MAX_QUEUED_BYTES = 8 * 2 ** 20;
const PING_MS = 20_000;
const MAX_REASON_BYTES = 123;
/** How long a peer gets to agree to the end. */
const CLOSE_PATIENCE_MS = 5_000;
const LAST_WORDS_MS = 1_000;
const PATH = /^\/live\/([\w-]{1,512})\/?(?:\?|$)/;
/** Close codes of WebSocket: the service stops, it failed, it may be asked again. */
const STOPPING = 1001;
const FAILED = 1011;
const LATER = 1013;

/** The sessions behind signed links. */
export interface LiveApp {
  /** Rejects with a `ServiceError` when the link leads nowhere, or nowhere any more. */
  checkView(token: string): Promise<void>;
  /** Shows a session to a viewer; rejects as `checkView` does. */
  joinView(token: string, peer: ViewerPeer): Promise<ViewerLink>;
  log: Log;
}

export interface LiveSettings {
  http: Pick<Config['http'], 'publicUrl' | 'isProxyTrusted'>;
  pingMs?: number;
}

/** WebSockets at the signed links of sessions: pictures and news out, input in. Disposing ends them with 1001. */
export function serveLiveViews(app: LiveApp, settings: LiveSettings): UpgradeDoor {
  const sockets = new Set<WebSocket>();
  const state = { isClosing: false };
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
  });
  server.on('wsClientError', ({ message }, socket) => {
    const { status, body } = answerError(new ServiceError('BAD_REQUEST', { message }), app.log);
    refuseUpgrade(socket, { status, body, headers: { 'sec-websocket-version': '13' } });
  });

  function follow(webSocket: WebSocket, token: string): void {
    sockets.add(webSocket);
    webSocket.once('close', () => sockets.delete(webSocket));
    keepAlive(webSocket, settings.pingMs ?? PING_MS);
    void join(app, webSocket, token);
  }

  return {
    accept(request, socket, head) {
      const problem = state.isClosing ? stopping() : problemOf(request, settings);
      const [, token] = PATH.exec(request.url ?? '') ?? [];
      if (problem || token === undefined) {
        const missing = new ServiceError('NOT_FOUND', { message: 'There is no WebSocket at this address' });
        return refuseUpgrade(socket, answerError(problem ?? missing, app.log));
      }
      server.handleUpgrade(request, socket, head, (webSocket) => follow(webSocket, token));
    },
    async [Symbol.asyncDispose]() {
      state.isClosing = true;
      const closed = [...sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve)));
      for (const socket of sockets) socket.close(STOPPING, 'The service is shutting down');
      await Promise.race([Promise.all(closed), sleep(LAST_WORDS_MS, undefined, { ref: false })]);
      for (const socket of sockets) socket.terminate();
    },
  };
}

/** A page of another origin has no business with a view, though it may show the page of one in a frame. */
function problemOf(request: IncomingMessage, { http }: LiveSettings): ServiceError | undefined {
  const { origin, host } = request.headers;
  if (origin === undefined) return undefined;
  const url = URL.parse(origin);
  const own = [URL.parse(baseUrl(request, http))?.host, URL.parse(`http://${host ?? ''}`)?.host];
  return url && own.includes(url.host)
    ? undefined
    : new ServiceError('FORBIDDEN', { message: 'Pages of other origins open no live views' });
}

function stopping(): ServiceError {
  return new ServiceError('SERVICE_UNAVAILABLE', { message: 'The service is shutting down' });
}

/** Messages that come before the view is open wait in the socket. */
async function join(app: LiveApp, webSocket: WebSocket, token: string): Promise<void> {
  webSocket.on('error', () => undefined);
  webSocket.pause();
  const gone = new Promise<void>((resolve) => webSocket.once('close', () => resolve()));
  try {
    const link = await app.joinView(token, peerOf(webSocket));
    void gone.then(() => link[Symbol.dispose]());
    webSocket.on('message', (data, isBinary) =>
      link.take(isBinary ? bytesOf(data) : bytesOf(data).toString()),
    );
  } catch (error) {
    const { body } = answerError(error, app.log);
    close(webSocket, closeCodeOf(error), body.error);
  }
  webSocket.resume();
}

function peerOf(webSocket: WebSocket): ViewerPeer {
  return {
    sendText(text) {
      if (webSocket.bufferedAmount > MAX_QUEUED_BYTES) close(webSocket, VIEW_TOO_MUCH, 'Too slow');
      else webSocket.send(text, () => undefined);
    },
    sendPicture: (picture) => webSocket.send(picture, { binary: true }, () => undefined),
    get queuedBytes() {
      return webSocket.bufferedAmount;
    },
    close: (code, reason) => close(webSocket, code, reason),
  };
}

function close(webSocket: WebSocket, code: number, reason: string): void {
  const short = Buffer.from(reason)
    .toString('utf8', 0, MAX_REASON_BYTES)
    .replace(/\uFFFD+$/, '');
  webSocket.close(code, short);
  const timer = setTimeout(() => webSocket.terminate(), CLOSE_PATIENCE_MS).unref();
  webSocket.once('close', () => clearTimeout(timer));
}

/** A view that cannot be joined is told apart from one that may be asked for again. */
function closeCodeOf(error: unknown): number {
  if (!(error instanceof ServiceError)) return FAILED;
  const { code } = error;
  if (code === 'SERVICE_UNAVAILABLE' || code === 'CONCURRENCY_LIMITED') return LATER;
  return code === 'UNKNOWN_ERROR' ? FAILED : VIEW_ENDED;
}

/** Cuts off a peer that has answered no ping. */
function keepAlive(webSocket: WebSocket, pingMs: number): void {
  const state = { isAnswered: true };
  webSocket.on('pong', () => void (state.isAnswered = true));
  const timer = setInterval(() => {
    if (!state.isAnswered) return webSocket.terminate();
    state.isAnswered = false;
    webSocket.ping();
  }, pingMs).unref();
  webSocket.once('close', () => clearInterval(timer));
}

function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? Buffer.from(data) : data;
}
