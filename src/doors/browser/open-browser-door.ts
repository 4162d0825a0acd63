import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocketServer, type WebSocket } from 'ws';
import { serveDriver } from '../../browser/cdp/serve-driver.ts';
import type { BrowserTier } from '../../browser/relay/browser-tier.ts';
import { ConfigError } from '../../config.ts';
import type { Log } from '../../lib/log/log.ts';

export interface BrowserDoorOptions {
  tier: BrowserTier;
  /** The token that every peer has to send. */
  token: string;
  host: string;
  port: number;
  /** Peers are asked for a sign of life so often, ms; 20 s when absent. */
  pingMs?: number;
  lastWordsMs?: number;
  log: Log;
}

export interface BrowserDoor extends AsyncDisposable {
  /** The port that it listens on. */
  readonly port: number;
}

/** Scripts and the bodies of answered requests; pages come the other way. */
const MAX_MESSAGE_BYTES = 64 * 2 ** 20;
/** For the head of a request to arrive, ms. */
const HEAD_MS = 10_000;
/** For questions after its health. */
const HEALTH_CONNECTIONS = 64;
/** Peers that look at what is there need no browser. */
const SPARE_CONNECTIONS = 8;
const RETRY_AFTER_SECONDS = 5;
const PING_MS = 20_000;
/** How long a peer gets to agree to the end. */
const LAST_WORDS_MS = 1_000;
export const BROWSER_PATH = '/browser';

/**
 * Hands out browsers over WebSockets at `/browser`, to who knows the token (`Authorization: Bearer` or `?token=`), and
 * tells at `/health/live` and `/health/ready` how it is. Throws a `ConfigError` when it cannot listen. Disposing ends the
 * connections; the tier is the caller's.
 */
export async function openBrowserDoor(options: BrowserDoorOptions): Promise<BrowserDoor> {
  const { tier, token, host, port, log, pingMs = PING_MS, lastWordsMs = LAST_WORDS_MS } = options;
  const sockets = new Set<WebSocket>();
  const maxConnections = 2 * tier.stats().maxBrowsers + SPARE_CONNECTIONS;
  const webSockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
  });
  const server = createServer(
    { headersTimeout: HEAD_MS },
    (request, response) => void answer(request, response, tier),
  );
  // Strangers without a token may not hold all that this process can open.
  server.maxConnections = maxConnections + HEALTH_CONNECTIONS;
  const state = { isClosing: false };

  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const status = refusalOf(request, token);
    if (status !== undefined) return refuse(socket, status);
    if (state.isClosing || sockets.size >= maxConnections) return refuse(socket, 503);
    webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      sockets.add(webSocket);
      webSocket.once('close', () => sockets.delete(webSocket));
      serveDriver(webSocket, tier.accept, { log, pingMs, name: 'a peer of the browsers' });
    });
  });
  server.listen(port, host);
  await once(server, 'listening').catch((error: unknown) => {
    throw new ConfigError(`${host}:${port} cannot be listened on (HOST, PORT): ${String(error)}`);
  });

  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      state.isClosing = true;
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      const gone = Promise.all(Array.from(sockets, untilClosed));
      for (const socket of sockets) socket.close(1001, 'The service is shutting down');
      await Promise.race([gone, sleep(lastWordsMs, undefined, { ref: false })]);
      for (const socket of sockets) socket.terminate();
      server.closeAllConnections();
      await Promise.all([gone, closed]);
    },
  };
}

function untilClosed(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

/** The status of what is refused; undefined when the peer may come in. */
function refusalOf({ url = '', headers }: IncomingMessage, token: string): number | undefined {
  const target = URL.parse(url, 'http://here');
  if (target?.pathname !== BROWSER_PATH || headers.upgrade?.toLowerCase() !== 'websocket') return 404;
  const [, bearer] = /^bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? '') ?? [];
  return isSame(bearer ?? target.searchParams.get('token') ?? '', token) ? undefined : 401;
}

/** Takes as long whatever is offered. */
function isSame(offered: string, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(offered), digest(token));
}

const REASONS: Readonly<Record<number, string>> = {
  401: 'The token is missing or wrong (DECANT_BROWSER_TOKEN)',
  404: `There is a WebSocket at ${BROWSER_PATH} and nothing else`,
  503: 'No more connections are taken now',
};

function refuse(socket: Duplex, status: number): void {
  const text = JSON.stringify({ success: false, error: REASONS[status] });
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    ...(status === 503 ? [`retry-after: ${RETRY_AFTER_SECONDS}`] : []),
    'connection: close',
  ];
  socket.once('finish', () => socket.destroy());
  socket.end(`${lines.join('\r\n')}\r\n\r\n${text}`);
}

async function answer(request: IncomingMessage, response: ServerResponse, tier: BrowserTier): Promise<void> {
  const { status, body } = await answerFor(request, tier).catch(() => ({
    status: 500,
    body: { success: false, error: 'An unexpected error happened' },
  }));
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    ...(status === 503 && { 'retry-after': String(RETRY_AFTER_SECONDS) }),
  });
  response.end(request.method === 'HEAD' ? undefined : text);
}

async function answerFor(
  { method, url = '' }: IncomingMessage,
  tier: BrowserTier,
): Promise<{ status: number; body: object }> {
  const path = url.split('?')[0];
  const isRead = method === 'GET' || method === 'HEAD';
  if (isRead && path === '/health/live') return { status: 200, body: { success: true, status: 'live' } };
  if (isRead && path === '/health/ready') {
    const problem = await tier.problem();
    if (problem !== undefined) return { status: 503, body: { success: false, error: problem } };
    return {
      status: 200,
      body: { success: true, status: 'ready', checks: { browser: 'ok' }, ...tier.stats() },
    };
  }
  return { status: 404, body: { success: false, error: REASONS[404] } };
}
