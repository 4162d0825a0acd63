import type { Caller } from '../../accounts/caller.ts';
import type { ScrapeRequest } from '../../contract/requests/scrape.ts';
import { toTarget, withoutCredentials } from '../../lib/addresses/url.ts';
import type { PackedDocument } from '../../scraper/packed-document.ts';
import type { ScrapeKind } from './record-scrapes.ts';
import type { KeepMemory, RunScrape } from './run-scrape.ts';

/** The parts of POST /v2/scrape. */
export interface ScrapeParts {
  runScrape: RunScrape;
  /** Host names without a dot that the operator allowed. */
  isHostAllowed: (hostname: string) => boolean;
  /** Where it is counted; a scrape when absent. */
  kind?: ScrapeKind;
}

/** Scrapes one URL for a caller; see `RunScrape`. */
export type Scrape = (
  caller: Caller,
  request: ScrapeRequest,
  signal: AbortSignal,
  keepMemory?: KeepMemory,
) => Promise<PackedDocument>;

/** POST /v2/scrape: one URL, one document, in one call stack. Results of a search are scraped in the same way. */
export function createScrape({ runScrape, isHostAllowed, kind = 'scrape' }: ScrapeParts): Scrape {
  return async function scrape(caller, { url: requested, ...options }, signal, keepMemory) {
    const url = toTarget(requested, { isHostAllowed });
    const sourceUrl = url.username === '' && url.password === '' ? requested : withoutCredentials(url).href;
    return runScrape(caller, { kind, url, sourceUrl, options }, signal, keepMemory);
  };
}
