import type { JsonText } from '../../lib/json/json-text.ts';
import type { ScrapeOutcome } from '../../scraper/scrape-page.ts';
import type { NewPage } from './add-pages.ts';
import type { ClaimedPage } from './claimed-page.ts';

/**
 * The result of the work on a claimed page. `settlePages` writes it in one transaction with everything that follows
 * from it: documents, links, counters, charges.
 */
export interface PageResult {
  page: ClaimedPage;
  end: PageEnd;
  /** The signs of how fast the host can be asked. */
  host: HostFeedback;
  /** The pages that this page links to and the crawl follows, in document order. */
  links: readonly NewPage[];
  /** Links that are reported and not followed: home pages of other sites. */
  leftOut: readonly NewPage[];
  /** Sentences for the caller by subject. */
  warnings: Readonly<Record<string, string>>;
  /** The new start of the crawl, when its start led to another host. */
  movedTo?: URL;
}

/** The end of a page as its worker sees it; `decideEnds` may still turn a document into a duplicate. */
export type PageEnd =
  | ({ kind: 'document' } & FinishedScrape & {
        outcome: ScrapeOutcome;
        /** The document as JSON. */
        json: JsonText;
        /** The page that a redirect led to, when that is another page. */
        redirectedTo: NewPage | undefined;
        canonical: { key: string; contentHash: string } | undefined;
      })
  | ({ kind: 'failed'; code: string; message: string; credits: number } & FinishedScrape)
  /** The page goes back into the queue and waits for `waitMs`, or for the `holdMs` of its host. */
  | { kind: 'retry'; waitMs: number }
  /** The page gives its place in the limit back. */
  | { kind: 'dropped'; reason: DropReason }
  /** The site's sitemaps are read; `problem` when the crawl needed them and found none. */
  | { kind: 'sitemapsRead'; problem: string | undefined };

/** The facts of a scrape that its row keeps, whether it brought a document or failed. */
export interface FinishedScrape {
  scrapeId: string;
  startedAt: Date;
  durationMs: number;
  /** The URL as it may be reported: without user name and password. */
  sourceUrl: string;
  trace: unknown;
}

/** The reason why a page gives its place back. */
export type DropReason = 'robots' | 'out of scope' | 'duplicate';

/** One page's signs of how fast its host can be asked; `updateHosts` adapts the host's pace to it. */
export interface HostFeedback {
  /** Time to the answer, ms. */
  latencyMs?: number | undefined;
  /** The host asks for fewer requests: nothing is fetched from it for this long, ms. */
  holdMs?: number | undefined;
  /** Time between two fetches that robots.txt asks for, ms. */
  spacingMs?: number | undefined;
  /** The host was asked for nothing: the page was refused beforehand, or came from the cache. */
  isUnasked?: boolean;
}
