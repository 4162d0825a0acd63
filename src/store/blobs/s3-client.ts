import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../lib/time/clock.ts';
import type { Log } from '../../lib/log/log.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { OperatorAnswer, OperatorRequest, OperatorSend } from '../../net/operator-fetch.ts';
import { isPassing, readS3Text, s3Failure } from './s3-failure.ts';
import { NO_BODY_HASH, signS3Request, type S3Credentials } from './s3-signature.ts';

const RETRY_DELAYS_MS = [200, 1_000];

interface S3Request {
  method: OperatorRequest['method'];
  /** Below the bucket; absent for the bucket itself. */
  objectName?: string;
  query?: Readonly<Record<string, string>>;
  /** Names in lower case. */
  headers?: Readonly<Record<string, string>>;
  body?: { bytes: number; sha256: string; read(): Readable };
  /** Statuses that are an answer; others are failures. */
  expects: readonly number[];
}

/**
 * Signs and sends; tries again what may pass. Throws SERVICE_UNAVAILABLE, what happened being logged, or the signal's
 * reason.
 */
export interface S3Client {
  /** For answers that are short. */
  ask(
    request: S3Request,
    signal?: AbortSignal,
  ): Promise<Pick<OperatorAnswer, 'status' | 'headers'> & { text: string }>;
  /** For answers that are files; to be read to the end or destroyed. */
  read(request: S3Request, signal?: AbortSignal): Promise<OperatorAnswer>;
}

export interface S3ClientOptions {
  bucketUrl: string;
  region: string;
  credentials: S3Credentials;
  send: OperatorSend;
  clock: Clock;
  log: Log;
  /** Before the second try, the third, ...; absent: a fifth of a second, a second. */
  retryDelaysMs?: readonly number[];
}

export function createS3Client(options: S3ClientOptions): S3Client {
  const { bucketUrl, region, credentials, send, clock, log, retryDelaysMs = RETRY_DELAYS_MS } = options;

  async function sendOnce(request: S3Request, signal?: AbortSignal): Promise<OperatorAnswer> {
    const { method, objectName, query, headers = {}, body, expects } = request;
    const path = objectName === undefined ? '' : `/${objectName}`;
    // A plus sign means a space in forms only.
    const search = query ? `?${new URLSearchParams(query).toString()}`.replaceAll('+', '%20') : '';
    const url = new URL(bucketUrl + path + search);
    const signed = await signS3Request(
      { method, url, headers, bodyHash: body?.sha256 ?? NO_BODY_HASH },
      credentials,
      { region, now: clock.now() },
    );
    const answer = await send(
      {
        method,
        url,
        headers: body ? { ...signed, 'content-length': String(body.bytes) } : signed,
        ...(body && { body: () => body.read() }),
      },
      signal,
    );
    if (expects.includes(answer.status)) return answer;
    throw await s3Failure(method, answer);
  }

  async function persist<T>(method: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    for (let tries = 0; ; tries++) {
      try {
        return await work();
      } catch (error) {
        signal?.throwIfAborted();
        const delayMs = retryDelaysMs[tries];
        if (delayMs === undefined || !isPassing(error)) throw givenUp(method, error, log);
        await sleep(delayMs, undefined, signal && { signal }).catch(() => signal?.throwIfAborted());
      }
    }
  }

  return {
    ask: (request, signal) =>
      persist(
        request.method,
        async () => {
          const { status, headers, body } = await sendOnce(request, signal);
          return { status, headers, text: await readS3Text(body) };
        },
        signal,
      ),
    read: (request, signal) => persist(request.method, () => sendOnce(request, signal), signal),
  };
}

function givenUp(method: string, cause: unknown, log: Log): ServiceError {
  log.warn('the bucket of stored files does not work', { method, error: cause });
  return new ServiceError('SERVICE_UNAVAILABLE', {
    message: 'The store of files does not answer properly',
    cause,
  });
}
