import { contentCodings } from './body/content-codings.ts';
import { decompress } from './body/decompress.ts';
import { BodyTooLargeError } from './connection/exchange-error.ts';
import type { OperatorAnswer, OperatorSend } from './operator-fetch.ts';

/** `fetch` for one endpoint of the operator: text is sent, the whole answer is there when it fulfils. */
export type OperatorWebFetch = (url: URL | string, init?: RequestInit) => Promise<Response>;

export interface OperatorWebFetchOptions {
  send: OperatorSend;
  /** Nothing but its scheme, host and port is asked. */
  endpoint: URL;
  /** The most bytes of an answer, as sent and as decoded. */
  maxBytes?: number;
}

const MAX_BYTES = 4_000_000;
const METHODS = ['GET', 'POST'] as const;
/** Answers that have no body by their status. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * A `fetch` for libraries that want one. A redirect is an answer like any other, no cookie is kept, and nothing is sent
 * elsewhere. Rejects with a TypeError for a request that is none for the endpoint, with BodyTooLargeError, and as
 * `OperatorSend` does; these messages are not for callers.
 */
export function createOperatorWebFetch({
  send,
  endpoint,
  maxBytes = MAX_BYTES,
}: OperatorWebFetchOptions): OperatorWebFetch {
  const never = new AbortController().signal;
  return async function operatorWebFetch(url, init = {}) {
    const target = new URL(url);
    if (target.origin !== endpoint.origin) throw new TypeError('A request to another endpoint');
    const method = METHODS.find((name) => name === (init.method ?? 'GET'));
    const { body, signal } = init;
    if (method === undefined || (body !== undefined && body !== null && typeof body !== 'string'))
      throw new TypeError('A request that is neither GET nor the POST of a text');
    const headers = Object.fromEntries(new Headers(init.headers).entries());
    const content = typeof body === 'string' ? { body: Buffer.from(body) } : {};
    const answer = await send({ method, url: target, headers, ...content }, signal ?? never);
    const bytes = await readBody(answer, maxBytes, signal ?? never);
    const hasBody = !BODILESS.has(answer.status) && answer.status >= 200;
    return new Response(hasBody ? bytes : null, {
      status: answer.status >= 200 && answer.status <= 599 ? answer.status : 502,
      headers: plainHeaders(answer.headers),
    });
  };
}

async function readBody(
  { headers, body }: OperatorAnswer,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    // Leaving the loop closes the connection.
    if (size > maxBytes) throw new BodyTooLargeError(maxBytes);
    chunks.push(bytes);
  }
  const codings = contentCodings(headers['content-encoding']);
  return new Uint8Array(await decompress(Buffer.concat(chunks), codings, { maxBytes, signal }));
}

function plainHeaders(given: OperatorAnswer['headers']): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || name === 'content-encoding' || name === 'content-length') continue;
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one);
  }
  return headers;
}
