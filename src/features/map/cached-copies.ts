import { ANY_AGE_MS } from '../../contract/options/scrape-options.ts';
import { PatternsTooSlow } from '../../frontier/patterns/path-patterns.ts';
import { Deadline } from '../../lib/time/deadline.ts';
import type { Log } from '../../lib/log/log.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { PageVisits } from './page-visits.ts';
import type { VisitedPage } from './visit-page.ts';

/** Copies in the cache that one map reads for their titles and links, and the time that it may take. */
const MAX_COPIES = 30;
const READING_MS = 2_000;

/** Does something with a copy that was read. */
export type UseCopy = (url: URL, page: VisitedPage, signal: AbortSignal) => Promise<void>;

/** The copies of a site's pages in the team's cache, as far as a map reads them. */
export class CachedCopies {
  readonly #visits: PageVisits;
  readonly #log: Log;
  /** Addresses of the copies that were read. */
  readonly read = new Set<string>();
  #left = MAX_COPIES;

  constructor(visits: PageVisits, log: Log) {
    this.#visits = visits;
    this.#log = log;
  }

  /** Reads copies in this order, those that were read left out, until the map has read enough or the time is over. */
  async readAll(hrefs: readonly string[], use: UseCopy, end: AbortSignal): Promise<void> {
    using time = new Deadline(READING_MS, end);
    const { signal } = time;
    for (const href of hrefs) {
      if (this.read.has(href)) continue;
      if (signal.aborted || this.#left-- <= 0) return;
      await this.#readOne(new URL(href), use, signal);
    }
  }

  async #readOne(url: URL, use: UseCopy, signal: AbortSignal): Promise<void> {
    const options = { ...this.#visits.options, lockdown: true, maxAge: ANY_AGE_MS };
    try {
      await use(url, await this.#visits.visit(url, { options, timeoutMs: READING_MS, signal }), signal);
      this.read.add(url.href);
    } catch (error) {
      if (error instanceof PatternsTooSlow) throw error;
      if (!(error instanceof ServiceError) && !signal.aborted)
        this.#log.warn('a cached page was not read for a map', { error });
    }
  }
}
