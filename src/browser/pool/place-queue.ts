interface Waiter {
  enter(): void;
  fail(reason: unknown): void;
}

/** A fixed number of places and those who wait for one: first come, first served, but interactive ones before background ones. */
export class PlaceQueue {
  readonly #places: number;
  /** Sets keep their order, and one who gives up leaves in no time. */
  readonly #interactive = new Set<Waiter>();
  readonly #background = new Set<Waiter>();
  #taken = 0;
  #closedBy: Error | undefined;

  constructor(places: number) {
    this.#places = places;
  }

  get taken(): number {
    return this.#taken;
  }

  get waiting(): number {
    return this.#interactive.size + this.#background.size;
  }

  /** Fulfils with a place, which the caller has to release; rejects with the signal's reason, or the one of `close`. */
  async take(isBackground: boolean, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#closedBy) throw this.#closedBy;
    if (this.#taken < this.#places) {
      this.#taken += 1;
      return;
    }
    const line = isBackground ? this.#background : this.#interactive;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter: Waiter = {
      enter: resolve,
      fail: (reason) => {
        // At once: a place that is given to one who has left would be lost.
        line.delete(waiter);
        reject(reason);
      },
    };
    const onAbort = (): void => waiter.fail(signal.reason);
    line.add(waiter);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      await promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  release(): void {
    const line = this.#interactive.size > 0 ? this.#interactive : this.#background;
    const [next] = line;
    if (!next) {
      this.#taken -= 1;
      return;
    }
    // The place goes from hand to hand: nobody who comes now can take it.
    line.delete(next);
    next.enter();
  }

  /** Those who wait and those who come fail with the reason. */
  close(reason: Error): void {
    this.#closedBy ??= reason;
    for (const waiter of [...this.#interactive, ...this.#background]) waiter.fail(reason);
  }
}
