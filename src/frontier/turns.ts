import { setImmediate } from 'node:timers/promises';

/** Steps between two turns: about five milliseconds of reading XML. */
const STEPS = 16_384;

interface Turns {
  /** To be asked once a step; true when it is time for `give`. */
  isDue(): boolean;
  /** Lets everything else that waits in this process run first. Rejects with the signal's reason. */
  give(): Promise<void>;
}

/** For long work on the main thread, so that other requests are answered meanwhile. */
export function createTurns(signal: AbortSignal | undefined): Turns {
  let steps = 0;
  return {
    isDue: () => ++steps % STEPS === 0,
    async give() {
      await setImmediate();
      signal?.throwIfAborted();
    },
  };
}
