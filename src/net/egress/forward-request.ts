import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { Connection, ConnectionPool } from '../connection/connection-pool.ts';
import type { EgressLimits } from './egress-policy.ts';
import type { EgressTarget } from './egress-target.ts';
import { endToEndHeaders } from '../headers/end-to-end-headers.ts';
import { ExchangeHandler } from '../connection/exchange-handler.ts';
import { isWorthRetrying } from '../connection/retry.ts';
import { siteFailure } from '../connection/site-failure.ts';

interface ForwardedRequest {
  target: EgressTarget;
  request: IncomingMessage;
  /** Gets the answer as it comes. */
  response: ServerResponse;
  /** The protocol to switch to, when the browser asked for one. */
  upgrade?: 'websocket';
  limits: EgressLimits;
  /** The team of the request; see `Asker`. */
  teamId: string | undefined;
  /** Whether so many bytes of a body may pass; when false, everything is being cut off. */
  onBytes: (bytes: number, direction: 'sent' | 'received') => boolean;
  signal: AbortSignal;
}

/** The connection after a 101, and the 101's headers (name, value, name, value). */
interface Switched {
  socket: Socket;
  headers: string[];
}

/**
 * Sends the browser's request on and passes the answer back, no faster than the slower side takes it. Resolves when the
 * answer is complete, or with the connection when the site switches protocols. Throws a ServiceError or the signal's
 * reason; whether an answer had begun, the response knows.
 */
export async function forwardRequest(
  pool: ConnectionPool,
  forwarded: ForwardedRequest,
): Promise<Switched | undefined> {
  const { target, request, limits, teamId, signal } = forwarded;
  const endpoint = { url: target.url, isVerified: false };
  const hasBody = hasBodyOf(request);
  for (let isFresh = false; ; isFresh = true) {
    const connection = await pool.acquire(endpoint, {
      isFresh,
      teamId,
      timeoutMs: limits.connectMs,
      signal,
    });
    try {
      const switched = await exchange(connection, forwarded, hasBody);
      if (!switched) pool.release(endpoint, connection);
      return switched;
    } catch (error) {
      signal.throwIfAborted();
      const isRepeatable = !hasBody && REPEATABLE.has(request.method ?? '') && isWorthRetrying(error);
      if (isFresh || !isRepeatable)
        throw siteFailure(error, { hostname: target.hostname, step: 'http', isVerified: false });
    }
  }
}

/** RFC 9110 section 9.2.2: what may be sent again when its connection is lost. */
const REPEATABLE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

function hasBodyOf({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function exchange(
  connection: Connection,
  forwarded: ForwardedRequest,
  hasBody: boolean,
): Promise<Switched | undefined> {
  const { target, request, upgrade, limits } = forwarded;
  return new AnswerPasser(connection, forwarded).send({
    path: target.url.pathname + target.url.search,
    method: request.method ?? 'GET',
    headers: endToEndHeaders(request.rawHeaders),
    // Not the request itself: undici would destroy it, and with it the connection that the refusal goes out on.
    body: hasBody ? request.pipe(new PassThrough()) : null,
    headersTimeout: limits.firstByteMs,
    bodyTimeout: limits.idleMs,
    ...(upgrade ? { upgrade } : {}),
  });
}

class AnswerPasser extends ExchangeHandler<Switched | undefined> {
  readonly #forwarded: ForwardedRequest;

  constructor(connection: Connection, forwarded: ForwardedRequest) {
    super(connection, forwarded.signal);
    this.#forwarded = forwarded;
  }

  onBodySent(chunk: Buffer): void {
    this.#forwarded.onBytes(chunk.length, 'sent');
  }

  onRequestUpgrade(
    controller: Dispatcher.DispatchController,
    _status: number,
    _headers: unknown,
    socket: unknown,
  ): void {
    const switched = { socket: socket as Socket, headers: answerHeaders(controller) };
    this.succeed(switched, { isReusable: true });
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    _headers: unknown,
    statusText = '',
  ): void {
    // 1xx only announce the real answer.
    if (status < 200 || this.isSettled) return;
    const { response } = this.#forwarded;
    response.sendDate = false;
    response.writeHead(status, statusText.replace(NOT_IN_HEADER, ''), answerHeaders(controller));
    response.on('drain', () => controller.resume());
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.isSettled || !this.#forwarded.onBytes(chunk.length, 'received')) return;
    if (!this.#forwarded.response.write(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    if (this.isSettled) return;
    this.#forwarded.response.end();
    this.succeed(undefined, { isReusable: true });
  }
}

/** Characters that Node refuses to write, though sites send them. */
const NOT_IN_HEADER = /[^\t\u0020-\u007e\u0080-\u00ff]/g;

function answerHeaders({ rawHeaders }: Dispatcher.DispatchController): string[] {
  const raw = Array.isArray(rawHeaders) ? rawHeaders : [];
  return endToEndHeaders(
    raw.map((part) => (typeof part === 'string' ? part : part.toString('latin1')).replace(NOT_IN_HEADER, '')),
  );
}
