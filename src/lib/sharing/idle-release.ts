import { releaseMemory } from '../release-memory.ts';

/** So long without work counts as rest. */
const IDLE_MS = 5_000;
/** Threads have ended by then: what they held is the C library's, until it is asked for it once more. */
const THREADS_ENDED_MS = 10_000;
/** Memory that only starting needed can go sooner. */
const AFTER_START_MS = 1_000;
/** Less than this is not worth a look through all that lives: some 50 ms in which nobody is answered. */
const WORTH_BYTES = 16 * 2 ** 20;

export interface IdleRelease extends Disposable {
  noteStarted(): void;
  /** Notes that there was work to do. */
  noteWork(): void;
}

export interface IdleReleaseOptions {
  readonly release?: () => Promise<void>;
  /** Bytes of memory that the process holds. */
  readonly heldBytes?: () => number;
}

/**
 * Gives memory back when work is over: V8 collects when it allocates, so a service that has come to rest would keep
 * what its last burst left behind. Once after the start, and twice a rest if the process has grown since, while nobody waits
 * for an answer.
 */
export function createIdleRelease({
  release = releaseMemory,
  heldBytes = () => process.memoryUsage.rss(),
}: IdleReleaseOptions = {}): IdleRelease {
  const state = {
    timer: undefined as NodeJS.Timeout | undefined,
    restsAt: 0,
    hasAnother: false,
    /** After the last release of a rest: one that work broke off is begun again at the next. */
    bytes: 0,
  };

  function schedule(restMs: number, hasAnother: boolean): void {
    state.restsAt = performance.now() + restMs;
    state.hasAnother = hasAnother;
    state.timer ??= setTimeout(releaseAtRest, restMs).unref();
  }

  function releaseAtRest(): void {
    const leftMs = state.restsAt - performance.now();
    state.timer = leftMs > 0 ? setTimeout(releaseAtRest, leftMs).unref() : undefined;
    if (state.timer) return;
    const { hasAnother } = state;
    if (hasAnother && heldBytes() < state.bytes + WORTH_BYTES) return;
    void releaseNow(!hasAnother);
    if (hasAnother) schedule(THREADS_ENDED_MS, false);
  }

  async function releaseNow(isLast: boolean): Promise<void> {
    await release();
    if (isLast) state.bytes = heldBytes();
  }

  return {
    noteStarted: () => schedule(AFTER_START_MS, false),
    noteWork: () => schedule(IDLE_MS, true),
    [Symbol.dispose]() {
      clearTimeout(state.timer);
      state.timer = undefined;
    },
  };
}
