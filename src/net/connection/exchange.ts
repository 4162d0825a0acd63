import type { IncomingHttpHeaders } from 'undici/types/header.js';
import type { Dispatcher } from 'undici';
import { FREE_BODY_BYTES, type AdmitBody } from './admit-body.ts';
import type { Connection } from './connection-pool.ts';
import { BodyTooLargeError } from './exchange-error.ts';
import { ExchangeHandler } from './exchange-handler.ts';
import { isRedirect } from './redirects.ts';

/** One request without a body. */
interface ExchangeRequest {
  url: URL;
  /** Name, value, name, value, in the order to send. */
  headers: string[];
  /** Bytes on the wire, before any decoding. */
  maxBodyBytes: number;
  admitBody: AdmitBody | undefined;
  /** From the request to the first byte of the answer, ms. */
  firstByteMs: number;
  /** Between two pieces of the body, ms. */
  idleMs: number;
  signal: AbortSignal;
}

export interface RawResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** Still encoded; empty for a redirect, whose body nobody reads. */
  chunks: Buffer[];
}

/** A redirect's body is read to its end so that the connection stays usable, but no longer than this. */
const REDIRECT_BODY_MS = 200;
const REDIRECT_BODY_BYTES = 64 * 1024;

/**
 * Sends one request on a connection and collects the answer. Rejects with the signal's reason, a BodyTooLargeError or
 * an ExchangeError; the connection is then closed. Uses undici's `dispatch`, since `request()` would make a stream of
 * each body only for us to collect it.
 */
export function exchange(connection: Connection, request: ExchangeRequest): Promise<RawResponse> {
  return new ResponseCollector(connection, request).send({
    path: request.url.pathname + request.url.search,
    method: 'GET',
    headers: request.headers,
    headersTimeout: request.firstByteMs,
    bodyTimeout: request.idleMs,
  });
}

class ResponseCollector extends ExchangeHandler<RawResponse> {
  readonly #request: ExchangeRequest;
  readonly #response: RawResponse = { status: 0, headers: {}, chunks: [] };
  #isSkipped = false;
  #isAdmitted = false;
  #bytes = 0;
  #redirectTimer: NodeJS.Timeout | undefined;

  constructor(connection: Connection, request: ExchangeRequest) {
    super(connection, request.signal);
    this.#request = request;
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    // 1xx only announce the real answer.
    if (status < 200) return;
    this.#response.status = status;
    this.#response.headers = headers;
    this.#isSkipped = isRedirect(status, headers);
    if (this.#isSkipped) this.#redirectTimer = setTimeout(() => this.#finishEarly(), REDIRECT_BODY_MS);
    else {
      const announcedBytes = Number(headers['content-length']);
      if (announcedBytes > this.#request.maxBodyBytes)
        this.fail(new BodyTooLargeError(this.#request.maxBodyBytes));
      // The size of the decoded body is not known yet.
      else if (announcedBytes > FREE_BODY_BYTES)
        this.#admit(controller, headers['content-encoding'] === undefined ? announcedBytes : undefined);
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#isSkipped) {
      if (this.#bytes > REDIRECT_BODY_BYTES) this.#finishEarly();
      return;
    }
    if (this.#bytes > this.#request.maxBodyBytes)
      this.fail(new BodyTooLargeError(this.#request.maxBodyBytes));
    else this.#response.chunks.push(chunk);
    if (this.#bytes > FREE_BODY_BYTES) this.#admit(controller);
  }

  onResponseEnd(): void {
    this.succeed(this.#response, { isReusable: true });
  }

  /** The site waits meanwhile, as it would for a slow line. */
  #admit(controller: Dispatcher.DispatchController, bytes = this.#request.maxBodyBytes): void {
    const { admitBody } = this.#request;
    if (this.#isAdmitted || this.isSettled || admitBody === undefined) return;
    this.#isAdmitted = true;
    controller.pause();
    admitBody(bytes).then(
      () => controller.resume(),
      (error: unknown) => this.fail(error),
    );
  }

  /** The headers of a redirect are all that matters. */
  #finishEarly(): void {
    this.succeed(this.#response, { isReusable: false });
  }

  protected override onSettled(): void {
    clearTimeout(this.#redirectTimer);
  }
}
