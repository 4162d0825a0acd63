import { ERRORS, type ErrorCode } from '../contract/errors.ts';

export interface ServiceErrorOptions {
  /** Text for the caller; the table's text when absent. Never names an internal address. */
  message?: string;
  /** Machine-readable part of the answer. */
  details?: unknown;
  /** Members of the answer beside those that every error has. */
  members?: Readonly<Record<string, unknown>>;
  /** When trying again makes sense, whole seconds; becomes the header `Retry-After`. */
  retryAfterSeconds?: number;
  /**
   * Facts for the operator, as the end of a sentence: the log and the command line show it, a caller never sees it. It
   * may name a host that a page leads to, and no address that a name was resolved to.
   */
  hint?: string | undefined;
  /** The cause, for the log only. */
  cause?: unknown;
}

/** The one error that callers may see: a code of the table in `contract/errors.ts`. Anything else thrown is a bug. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly details: unknown;
  readonly members: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly hint: string | undefined;

  constructor(code: ErrorCode, options: ServiceErrorOptions = {}) {
    super(options.message ?? ERRORS[code].message, { cause: options.cause });
    this.code = code;
    this.details = options.details;
    this.members = options.members;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.hint = options.hint;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** The message with the hint: for the operator's eyes. */
export function withHint({ message, hint }: ServiceError): string {
  return hint === undefined ? message : `${message}: ${hint}`;
}
