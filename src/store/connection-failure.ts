import { DatabaseError } from 'pg';
import { ServiceError } from '../lib/service-error.ts';

/** Codes of the system for a connection without another end, or whose other end is gone. */
const SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/**
 * SQLSTATEs of a server that goes down, comes up or has no connection left (PostgreSQL manual, appendix A): it is there,
 * only not for us now.
 */
const SERVER_CODES = new Set(['57P01', '57P02', '57P03', '53300']);
const DISK_FULL = '53100';

/** The driver gives these no code, only a text. */
const DRIVER_TEXT = /^Connection terminated|is not queryable$|^Query read timeout$|^timeout expired$/;

/** True when the connection, not the statement, is what failed: the same call may succeed on another connection. */
export function isConnectionFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (error instanceof DatabaseError) return SERVER_CODES.has(code) || code.startsWith('08');
  return SYSTEM_CODES.has(code) || DRIVER_TEXT.test(error.message);
}

/**
 * True when the connection turned out to be dead before the server can have got the statement whole: running it again
 * cannot run it twice.
 */
export function isUnsent(error: unknown): boolean {
  return error instanceof Error && (error.message.endsWith('is not queryable') || codeOf(error) === 'EPIPE');
}

/** True when the connection is in order after this error and may be used again. */
export function isConnectionUsable(error: unknown): boolean {
  if (error instanceof DatabaseError) return error.severity === 'ERROR';
  return !isConnectionFailure(error);
}

/** The error as callers of the store see it: an outage becomes SERVICE_UNAVAILABLE, anything else stays as it is. */
export function toStoreError(error: unknown): unknown {
  if (isConnectionFailure(error)) {
    return new ServiceError('SERVICE_UNAVAILABLE', {
      message: 'The database cannot be reached',
      cause: error,
    });
  }
  if (error instanceof DatabaseError && error.code === DISK_FULL) {
    return new ServiceError('SERVICE_UNAVAILABLE', {
      message: 'The disk of the database is full',
      cause: error,
    });
  }
  return error;
}

function codeOf(error: Error): string {
  // A name with several addresses fails with one error per address.
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  return first instanceof Error && 'code' in first && typeof first.code === 'string' ? first.code : '';
}
