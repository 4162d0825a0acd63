import { ERRORS, type ErrorCode } from '../contract/errors.ts';

export interface ServiceErrorOptions {
  /** Text for the caller; the table's text when absent. Never names an internal address. */
  message?: string;
  /** Machine-readable part of the answer. */
  details?: unknown;
  /** What caused it, for the log only. */
  cause?: unknown;
}

/** The one error that callers may see: a code of the table in `contract/errors.ts`. Anything else thrown is a bug. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly details: unknown;

  constructor(code: ErrorCode, options: ServiceErrorOptions = {}) {
    super(options.message ?? ERRORS[code].message, { cause: options.cause });
    this.code = code;
    this.details = options.details;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}
