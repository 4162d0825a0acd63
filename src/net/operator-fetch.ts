import { portOf } from '../lib/addresses/url.ts';
import type { Readable } from 'node:stream';
import { createAddressGuard } from './guard/address-guard.ts';
import { createAllowList } from './guard/allow-list.ts';
import { createConnectGuarded } from './connection/connect.ts';
import { openConnectionPool, type Connection, type ConnectionLimits } from './connection/connection-pool.ts';
import { ExchangeError } from './connection/exchange-error.ts';
import { giveBack } from './connection/give-back.ts';
import type { Lookup } from './names/lookup.ts';
import { createNameLookup } from './names/name-lookup.ts';
import { createResolve } from './names/resolve.ts';
import { isWorthRetrying } from './connection/retry.ts';
import { siteFailure } from './connection/site-failure.ts';
import { createStartTls } from './connection/start-tls.ts';

/** A request to an endpoint that the operator named. */
export interface OperatorRequest {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  /** A URL of the endpoint's origin. */
  url: URL;
  /** Sent as they are. A body that is a stream needs its `content-length`. */
  headers: Readonly<Record<string, string>>;
  /** A stream is opened again when the request has to be sent a second time. */
  body?: Uint8Array | (() => Readable);
}

/** The whole answer of an endpoint. */
export interface OperatorAnswer {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** To be read to its end or destroyed; its connection is busy until then. */
  body: Readable;
}

/**
 * Sends one request and gives the answer, whatever its status: redirects are not followed, no coding is undone. May
 * send twice when a connection is lost before the answer begins, unless it was opened not to. Throws as every connection does
 * (SCRAPE_ADDRESS_NOT_ALLOWED, SCRAPE_DNS_RESOLUTION_ERROR, SCRAPE_SSL_ERROR, SCRAPE_TIMEOUT, SCRAPE_SITE_ERROR, the
 * signal's reason); its messages name the endpoint and are not for callers.
 */
export type OperatorSend = (request: OperatorRequest, signal?: AbortSignal) => Promise<OperatorAnswer>;

/** The way to one endpoint that the operator configured. Disposing it closes every connection. */
export interface OperatorFetch extends AsyncDisposable {
  send: OperatorSend;
}

interface OperatorLimits extends ConnectionLimits {
  connectMs: number;
  /** From the end of a request to the head of its answer, ms. */
  headMs: number;
  /** Between two pieces of a body, ms. */
  idleMs: number;
}

export interface OperatorFetchOptions {
  /** Its scheme, host and port count. */
  endpoint: URL;
  /** Ports that we listen on: refused on this machine. */
  ownPorts: () => Iterable<number>;
  limits?: Partial<OperatorLimits>;
  /** Shared with nothing that callers can ask for; one of its own when absent. */
  lookup?: Lookup | undefined;
  /** Certificates (PEM) to trust besides the well-known ones. */
  certificateAuthorities?: readonly string[] | undefined;
  /** False where a request that is sent twice costs something: the sender repeats it itself. */
  mayResend?: boolean;
}

const DEFAULT_LIMITS: OperatorLimits = {
  connectMs: 10_000,
  headMs: 60_000,
  idleMs: 60_000,
  keepAliveMs: 4_000,
  maxKeepAliveMs: 15_000,
  maxIdleConnections: 16,
  maxHeaderBytes: 16 * 1024,
};

/** Nothing but the endpoint can be reached, public or not, and our own ports never. Certificates are verified. */
export function openOperatorFetch(options: OperatorFetchOptions): OperatorFetch {
  const { endpoint, ownPorts, lookup = createNameLookup(), certificateAuthorities } = options;
  const { mayResend = true } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const guard = createAddressGuard({ allow: createAllowList([]), ownPorts });
  const connectGuarded = createConnectGuarded({
    guard: guard.forEndpoint({ hostname: endpoint.hostname, port: portOf(endpoint) }),
    resolve: createResolve(lookup),
    startTls: createStartTls(certificateAuthorities),
  });
  const pool = openConnectionPool(connectGuarded, limits);
  const never = new AbortController().signal;

  return {
    async send(request, signal = never) {
      const place = { url: request.url, isVerified: true };
      for (let isFresh = false; ; isFresh = true) {
        const { connectMs: timeoutMs } = limits;
        const connection = await pool.acquire(place, { isFresh, teamId: undefined, timeoutMs, signal });
        try {
          const answer = await exchange(connection, request, limits, signal);
          // A server may yet send a body after the head of an answer to HEAD: nothing else goes over that connection.
          giveBack(answer.body, connection, () =>
            request.method === 'HEAD' ? connection.destroy() : pool.release(place, connection),
          );
          return answer;
        } catch (error) {
          connection.destroy();
          signal.throwIfAborted();
          if (isFresh || !mayResend || !isWorthRetrying(error))
            throw siteFailure(error, { hostname: request.url.hostname, step: 'http', isVerified: true });
        }
      }
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

/** Rejects with an ExchangeError or the signal's reason. */
async function exchange(
  { client }: Connection,
  { method, url, headers, body }: OperatorRequest,
  { headMs, idleMs }: OperatorLimits,
  signal: AbortSignal,
): Promise<OperatorAnswer> {
  try {
    const answer = await client.request({
      method,
      path: url.pathname + url.search,
      headers,
      ...(body !== undefined && { body: typeof body === 'function' ? body() : body }),
      headersTimeout: headMs,
      bodyTimeout: idleMs,
      signal,
    });
    return { status: answer.statusCode, headers: answer.headers, body: answer.body };
  } catch (error) {
    throw error instanceof Error ? new ExchangeError(error, false) : error;
  }
}
