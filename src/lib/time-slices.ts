import { setImmediate } from 'node:timers/promises';

/** Longer at a time the main thread should not be taken from everything else that waits for it. */
const SLICE_MS = 10;

/** Long work on the main thread in slices: after each step `if (slices.isOver()) await slices.rest()`. */
export interface TimeSlices {
  isOver(): boolean;
  /** Lets everything else that waits in this process run; then the next slice begins. */
  rest(): Promise<void>;
}

/** By the clock and not by the number of steps, where one step may cost a thousand times another. */
export function createTimeSlices(now: () => number = () => performance.now()): TimeSlices {
  let endsAt = now() + SLICE_MS;
  return {
    isOver: () => now() >= endsAt,
    async rest() {
      await setImmediate();
      endsAt = now() + SLICE_MS;
    },
  };
}
