import { ServiceError } from './service-error.ts';

/**
 * The one time limit of a scrape, handed through every step of it. Its signal aborts when the time is over or when
 * the caller goes away; the reason is a SCRAPE_TIMEOUT or the caller's own.
 */
export class Deadline implements Disposable {
  readonly signal: AbortSignal;
  readonly expiresAt: number;
  readonly #timer: NodeJS.Timeout;
  readonly #controller = new AbortController();
  readonly #unlink: () => void;

  /** `ms` from now; `caller` aborts it early. */
  constructor(ms: number, caller?: AbortSignal) {
    this.expiresAt = performance.now() + ms;
    this.signal = this.#controller.signal;
    this.#timer = setTimeout(
      () =>
        this.#controller.abort(
          new ServiceError('SCRAPE_TIMEOUT', { message: `The scrape did not finish within ${ms} ms` }),
        ),
      ms,
    );
    const onAbort = (): void => this.#controller.abort(caller?.reason);
    if (caller?.aborted) onAbort();
    caller?.addEventListener('abort', onAbort, { once: true });
    this.#unlink = () => caller?.removeEventListener('abort', onAbort);
  }

  /** Time left, ms, never below 0. */
  get remainingMs(): number {
    return Math.max(0, this.expiresAt - performance.now());
  }

  /** Throws the reason when the time is over. */
  check(): void {
    this.signal.throwIfAborted();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#unlink();
  }
}
