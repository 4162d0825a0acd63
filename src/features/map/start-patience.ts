import { ServiceError } from '../../lib/service-error.ts';

/** How long a map that has links and no `timeout` waits for a start page that does not answer. */
const PATIENCE_MS = 60_000;

/** The wait for a start page: without a `timeout` it has no end, but for whoever has other links to answer. */
export class StartPatience implements Disposable {
  readonly signal: AbortSignal;
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(caller: AbortSignal) {
    this.signal = AbortSignal.any([caller, this.#controller.signal]);
  }

  /** From now on it has one. */
  limit(patienceMs = PATIENCE_MS): void {
    const reason = new ServiceError('SCRAPE_TIMEOUT', {
      message: `The start page did not answer within ${patienceMs} ms, though everything else did`,
    });
    this.#timer = setTimeout(() => this.#controller.abort(reason), patienceMs);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}
