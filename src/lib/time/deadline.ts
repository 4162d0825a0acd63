import { ServiceError } from '../service-error.ts';

/**
 * The one time limit of a scrape, handed through every step of it. Its signal aborts when the time is over or when
 * the caller goes away; the reason is a SCRAPE_TIMEOUT or the caller's own.
 */
export class Deadline implements Disposable {
  readonly signal: AbortSignal;
  readonly #ms: number;
  readonly #controller = new AbortController();
  readonly #unlink: () => void;
  #expiresAt: number;
  #timer: NodeJS.Timeout | undefined;
  #pauses = 0;
  /** The time that was left when the first pause began, ms. */
  #heldMs = 0;

  /** `ms` from now; `caller` aborts it early. */
  constructor(ms: number, caller?: AbortSignal) {
    this.#ms = ms;
    this.#expiresAt = performance.now() + ms;
    this.signal = this.#controller.signal;
    this.#arm(ms);
    const onAbort = (): void => this.#controller.abort(caller?.reason);
    if (caller?.aborted) onAbort();
    caller?.addEventListener('abort', onAbort, { once: true });
    this.#unlink = () => caller?.removeEventListener('abort', onAbort);
  }

  /** `performance.now()` when the time is over, as of now. */
  get expiresAt(): number {
    return this.#pauses > 0 ? performance.now() + this.#heldMs : this.#expiresAt;
  }

  /** Time left, ms, never below 0. */
  get remainingMs(): number {
    return Math.max(0, this.expiresAt - performance.now());
  }

  /** Throws the reason when the time is over. */
  check(): void {
    this.signal.throwIfAborted();
  }

  /** The clock stands still until what is returned is disposed: for waits that the page has no part in. */
  pause(): Disposable {
    if (this.#pauses++ === 0) {
      this.#heldMs = Math.max(0, this.#expiresAt - performance.now());
      clearTimeout(this.#timer);
    }
    let isOver = false;
    return {
      [Symbol.dispose]: () => {
        if (isOver) return;
        isOver = true;
        this.#pauses -= 1;
        if (this.#pauses !== 0) return;
        this.#expiresAt = performance.now() + this.#heldMs;
        this.#arm(this.#heldMs);
      },
    };
  }

  [Symbol.dispose](): void {
    this.#pauses = Number.NEGATIVE_INFINITY;
    clearTimeout(this.#timer);
    this.#unlink();
  }

  #arm(ms: number): void {
    this.#timer = setTimeout(
      () =>
        this.#controller.abort(
          new ServiceError('SCRAPE_TIMEOUT', { message: `The scrape did not finish within ${this.#ms} ms` }),
        ),
      ms,
    );
  }
}
