import { sleep } from '../../lib/sleep.ts';
import type { FetchSiteFile } from '../fetch-site-file.ts';

/** Statuses with which a site says that it does not want to give a file now. */
const BUSY: ReadonlySet<number> = new Set([429, 503]);
/** The rests before a busy site is asked again; it may ask for longer ones. */
const RESTS_MS = [1_000, 4_000];
/** A site that asks for a longer rest is not waited for. */
const LONGEST_REST_MS = 60_000;

/** Asks a busy site again for the file, after the rest that it asks for; its last answer counts. */
export function createPatientFetch(fetch: FetchSiteFile): FetchSiteFile {
  return async function fetchPatiently(url, request) {
    let file = await fetch(url, request);
    for (const leastMs of RESTS_MS) {
      const restMs = Math.max(leastMs, file.retryAfterMs ?? 0);
      if (!BUSY.has(file.status) || restMs > LONGEST_REST_MS) break;
      await sleep(restMs, request.signal);
      file = await fetch(url, request);
    }
    return file;
  };
}
