import type { Dispatcher } from 'undici';
import { ServiceError } from '../lib/service-error.ts';
import type { ConnectGuarded } from './connection/connect.ts';
import { openConnectionPool, type Connection, type ConnectionLimits } from './connection/connection-pool.ts';
import { ExchangeError } from './connection/exchange-error.ts';
import { isWorthRetrying } from './connection/retry.ts';
import { siteFailure } from './connection/site-failure.ts';
import { withoutCredentials } from '../lib/url.ts';
import { credentialHeaders } from './headers/url-credentials.ts';

export interface PostRequest {
  url: URL;
  /** Sent as they are; a user name and password in the URL become Authorization unless that is among them. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** Whose request it is; see `Asker`. */
  teamId: string | undefined;
  /** From name resolution to the head of the answer, ms. */
  timeoutMs: number;
  signal: AbortSignal;
}

/**
 * Sends a body and tells the status of the answer, whatever it is: redirects are not followed, cookies not kept, and
 * of the answer's body no more is read than lets the connection be used again. May send twice when a connection is lost
 * before the answer begins. Throws SCRAPE_ADDRESS_NOT_ALLOWED, SCRAPE_DNS_RESOLUTION_ERROR, SCRAPE_SSL_ERROR,
 * SCRAPE_TIMEOUT, SCRAPE_SITE_ERROR or the signal's reason. Certificates are verified.
 */
export type Post = (request: PostRequest) => Promise<{ status: number }>;

export interface Poster extends AsyncDisposable {
  post: Post;
}

export interface PosterOptions {
  connectGuarded: ConnectGuarded;
  limits?: Partial<ConnectionLimits>;
}

const DEFAULT_LIMITS: ConnectionLimits = {
  keepAliveMs: 4_000,
  maxKeepAliveMs: 15_000,
  maxIdleConnections: 64,
  maxHeaderBytes: 16 * 1024,
};

/** How much of an answer's body is read so that the connection stays usable, and for how long. */
const SKIPPED_BYTES = 16 * 1024;
const SKIPPED_MS = 200;

/** Connections for POST requests, kept apart from those that fetch pages. Disposing it closes every one. */
export function openPoster({ connectGuarded, limits }: PosterOptions): Poster {
  const pool = openConnectionPool(connectGuarded, { ...DEFAULT_LIMITS, ...limits });

  async function send(request: PostRequest, signal: AbortSignal): Promise<{ status: number }> {
    const { url, teamId, timeoutMs } = request;
    const endpoint = { url: withoutCredentials(url), isVerified: true };
    for (let isFresh = false; ; isFresh = true) {
      const connection = await pool.acquire(endpoint, { isFresh, teamId, timeoutMs, signal });
      try {
        const status = await exchange(connection, request, signal);
        pool.release(endpoint, connection);
        return { status };
      } catch (error) {
        signal.throwIfAborted();
        if (isFresh || !isWorthRetrying(error))
          throw siteFailure(error, { hostname: url.hostname, step: 'http', isVerified: true });
      }
    }
  }

  return {
    async post(request) {
      const { url, timeoutMs, signal } = request;
      signal.throwIfAborted();
      const attempt = new AbortController();
      const onAbort = (): void => attempt.abort(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      const timer = setTimeout(() => attempt.abort(notInTime(url.hostname, timeoutMs)), timeoutMs);
      try {
        return await send(request, attempt.signal);
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      }
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

function notInTime(hostname: string, timeoutMs: number): ServiceError {
  return new ServiceError('SCRAPE_TIMEOUT', { message: `${hostname} did not answer within ${timeoutMs} ms` });
}

/** Resolves with the status; rejects with the signal's reason or an ExchangeError, the connection then being closed. */
function exchange(connection: Connection, request: PostRequest, signal: AbortSignal): Promise<number> {
  const { url, headers, body } = request;
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const handler = new StatusReader(connection, signal, { resolve, reject });
  connection.client.dispatch(
    {
      path: url.pathname + url.search,
      method: 'POST',
      headers: headerList({ ...authorization(url, headers), ...headers }),
      body,
      // The signal bounds the whole call.
      headersTimeout: 0,
      bodyTimeout: 0,
    },
    handler,
  );
  return promise;
}

function authorization(url: URL, headers: Readonly<Record<string, string>>): Record<string, string> {
  const isGiven = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
  return isGiven ? {} : credentialHeaders(url);
}

function headerList(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flat();
}

interface Outcome {
  resolve(status: number): void;
  reject(error: unknown): void;
}

class StatusReader implements Dispatcher.DispatchHandler {
  readonly #connection: Connection;
  readonly #signal: AbortSignal;
  readonly #outcome: Outcome;
  readonly #onAbort = (): void => this.#fail(this.#signal.reason);
  #isSettled = false;
  #hasStarted = false;
  #status = 0;
  #skippedBytes = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(connection: Connection, signal: AbortSignal, outcome: Outcome) {
    this.#connection = connection;
    this.#signal = signal;
    this.#outcome = outcome;
    if (signal.aborted) this.#onAbort();
    else signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  onRequestStart(): void {}

  onResponseStarted(): void {
    this.#hasStarted = true;
  }

  onResponseStart(_controller: unknown, status: number): void {
    // 1xx only announce the real answer.
    if (status < 200) return;
    this.#status = status;
    this.#timer = setTimeout(() => this.#finish({ isReusable: false }), SKIPPED_MS);
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    this.#skippedBytes += chunk.length;
    if (this.#skippedBytes > SKIPPED_BYTES) this.#finish({ isReusable: false });
  }

  onResponseEnd(): void {
    this.#finish({ isReusable: true });
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#fail(new ExchangeError(error, this.#hasStarted));
  }

  #finish({ isReusable }: { isReusable: boolean }): void {
    if (!this.#settle()) return;
    if (!isReusable) this.#connection.destroy();
    this.#outcome.resolve(this.#status);
  }

  /** Once the status is there it counts, however the body ends. */
  #fail(error: unknown): void {
    if (this.#status !== 0) return this.#finish({ isReusable: false });
    if (!this.#settle()) return;
    this.#connection.destroy();
    this.#outcome.reject(error);
  }

  /** True the first time; what the connection reports while it closes counts no more. */
  #settle(): boolean {
    if (this.#isSettled) return false;
    this.#isSettled = true;
    clearTimeout(this.#timer);
    this.#signal.removeEventListener('abort', this.#onAbort);
    return true;
  }
}
