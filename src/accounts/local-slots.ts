import { ServiceError } from '../lib/service-error.ts';

interface Waiter {
  grant(): void;
  /** True once a claim came back short: from then on the team's limit holds it up, not the round trip. */
  isHeldUp: boolean;
}

/** One team's slots as this process holds them: `used` of `held` are out, the rest is at hand. */
export class LocalSlots {
  held = 0;
  used = 0;
  readonly #waiters = new Set<Waiter>();

  get waiting(): number {
    return this.#waiters.size;
  }

  /** How many more would be needed for everybody who has or wants one; below 0 when some are at hand. */
  get short(): number {
    return this.#waiters.size + this.used - this.held;
  }

  get idle(): number {
    return this.held - this.used;
  }

  /** Takes a slot that is at hand; false when none is. */
  tryTake(): boolean {
    if (this.used >= this.held) return false;
    this.used++;
    return true;
  }

  /**
   * Waits for a slot and resolves to whether the team's limit held it up. CONCURRENCY_QUEUE_TIMEOUT after
   * `patienceMs`, the signal's reason when it aborts.
   */
  wait(patienceMs: number, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        this.#waiters.delete(waiter);
      };
      const waiter: Waiter = {
        isHeldUp: false,
        grant: () => {
          end();
          resolve(waiter.isHeldUp);
        },
      };
      const onAbort = (): void => {
        end();
        reject(signal.reason as Error);
      };
      const timer = setTimeout(() => {
        end();
        const message = `No concurrency slot became free within ${Math.round(patienceMs)} ms`;
        reject(new ServiceError('CONCURRENCY_QUEUE_TIMEOUT', { message }));
      }, patienceMs);
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiters.add(waiter);
    });
  }

  /** Hands slots at hand to those who wait, first come first served. */
  serve(): void {
    for (const waiter of this.#waiters) {
      if (!this.tryTake()) return;
      waiter.grant();
    }
  }

  /** Notes that whoever still waits does so because of the limit. */
  markHeldUp(): void {
    for (const waiter of this.#waiters) waiter.isHeldUp = true;
  }
}
