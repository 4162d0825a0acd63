import { mapPageOptions, type MapRequest } from '../../contract/requests/map.ts';
import { optionsFor } from '../../scraper/options-for.ts';
import type { CachedPageRow } from '../../scraper/cache/page-cache.ts';
import { areHeadersWithheld, withheldFromPages } from '../../scraper/fetch/withheld-headers.ts';
import type { IndexChange } from '../../search-index/write-pages.ts';
import type { ScrapePage } from '../../scraper/scrape-page.ts';
import { visitPage, type VisitedPage, type VisitOptions } from './visit-page.ts';

/** The most bytes of fetched pages that are kept for the cache and the search index. */
const MAX_KEPT_BYTES = 20_000_000;

export interface PageVisitsParts {
  scrapePage: ScrapePage;
  teamId: string | undefined;
  /** The URL that the caller named. */
  asked: URL;
  request: MapRequest;
}

/** The pages that a map looks at. */
export class PageVisits {
  /** The options of a page, as the map's request has them. */
  readonly options: ReturnType<typeof mapPageOptions>;
  /** Pages that were fetched on the way. */
  readonly toCache: CachedPageRow[] = [];
  readonly toIndex: IndexChange[] = [];
  readonly #parts: PageVisitsParts;
  #keptBytes = 0;
  #isWithheld = false;

  constructor(parts: PageVisitsParts) {
    this.#parts = parts;
    this.options = mapPageOptions(parts.request);
  }

  /** Scrapes a page; throws what a scrape throws. */
  async visit(url: URL, options: Omit<VisitOptions, 'teamId'>): Promise<VisitedPage> {
    const { scrapePage, teamId, asked } = this.#parts;
    const page = await visitPage(scrapePage, url, {
      ...options,
      options: optionsFor(options.options, asked, url),
      teamId,
    });
    const { headers } = this.options;
    this.#isWithheld ||= areHeadersWithheld({ named: asked, headers, url: page.url });
    const size = (page.toCache?.body.length ?? 0) + (page.toIndex?.page?.text.length ?? 0);
    if (this.#keptBytes + size <= MAX_KEPT_BYTES) {
      this.#keptBytes += size;
      if (page.toCache !== undefined) this.toCache.push(page.toCache);
      if (page.toIndex !== undefined) this.toIndex.push(page.toIndex);
    }
    return page;
  }

  /** A warning when the caller's headers did not go everywhere. */
  warnings(): string[] {
    return this.#isWithheld ? [withheldFromPages(this.#parts.asked)] : [];
  }
}
