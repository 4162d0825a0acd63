import { sleep } from '../../lib/time/sleep.ts';
import type { FetchSiteFile } from '../fetch-site-file.ts';

/** Statuses with which a site says that it does not want to give a file now. */
const BUSY: ReadonlySet<number> = new Set([429, 503]);
/** The rests before a busy site is asked again for a file; it may ask for longer ones. */
const RESTS_MS = [1_000, 4_000];
/** A site that asks for a longer rest is not waited for. */
const LONGEST_REST_MS = 60_000;
/** After so long nobody rests any more: the files that a site does give are read in the time that is left. */
const PATIENCE_MS = 5 * 60_000;

/**
 * Makes the fetch for one reading of a site's files. An origin that answers that it is busy is asked for the file again once
 * the rest that it wants is over, and for no other file before. The answer to the last try is returned, whatever it is.
 */
export function createPatientFetch(fetch: FetchSiteFile): FetchSiteFile {
  const patientUntil = performance.now() + PATIENCE_MS;
  /** By origin, as `performance.now()` counts. */
  const restsUntil = new Map<string, number>();
  return async function fetchPatiently(url, request) {
    for (let asked = 1; ; asked++) {
      const heldMs = (restsUntil.get(url.origin) ?? 0) - performance.now();
      if (heldMs > 0) await sleep(heldMs, request.signal);
      const file = await fetch(url, request);
      const leastMs = RESTS_MS[asked - 1];
      if (!BUSY.has(file.status) || leastMs === undefined) return file;
      const restMs = Math.max(leastMs, file.retryAfterMs ?? 0);
      const until = performance.now() + restMs;
      if (restMs > LONGEST_REST_MS || until > patientUntil) return file;
      restsUntil.set(url.origin, Math.max(until, restsUntil.get(url.origin) ?? 0));
    }
  };
}
