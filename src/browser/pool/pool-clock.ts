/** The source of a pool's time, so that tests can hold it. */
export interface PoolClock {
  /** Monotonic, ms. */
  now(): number;
  /** Does the work once, unless what is returned is called before. */
  after(delayMs: number, work: () => void): () => void;
}

/** Keeps no process alive. */
export const systemPoolClock: PoolClock = {
  now: () => performance.now(),
  after(delayMs, work) {
    const timer = setTimeout(work, delayMs).unref();
    return () => clearTimeout(timer);
  },
};
