/** Options that are counted in milliseconds, and in seconds. */
const MILLISECONDS: ReadonlySet<PropertyKey | undefined> = new Set(['timeout']);
const SECONDS: ReadonlySet<PropertyKey | undefined> = new Set(['timeout', 'delay', 'ttl', 'activityTtl']);

/** The bounds of a `timeout`: the least in milliseconds, the most in seconds. */
const LEAST_MS = 1_000;
const MOST_SECONDS = 300;
/** The longest time that a request counts in seconds. */
const LONGEST_SECONDS = 3_600;

/**
 * The end of a sentence that refuses a duration which is out of bounds: the unit of the option, and the same number of
 * the other unit in it. Empty when the other unit cannot have been meant.
 */
export function durationHint(option: PropertyKey | undefined, value: number, limit: number): string {
  if (MILLISECONDS.has(option) && limit >= LEAST_MS && value > 0 && value < limit) {
    const seconds = value === 1 ? '1 second is' : `${value} seconds are`;
    return `: it is in milliseconds${value <= MOST_SECONDS ? `, ${seconds} ${value * 1_000}` : ''}`;
  }
  if (SECONDS.has(option) && limit <= LONGEST_SECONDS && value >= LEAST_MS && value / 1_000 <= limit)
    return `: it is in seconds, ${value} milliseconds are ${value / 1_000}`;
  return '';
}
