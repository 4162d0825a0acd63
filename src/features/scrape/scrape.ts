import type { Caller } from '../../accounts/caller.ts';
import type { ScrapeRequest } from '../../contract/requests/scrape.ts';
import { toTarget, withoutCredentials } from '../../lib/url.ts';
import type { PackedDocument } from '../../scraper/packed-document.ts';
import type { KeepMemory, RunScrape } from './run-scrape.ts';

/** The parts of POST /v2/scrape. */
export interface ScrapeParts {
  runScrape: RunScrape;
  /** Host names without a dot that the operator allowed. */
  isHostAllowed: (hostname: string) => boolean;
}

/** Scrapes one URL for a caller; see `RunScrape`. */
export type Scrape = (
  caller: Caller,
  request: ScrapeRequest,
  signal: AbortSignal,
  keepMemory?: KeepMemory,
) => Promise<PackedDocument>;

/** POST /v2/scrape: one URL, one document, in one call stack. */
export function createScrape({ runScrape, isHostAllowed }: ScrapeParts): Scrape {
  return async function scrape(caller, { url: requested, ...options }, signal, keepMemory) {
    const url = toTarget(requested, { isHostAllowed });
    const sourceUrl = url.username === '' && url.password === '' ? requested : withoutCredentials(url).href;
    return runScrape(caller, { kind: 'scrape', url, sourceUrl, options }, signal, keepMemory);
  };
}
