import { releaseMemory } from './release-memory.ts';

/** So long without work counts as rest. */
const IDLE_MS = 5_000;
/** Threads have ended by then: what they held is the C library's, until it is asked for it once more. */
const THREADS_ENDED_MS = 10_000;
/** Memory that only starting needed can go sooner. */
const AFTER_START_MS = 1_000;

export interface IdleRelease extends Disposable {
  noteStarted(): void;
  /** Notes that there was work to do. */
  noteWork(): void;
}

/**
 * Gives memory back when work is over: V8 collects when it allocates, so a service that has come to rest would keep
 * what its last burst left behind. Twice a rest, while nobody waits for an answer.
 */
export function createIdleRelease(): IdleRelease {
  const state = { timer: undefined as NodeJS.Timeout | undefined, restsAt: 0, isSecond: false };

  function schedule(restMs: number): void {
    state.restsAt = performance.now() + restMs;
    state.isSecond = false;
    state.timer ??= setTimeout(releaseAtRest, restMs).unref();
  }

  function releaseAtRest(): void {
    const leftMs = state.restsAt - performance.now();
    state.timer = leftMs > 0 ? setTimeout(releaseAtRest, leftMs).unref() : undefined;
    if (state.timer) return;
    void releaseMemory();
    if (state.isSecond) return;
    state.isSecond = true;
    state.restsAt += THREADS_ENDED_MS;
    state.timer = setTimeout(releaseAtRest, THREADS_ENDED_MS).unref();
  }

  return {
    noteStarted: () => schedule(AFTER_START_MS),
    noteWork: () => schedule(IDLE_MS),
    [Symbol.dispose]() {
      clearTimeout(state.timer);
      state.timer = undefined;
    },
  };
}
