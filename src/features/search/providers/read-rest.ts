import { readRetryAfterMs } from '../../../lib/time/retry-after.ts';

/** A larger number is a time since 1970, in seconds. */
const FIRST_EPOCH_S = 1e9;

/**
 * The rest that an answer asks for, ms; undefined when it asks for none. `x-ratelimit-reset` may have a value for each
 * window, such as a second and a month: those count whose `x-ratelimit-remaining` is used up, the longest of them.
 */
export function readRestMs(
  headers: Readonly<Record<string, string>>,
  now: number = Date.now(),
): number | undefined {
  const after = readRetryAfterMs(headers, now);
  if (after !== undefined) return after;
  const resets = numbersOf(headers['x-ratelimit-reset']);
  const remaining = numbersOf(headers['x-ratelimit-remaining']);
  const usedUp = resets.filter((_reset, index) => remaining[index] === 0);
  const waits = (usedUp.length > 0 ? usedUp : resets.slice(0, 1)).map((seconds) =>
    seconds >= FIRST_EPOCH_S ? Math.max(0, seconds * 1_000 - now) : seconds * 1_000,
  );
  return waits.length === 0 ? undefined : Math.max(...waits);
}

function numbersOf(header: string | undefined): number[] {
  const parts = (header ?? '').split(',').slice(0, 10);
  return parts.flatMap((part) => (/^\s*\d{1,12}(?:\.\d+)?\s*$/.test(part) ? [Number(part)] : []));
}
