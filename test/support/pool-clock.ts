import type { PoolClock } from '../../src/browser/pool/pool-clock.ts';

/** For tests: time stands still unless it is advanced. */
export interface FakeClock extends PoolClock {
  /** Does all that falls due meanwhile, in its order. */
  advance(ms: number): void;
}

export function createFakeClock(): FakeClock {
  const timers = new Set<{ at: number; work: () => void }>();
  let now = 0;
  return {
    now: () => now,
    after(delayMs, work) {
      const timer = { at: now + delayMs, work };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(ms) {
      const until = now + ms;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at);
        if (!next) break;
        timers.delete(next);
        now = next.at;
        next.work();
      }
      now = until;
    },
  };
}
