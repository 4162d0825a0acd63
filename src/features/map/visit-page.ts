import { v7 as uuidv7 } from 'uuid';
import type { ScrapeOptions } from '../../contract/options/scrape-options.ts';
import { Deadline } from '../../lib/time/deadline.ts';
import type { CachedPageRow } from '../../scraper/cache/page-cache.ts';
import type { IndexChange } from '../../search-index/write-pages.ts';
import type { ScrapePage } from '../../scraper/scrape-page.ts';
import { createTrace } from '../../scraper/trace.ts';

/** The facts of a page that a map needs. */
export interface VisitedPage {
  /** Where redirects ended. */
  url: URL;
  status: number;
  title: string | undefined;
  description: string | undefined;
  /** Absolute, each once, in document order. */
  links: string[];
  warning: string | undefined;
  toCache: CachedPageRow | undefined;
  toIndex: IndexChange | undefined;
}

export interface VisitOptions {
  teamId: string | undefined;
  options: ScrapeOptions;
  timeoutMs: number;
  signal: AbortSignal;
  onRedirect?: (target: URL) => void | Promise<void>;
}

/** Scrapes one page for a map; throws what a scrape throws. */
export async function visitPage(
  scrapePage: ScrapePage,
  url: URL,
  { teamId, options, timeoutMs, signal, onRedirect }: VisitOptions,
): Promise<VisitedPage> {
  using deadline = new Deadline(timeoutMs, signal);
  const { document, discovery, toCache, toIndex } = await scrapePage({
    id: uuidv7(),
    teamId,
    url,
    sourceUrl: url.href,
    options,
    deadline,
    trace: createTrace(),
    isDiscovering: true,
    onRedirect,
  });
  const { metadata, warning } = document;
  const status = metadata.statusCode ?? 200;
  return {
    url: new URL(metadata.url ?? url.href),
    status,
    // An error page has a title that is not the page's.
    title: status < 400 ? textOf(metadata['title']) : undefined,
    description: status < 400 ? textOf(metadata['description']) : undefined,
    links: discovery?.links ?? [],
    warning,
    toCache,
    toIndex,
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
