import type { ErrorCode } from '../../../contract/errors.ts';
import type { Log } from '../../../lib/log/log.ts';
import { ServiceError } from '../../../lib/service-error.ts';
import { answerError } from '../errors.ts';

/** How a watcher's socket ends that cannot be told of its job, or no longer. */
export interface WatchClosing {
  /** The close code of the WebSocket (wire contract, section 6). */
  code: number;
  /** At most 123 bytes, as the protocol has it. */
  reason: string;
  /** Told before the end when asking again is of no use: without it the clients go on by polling. */
  frame?: string;
}

const FINAL_CODES: Partial<Record<ErrorCode, number>> = {
  INVALID_ID: 1008,
  NOT_FOUND: 1008,
  UNAUTHORIZED: 3000,
  FORBIDDEN: 3003,
};
const LATER_CODES: Partial<Record<ErrorCode, number>> = {
  RATE_LIMITED: 1013,
  CONCURRENCY_LIMITED: 1013,
  SERVICE_UNAVAILABLE: 1013,
};
const INTERNAL_CODE = 1011;
const MAX_REASON_BYTES = 123;

/** Gives the code and sentence that a watcher is closed with after an error; bugs are logged. */
export function watchClosing(thrown: unknown, log: Log): WatchClosing {
  const { error } = answerError(thrown, log).body;
  const errorCode = thrown instanceof ServiceError ? thrown.code : 'UNKNOWN_ERROR';
  const reason = Buffer.from(error)
    .toString('utf8', 0, MAX_REASON_BYTES)
    .replace(/\uFFFD+$/, '');
  const final = FINAL_CODES[errorCode];
  if (final === undefined) return { code: LATER_CODES[errorCode] ?? INTERNAL_CODE, reason };
  return { code: final, reason, frame: JSON.stringify({ type: 'error', error }) };
}
