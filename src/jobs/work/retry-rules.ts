import { readRetryAfterMs } from '../../lib/time/retry-after.ts';

/** Times that a page is tried again which the host did not want to give now. */
const MAX_OVERLOAD_RETRIES = 6;
/** Times that a page is tried again that failed for another passing reason. */
const MAX_FAILURE_RETRIES = 2;
/** Times that a page is tried again when it was us who could not: the database was away, or no socket was left. */
const MAX_OWN_RETRIES = 20;
const FIRST_HOLD_MS = 1_000;
/** A host that asks for more is asked again after this. */
const MAX_HOLD_MS = 5 * 60_000;

const OVERLOADED: ReadonlySet<number> = new Set([429, 503]);
const PASSING: ReadonlySet<number> = new Set([502, 504]);
const PASSING_CODES: ReadonlySet<string> = new Set(['SCRAPE_SITE_ERROR', 'SCRAPE_TIMEOUT', 'UNKNOWN_ERROR']);

/** The way to a second try, for an answer or failure that may pass. */
export type Retry =
  /** The host is asked for nothing for so long. */
  | { kind: 'hold'; holdMs: number }
  /** Only this page waits. */
  | { kind: 'wait'; waitMs: number };

/** Whether a page that answered with this status is fetched again, and when; undefined: the answer is taken. */
export function retryOfStatus(
  status: number,
  retryAfter: string | undefined,
  { retries, now }: { retries: number; now: number },
): Retry | undefined {
  if (OVERLOADED.has(status) && retries < MAX_OVERLOAD_RETRIES) {
    const asked = readRetryAfterMs({ 'retry-after': retryAfter ?? '' }, now);
    const grownMs = FIRST_HOLD_MS * 2 ** retries;
    // A host that is overloaded again after its own Retry-After named too short a time: half of the grown time is the least.
    const holdMs = asked === undefined ? grownMs : Math.max(asked, grownMs / 2);
    return { kind: 'hold', holdMs: Math.min(MAX_HOLD_MS, holdMs) };
  }
  return PASSING.has(status) && retries < MAX_FAILURE_RETRIES ? waitFor(retries) : undefined;
}

/** Whether a page that failed with this code is fetched again, and when. */
export function retryOfFailure(code: string, { retries }: { retries: number }): Retry | undefined {
  if (code === 'SERVICE_UNAVAILABLE') {
    return retries < MAX_OWN_RETRIES ? { kind: 'wait', waitMs: FIRST_HOLD_MS } : undefined;
  }
  return PASSING_CODES.has(code) && retries < MAX_FAILURE_RETRIES ? waitFor(retries) : undefined;
}

function waitFor(retries: number): Retry {
  return { kind: 'wait', waitMs: FIRST_HOLD_MS * 4 ** retries };
}
