import { createTimeSlices } from '../../lib/turns/time-slices.ts';

/** Between two looks at the clock: less than a millisecond of reading. */
const CHARACTERS = 8_192;

interface Turns {
  /** To be asked at each step of less than some 100,000 characters; true when it is time for `give`. */
  isDue(position: number): boolean;
  /** Lets everything else that waits in this process run first. Rejects with the signal's reason. */
  give(): Promise<void>;
}

/** For reading a long text on the main thread, so that other requests are answered meanwhile. */
export function createTurns(signal: AbortSignal | undefined): Turns {
  const slices = createTimeSlices();
  let next = CHARACTERS;
  return {
    isDue(position) {
      if (position < next) return false;
      next = position + CHARACTERS;
      return slices.isOver();
    },
    async give() {
      await slices.rest();
      signal?.throwIfAborted();
    },
  };
}
