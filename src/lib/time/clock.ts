/** Where time comes from, so that tests can hold it. */
export interface Clock {
  /** Wall clock, ms since the epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
