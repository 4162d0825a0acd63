/**
 * The reason why a call to the browser failed: `closed` (the browser or the session is gone), `timeout`, `aborted` (the
 * caller's signal; its reason is the cause), `refused` (the browser answered with an error).
 */
export type CdpFailure = 'closed' | 'timeout' | 'aborted' | 'refused';

/** A call over the DevTools protocol that has no result. */
export class CdpError extends Error {
  override readonly name = 'CdpError';
  readonly failure: CdpFailure;
  /** JSON-RPC's, of a refused call. */
  readonly code: number | undefined;

  constructor(failure: CdpFailure, message: string, options: { cause?: unknown; code?: number } = {}) {
    super(message, { cause: options.cause });
    this.failure = failure;
    this.code = options.code;
  }
}
