import type { Clock } from './clock.ts';

/** Set forward by more than this, a clock is doubted. */
const JUMP_MS = 60 * 60_000;
/** A clock that stays where it was set is believed after this: a machine that slept, or was wrong before. */
const PATIENCE_MS = 60 * 60_000;

/** Whether what has expired by the clock may be removed: a clock that jumps forward makes everything look old. */
export interface ClockWatch {
  isTrusted(): boolean;
}

/** `elapsedMs`: a clock that nobody sets. */
export function createClockWatch(
  clock: Clock,
  elapsedMs: () => number = () => performance.now(),
): ClockWatch {
  const trusted = { wall: clock.now(), at: elapsedMs() };
  const doubt: { since: number | undefined } = { since: undefined };
  return {
    isTrusted() {
      const [wall, at] = [clock.now(), elapsedMs()];
      const ahead = wall - trusted.wall - (at - trusted.at);
      if (ahead > JUMP_MS) {
        doubt.since ??= at;
        if (at - doubt.since < PATIENCE_MS) return false;
      }
      doubt.since = undefined;
      Object.assign(trusted, { wall, at });
      return true;
    },
  };
}
