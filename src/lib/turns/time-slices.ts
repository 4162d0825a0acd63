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
      await turn();
      endsAt = now() + SLICE_MS;
    },
  };
}

/** Loops that have worked for a slice and want another one, in the order in which they came. */
const waiting: Array<() => void> = [];

/** One goes on each time that the event loop comes round: a hundred together keep it no longer than one alone. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(letOneGoOn);
  });
}

function letOneGoOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(letOneGoOn);
}
