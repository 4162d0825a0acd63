import { performance } from 'node:perf_hooks';

/** A shorter look says more about chance than about load. */
const SAMPLE_MS = 250;

/** Tells whether the main thread of this process is busy. */
export interface LoadGauge {
  isLoaded(): boolean;
}

/** Shares of its time that the main thread works. */
export interface LoadLimits {
  /** It is busy from here on. */
  from: number;
  /** It is not any more below this; `from` when absent. */
  until?: number;
}

/** ms since the process began. */
interface LoopTime {
  active: number;
  idle: number;
}

/** Looks at what has passed since it was last asked. */
export function createLoadGauge(
  { from, until = from }: LoadLimits,
  read: () => LoopTime = () => performance.eventLoopUtilization(),
): LoadGauge {
  const state = { before: read(), isLoaded: false };
  return {
    isLoaded() {
      const now = read();
      const activeMs = now.active - state.before.active;
      const passedMs = activeMs + now.idle - state.before.idle;
      if (passedMs >= SAMPLE_MS) {
        state.isLoaded = activeMs / passedMs > (state.isLoaded ? until : from);
        state.before = now;
      }
      return state.isLoaded;
    },
  };
}
