import { ServiceError } from '../../lib/service-error.ts';
import { BodyCorruptError, BodyTooLargeError, ExchangeError } from './exchange-error.ts';

/** The facts of the exchange that failed. */
interface FailedExchange {
  hostname: string;
  step: 'connect' | 'tls' | 'http';
  /** Whether the certificate was being verified. */
  isVerified: boolean;
}

/** Predicates about the site, whose host name comes before them. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: 'closed the connection',
  EPIPE: 'closed the connection',
  ETIMEDOUT: 'cannot be reached',
  EHOSTUNREACH: 'cannot be reached',
  ENETUNREACH: 'cannot be reached',
  EHOSTDOWN: 'cannot be reached',
  UND_ERR_SOCKET: 'closed the connection before its answer was complete',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'sent a body of another length than it announced',
  UND_ERR_HEADERS_OVERFLOW: 'sent headers that are too large',
};

/** The answer took too long in one step; the deadline of the whole scrape has its own error. */
const TIMEOUTS: Readonly<Record<string, string>> = {
  UND_ERR_HEADERS_TIMEOUT: 'did not begin to answer in time',
  UND_ERR_BODY_TIMEOUT: 'stopped sending in the middle of its answer',
};

/** Our own limits, not the site's doing. */
const EXHAUSTED: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL']);

/** Turns what Node, OpenSSL or the HTTP parser threw into the error that a caller sees. */
export function siteFailure(error: unknown, exchange: FailedExchange): ServiceError {
  if (error instanceof ServiceError) return error;
  const { hostname, step, isVerified } = exchange;
  const siteError = (what: string): ServiceError =>
    new ServiceError('SCRAPE_SITE_ERROR', { message: `${hostname} ${what}`, cause: error });
  if (error instanceof ExchangeError) return siteFailure(error.cause, exchange);
  if (error instanceof BodyTooLargeError)
    return siteError(`sent more than the limit of ${error.limitBytes} bytes`);
  if (error instanceof BodyCorruptError) return siteError('sent a body that cannot be decompressed');
  const code = errorCode(error);
  const timeout = TIMEOUTS[code];
  if (timeout !== undefined) {
    return new ServiceError('SCRAPE_TIMEOUT', { message: `${hostname} ${timeout}`, cause: error });
  }
  if (EXHAUSTED.has(code)) {
    return new ServiceError('SERVICE_UNAVAILABLE', {
      message: 'No more connections can be opened',
      cause: error,
    });
  }
  const reason = REASONS[code];
  if (reason === undefined && step === 'tls' && isVerified) {
    return new ServiceError('SCRAPE_SSL_ERROR', {
      message: `The TLS certificate of ${hostname} could not be verified (${code})`,
      cause: error,
    });
  }
  return siteError(reason ?? UNNAMED_REASONS[step]);
}

const UNNAMED_REASONS = {
  connect: 'cannot be reached',
  tls: 'failed to set up an encrypted connection',
  http: 'did not answer with valid HTTP',
} as const;

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
}
