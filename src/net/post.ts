import { ServiceError } from '../lib/service-error.ts';
import type { ConnectGuarded } from './connection/connect.ts';
import { openConnectionPool, type Connection, type ConnectionLimits } from './connection/connection-pool.ts';
import { ExchangeHandler } from './connection/exchange-handler.ts';
import { isWorthRetrying } from './connection/retry.ts';
import { siteFailure } from './connection/site-failure.ts';
import { withoutCredentials } from '../lib/addresses/url.ts';
import { credentialHeaders } from './headers/url-credentials.ts';
import { openTimeLimit } from '../lib/time/time-limit.ts';

/** A body to send. */
export interface PostRequest {
  url: URL;
  /** Sent as they are; a user name and password in the URL become Authorization unless that is among them. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** The team of the request; see `Asker`. */
  teamId: string | undefined;
  /** From name resolution to the head of the answer, ms. */
  timeoutMs: number;
  signal: AbortSignal;
}

/**
 * Sends a body and resolves to the status of any answer: redirects are not followed, cookies not kept, and the answer's
 * body is read only as far as the connection needs to be used again, its beginning kept. May send twice when a connection is lost before
 * the answer begins. Throws SCRAPE_ADDRESS_NOT_ALLOWED, SCRAPE_DNS_RESOLUTION_ERROR, SCRAPE_SSL_ERROR, SCRAPE_TIMEOUT,
 * SCRAPE_SITE_ERROR or the signal's reason. Certificates are verified.
 */
export type Post = (request: PostRequest) => Promise<PostAnswer>;

export interface PostAnswer {
  status: number;
  /** The beginning of its body as text, as far as that came in time. */
  beginning: string;
}

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
/** How much of it is kept. */
const KEPT_BYTES = 1_000;

/** Connections for POST requests, kept apart from those that fetch pages. Disposing it closes every one. */
export function openPoster({ connectGuarded, limits }: PosterOptions): Poster {
  const pool = openConnectionPool(connectGuarded, { ...DEFAULT_LIMITS, ...limits });

  async function send(request: PostRequest, signal: AbortSignal): Promise<PostAnswer> {
    const { url, teamId, timeoutMs } = request;
    const endpoint = { url: withoutCredentials(url), isVerified: true };
    for (let isFresh = false; ; isFresh = true) {
      const connection = await pool.acquire(endpoint, { isFresh, teamId, timeoutMs, signal });
      try {
        const answer = await exchange(connection, request, signal);
        pool.release(endpoint, connection);
        return answer;
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
      using limit = openTimeLimit(signal, timeoutMs, () => notInTime(url.hostname, timeoutMs));
      return await send(request, limit.signal);
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

function notInTime(hostname: string, timeoutMs: number): ServiceError {
  return new ServiceError('SCRAPE_TIMEOUT', { message: `${hostname} did not answer within ${timeoutMs} ms` });
}

/** Resolves with the answer; rejects with the signal's reason or an ExchangeError, the connection then being closed. */
function exchange(connection: Connection, request: PostRequest, signal: AbortSignal): Promise<PostAnswer> {
  const { url, headers, body } = request;
  return new AnswerReader(connection, signal).send({
    path: url.pathname + url.search,
    method: 'POST',
    headers: headerList({ ...authorization(url, headers), ...headers }),
    body,
    // The signal bounds the whole call.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

function authorization(url: URL, headers: Readonly<Record<string, string>>): Record<string, string> {
  const isGiven = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
  return isGiven ? {} : credentialHeaders(url);
}

function headerList(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flat();
}

class AnswerReader extends ExchangeHandler<PostAnswer> {
  #status = 0;
  readonly #kept: Buffer[] = [];
  #skippedBytes = 0;
  #timer: NodeJS.Timeout | undefined;

  onResponseStart(_controller: unknown, status: number): void {
    // 1xx only announce the real answer.
    if (status < 200) return;
    this.#status = status;
    this.#timer = setTimeout(() => this.succeed(this.#answer(), { isReusable: false }), SKIPPED_MS);
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    // A copy: the bytes are a view of all that the connection has received.
    if (this.#skippedBytes < KEPT_BYTES)
      this.#kept.push(Buffer.from(chunk.subarray(0, KEPT_BYTES - this.#skippedBytes)));
    this.#skippedBytes += chunk.length;
    if (this.#skippedBytes > SKIPPED_BYTES) this.succeed(this.#answer(), { isReusable: false });
  }

  onResponseEnd(): void {
    this.succeed(this.#answer(), { isReusable: true });
  }

  /** Once the status is there it counts, however the body ends. */
  protected override fail(error: unknown): void {
    if (this.#status === 0) super.fail(error);
    else this.succeed(this.#answer(), { isReusable: false });
  }

  #answer(): PostAnswer {
    return { status: this.#status, beginning: Buffer.concat(this.#kept).toString() };
  }

  protected override onSettled(): void {
    clearTimeout(this.#timer);
  }
}
