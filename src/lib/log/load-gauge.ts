import { performance } from 'node:perf_hooks';

/** A shorter look says more about chance than about load. */
const SAMPLE_MS = 250;
/** A longer one says what was, not what is: between two questions it may have started or rested. */
const STALE_MS = 2_000;

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

/** Looks at what has passed since it was last asked; who asks seldom is told that it is not busy. */
export function createLoadGauge(
  { from, until = from }: LoadLimits,
  read: () => LoopTime = () => performance.eventLoopUtilization(),
): LoadGauge {
  const state = { before: undefined as LoopTime | undefined, isLoaded: false };
  return {
    isLoaded() {
      const now = read();
      const { active, idle } = state.before ?? { active: -Infinity, idle: 0 };
      const activeMs = now.active - active;
      const passedMs = activeMs + now.idle - idle;
      if (passedMs >= SAMPLE_MS) {
        const limit = state.isLoaded ? until : from;
        state.isLoaded = passedMs < STALE_MS && activeMs / passedMs > limit;
        state.before = now;
      }
      return state.isLoaded;
    },
  };
}
