/** Wakes a loop that sleeps; a ring while it is awake counts for its next sleep. */
export interface Alarm {
  ring(): void;
  /** Until the next ring, at most so long. */
  wait(ms: number): Promise<void>;
}

export function createAlarm(): Alarm {
  const state: { hasRung: boolean; wake: (() => void) | undefined } = { hasRung: false, wake: undefined };
  return {
    ring() {
      state.hasRung = true;
      state.wake?.();
    },
    async wait(ms) {
      if (!state.hasRung) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const timer = setTimeout(resolve, ms);
        state.wake = resolve;
        await promise;
        clearTimeout(timer);
        state.wake = undefined;
      }
      state.hasRung = false;
    },
  };
}
