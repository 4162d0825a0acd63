import { performance } from 'node:perf_hooks';

/** A shorter look says more about chance than about load. */
const SAMPLE_MS = 250;
/** Share of its time that the main thread is busy from which on more work only waits. */
const SATURATED = 0.8;

/** Tells whether the main thread of this process has all that it can do. */
export interface LoadGauge {
  isSaturated(): boolean;
}

export function createLoadGauge(): LoadGauge {
  const state = { from: performance.now(), before: performance.eventLoopUtilization(), isSaturated: false };
  return {
    isSaturated() {
      const now = performance.now();
      if (now - state.from >= SAMPLE_MS) {
        const { utilization } = performance.eventLoopUtilization(state.before);
        state.isSaturated = utilization > SATURATED;
        state.before = performance.eventLoopUtilization();
        state.from = now;
      }
      return state.isSaturated;
    },
  };
}
