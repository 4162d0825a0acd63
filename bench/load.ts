export interface LoadOptions {
  count: number;
  concurrency: number;
  signal: AbortSignal;
}

export interface Load {
  count: number;
  /** Wall time of all of it. */
  seconds: number;
  /** ms of each call. */
  latencies: number[];
}

/** Calls `task` so many times, so many at once; the first failure ends it. */
export async function runLoad(
  { count, concurrency, signal }: LoadOptions,
  task: () => Promise<unknown>,
): Promise<Load> {
  const latencies: number[] = [];
  const counter = { started: 0 };
  const from = performance.now();

  async function work(): Promise<void> {
    while (counter.started < count) {
      signal.throwIfAborted();
      counter.started++;
      const startedAt = performance.now();
      await task();
      latencies.push(performance.now() - startedAt);
    }
  }

  try {
    await Promise.all(Array.from({ length: concurrency }, work));
  } catch (error) {
    counter.started = count;
    throw error;
  }
  return { count, seconds: (performance.now() - from) / 1000, latencies };
}
