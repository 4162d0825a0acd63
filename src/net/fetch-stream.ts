import type { Readable } from 'node:stream';
import { browserHeaders } from './headers/browser-headers.ts';
import { checkCallerHeaders } from './headers/caller-headers.ts';
import { contentCodings } from './body/content-codings.ts';
import type { ConnectGuarded } from './connection/connect.ts';
import { openConnectionPool, type Connection, type ConnectionLimits } from './connection/connection-pool.ts';
import { decodedStream } from './body/decoded-stream.ts';
import { ExchangeError } from './connection/exchange-error.ts';
import { giveBack } from './connection/give-back.ts';
import { fileHeaders } from './headers/file-headers.ts';
import { isRedirect, nextUrl, requireHttp } from './connection/redirects.ts';
import { requestHeaders } from './headers/request-headers.ts';
import { isWorthRetrying } from './connection/retry.ts';
import type { SendTimeouts } from './connection/send.ts';
import { siteFailure } from './connection/site-failure.ts';
import { withoutCredentials } from '../lib/addresses/url.ts';
import { createVisit, type SiteVisit } from './headers/visit.ts';

/** How the files of one page are asked for. */
export interface StreamsOptions {
  /** The page that names them. */
  referrer: URL;
  /** The caller's, which go to `callerOrigin` and nowhere else. */
  callerHeaders: Readonly<Record<string, string>>;
  callerOrigin: string;
  isMobile: boolean;
  /** BCP 47 tags for Accept-Language. */
  languages: readonly string[];
  skipTlsVerification: boolean;
  /** The most bytes of one file, decoded or not. */
  maxBodyBytes: number;
  /** The team of the request; see `Asker`. */
  teamId: string | undefined;
  /** One of the operator's proxies, for every hop; absent: directly. */
  upstream?: URL | undefined;
}

/** A file as it arrives. */
export interface StreamedFile {
  /** After redirects. */
  url: string;
  status: number;
  contentType: string | undefined;
  /** Without its content coding; to be read to its end or destroyed. Fails with a ServiceError or the signal's reason. */
  body: Readable;
}

/**
 * Gets a file as a page's own player would, piece by piece as it is read. Any HTTP status is an answer. Throws what
 * `FetchPage` throws.
 */
export type FetchStream = (
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<StreamedFile>;

/** Connections for the files of one page. Disposing it closes every one, whatever is still under way. */
export interface Streams extends AsyncDisposable {
  fetchStream: FetchStream;
}

/** Throws BAD_REQUEST for headers that cannot be sent. */
export type OpenStreams = (options: StreamsOptions) => Streams;

/** Everything that was opened and not closed yet. Disposing it closes that. */
export interface StreamsOpener extends AsyncDisposable {
  openStreams: OpenStreams;
}

type StreamLimits = ConnectionLimits & SendTimeouts;

interface StreamsParts {
  connectFor: (upstreamUrl: URL | undefined) => ConnectGuarded;
  limits: StreamLimits;
}

export function createStreamsOpener({ connectFor, limits }: StreamsParts): StreamsOpener {
  const open = new Set<AsyncDisposable>();

  function openStreams(options: StreamsOptions): Streams {
    checkCallerHeaders(options.callerHeaders);
    const pool = openConnectionPool(connectFor(options.upstream), limits);
    const isVerified = !options.skipTlsVerification;
    const { teamId } = options;

    async function send(url: URL, headers: string[], signal: AbortSignal): Promise<RawAnswer> {
      const endpoint = { url, isVerified };
      const { connectMs: timeoutMs } = limits;
      for (let isFresh = false; ; isFresh = true) {
        const connection = await pool.acquire(endpoint, { isFresh, teamId, timeoutMs, signal });
        try {
          const answer = await exchange(connection, { url, headers, limits, signal });
          giveBack(answer.body, connection, () => pool.release(endpoint, connection));
          return answer;
        } catch (error) {
          connection.destroy();
          signal.throwIfAborted();
          if (isFresh || !isWorthRetrying(error))
            throw siteFailure(error, { hostname: url.hostname, step: 'http', isVerified });
        }
      }
    }

    const streams: Streams = {
      async fetchStream(address, headers, signal) {
        const start = new URL(address);
        const visit = createVisit(start);
        let url = withoutCredentials(start);
        for (;;) {
          requireHttp(url);
          visit.step(url);
          const answer = await send(url, headersOf(url, headers, visit, options), signal);
          visit.cookies.store(url, answer.headers['set-cookie']);
          if (!isRedirect(answer.status, answer.headers)) return streamedFile(answer, url, options, signal);
          answer.body.destroy();
          url = nextUrl(answer.headers, url);
        }
      },
      async [Symbol.asyncDispose]() {
        open.delete(streams);
        await pool[Symbol.asyncDispose]();
      },
    };
    open.add(streams);
    return streams;
  }

  return {
    openStreams,
    async [Symbol.asyncDispose]() {
      await Promise.all(Array.from(open, (streams) => streams[Symbol.asyncDispose]()));
    },
  };
}

interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Readable;
}

/** Rejects with an ExchangeError or the signal's reason. */
async function exchange(
  { client }: Connection,
  {
    url,
    headers,
    limits,
    signal,
  }: { url: URL; headers: string[]; limits: StreamLimits; signal: AbortSignal },
): Promise<RawAnswer> {
  try {
    const answer = await client.request({
      method: 'GET',
      path: url.pathname + url.search,
      headers,
      headersTimeout: limits.firstByteMs,
      bodyTimeout: limits.idleMs,
      signal,
    });
    return { status: answer.statusCode, headers: answer.headers, body: answer.body };
  } catch (error) {
    throw error instanceof Error ? new ExchangeError(error, false) : error;
  }
}

function headersOf(
  url: URL,
  own: Readonly<Record<string, string>>,
  { cookies }: SiteVisit,
  { isMobile, languages, referrer, callerHeaders, callerOrigin }: StreamsOptions,
): string[] {
  const asked = byName(fileHeaders(url, referrer), url.origin === callerOrigin ? callerHeaders : {}, own);
  return requestHeaders(browserHeaders({ isMobile, languages, url }), asked, cookies.headerFor(url));
}

/** Merges headers; the last one of each name counts. */
function byName(...layers: ReadonlyArray<Readonly<Record<string, string>>>): Record<string, string> {
  const entries = layers.flatMap((layer) => Object.entries(layer));
  return Object.fromEntries(new Map(entries.map((entry) => [entry[0].toLowerCase(), entry])).values());
}

function streamedFile(
  { status, headers, body }: RawAnswer,
  url: URL,
  { maxBodyBytes, skipTlsVerification }: StreamsOptions,
  signal: AbortSignal,
): StreamedFile {
  const [contentType] = [headers['content-type']].flat();
  const decoded = decodedStream(body, {
    codings: contentCodings(headers['content-encoding']),
    announcedBytes: Number(headers['content-length']),
    maxBytes: maxBodyBytes,
    toFailure: (error) => {
      signal.throwIfAborted();
      return siteFailure(error, { hostname: url.hostname, step: 'http', isVerified: !skipTlsVerification });
    },
  });
  return { url: url.href, status, contentType, body: decoded };
}
