import type { ScrapeOptions } from '../contract/options/scrape-options.ts';
import type { Deadline } from '../lib/time/deadline.ts';
import type { Visit } from '../lib/turns/team-line.ts';
import type { ScrapeMemory } from './memory/scrape-memory.ts';
import type { Page } from './page.ts';
import type { Trace } from './trace.ts';

/**
 * One page to scrape, and for whom: the only thing that `scrapePage` is given. The engines, the conversion and the
 * change tracker get it too, as a `RunningScrape` or an `EngineRequest`.
 */
export interface PageTask {
  /** Becomes `metadata.scrapeId`. */
  id: string;
  /** The team whose cache is used; undefined: no cache at all. */
  teamId: string | undefined;
  url: URL;
  /** The file that the caller sent; nothing is fetched then. */
  file?: GivenFile;
  /** The page as it was fetched before; nothing is fetched then, and no copy of it is kept. */
  copy?: { page: Page; fetchedAt: Date } | undefined;
  /** The URL as the caller wrote it, without user name and password. */
  sourceUrl: string;
  options: ScrapeOptions;
  deadline: Deadline;
  trace: Trace;
  /** The trace also says why each block was removed. */
  isExplained?: boolean;
  /** The outcome also lists the parts of the page; `marked`: with the page itself, its removed blocks shaded. */
  outline?: 'parts' | 'marked' | undefined;
  /** The outcome also says where the page leads, for crawls and maps. */
  isDiscovering?: boolean;
  /** The text of the link that led to the page, for the search index. */
  linkText?: string | undefined;
  /** The job that the page belongs to; undefined: a caller waits for this page alone. */
  job?: PageJob;
  /**
   * Called with the price before the scrape costs more than its options tell, and before its document is finished.
   * Rejects with PAYMENT_REQUIRED when the team cannot pay it.
   */
  afford?: ((credits: number) => Promise<void>) | undefined;
  /** Called before a redirect is followed; throwing ends the scrape with that error. */
  onRedirect?: ((target: URL) => void | Promise<void>) | undefined;
  /** Called with the page as it was fetched, for scrapes that go on with it as their `copy`. */
  keepPage?: ((page: Page) => void) | undefined;
  /** Called with the memory of the result, which is disposed when the result has been recorded and answered. */
  keepMemory?: ((memory: Disposable) => void) | undefined;
}

/** The job of a page, as far as a scrape must know it: its pages may share a tab, and wait for one another. */
export interface PageJob {
  id: string;
  /** How long the site wants to be left alone between two requests for pages, ms. */
  spacingMs: number;
}

/** A page task while `scrapePage` works on it. */
export interface RunningScrape extends PageTask {
  memory: ScrapeMemory;
  /** Whether a page that was fetched may go to the cache; absent: none does. */
  mayKeep?: (page: Page) => boolean;
  /** Whether a page that was fetched may go to the search index; absent: none does. */
  mayIndex?: (page: Page) => boolean;
}

/** A file that the caller sent with the request. */
export interface GivenFile {
  contentType: string | undefined;
  /** Bytes. */
  size: number;
  read(): Promise<Uint8Array>;
}

/** How a page waits for a place (thread, tab, memory): teams take turns, and pages of jobs stand behind the others. */
export function turnOf({
  teamId = '',
  job,
}: Pick<PageTask, 'teamId' | 'job'>): Visit & { isBackground: boolean } {
  return { teamId, isBackground: job !== undefined };
}
