/** Memory that things of known sizes share; who finds none left waits for its turn. */
export interface MemoryBudget {
  /** Fulfils when there is room, in the order of asking; more than there is at all may have it alone. Rejects with the signal's reason. */
  take(bytes: number, signal: AbortSignal): Promise<Disposable>;
}

interface Waiter {
  bytes: number;
  resolve(): void;
}

export function createMemoryBudget(totalBytes: number): MemoryBudget {
  const state = { taken: 0 };
  const waiters: Waiter[] = [];

  function serve(): void {
    for (let next = waiters[0]; next !== undefined; next = waiters[0]) {
      if (state.taken > 0 && state.taken + next.bytes > totalBytes) return;
      state.taken += next.bytes;
      waiters.shift();
      next.resolve();
    }
  }

  return {
    async take(bytes, signal) {
      signal.throwIfAborted();
      const turn = Promise.withResolvers<void>();
      const waiter: Waiter = { bytes, resolve: turn.resolve };
      const onAbort = (): void => {
        const at = waiters.indexOf(waiter);
        if (at === -1) return;
        waiters.splice(at, 1);
        turn.reject(signal.reason);
        serve();
      };
      waiters.push(waiter);
      signal.addEventListener('abort', onAbort, { once: true });
      serve();
      await turn.promise.finally(() => signal.removeEventListener('abort', onAbort));
      return {
        [Symbol.dispose]() {
          state.taken -= bytes;
          serve();
        },
      };
    },
  };
}
