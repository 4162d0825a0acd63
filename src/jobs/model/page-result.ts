import type { JsonText } from '../../lib/json-text.ts';
import type { ScrapeOutcome } from '../../scraper/scrape-page.ts';
import type { NewPage } from './add-pages.ts';
import type { ClaimedPage } from './claimed-page.ts';

/** What the work on a claimed page came to, to be written in one transaction with everything that follows from it. */
export interface PageResult {
  page: ClaimedPage;
  end: PageEnd;
  /** What the host bears. */
  host: HostFeedback;
  /** Pages that it leads to, in document order. */
  links: readonly NewPage[];
  /** Links that are left out and reported: home pages of other sites. */
  leftOut: readonly NewPage[];
  /** Sentences for the caller by subject. */
  warnings: Readonly<Record<string, string>>;
  /** The start of the crawl, when it turned out to be on another host. */
  movedTo?: URL;
}

export type PageEnd =
  | ({ kind: 'document' } & FinishedScrape & {
        outcome: ScrapeOutcome;
        /** The document as JSON. */
        json: JsonText;
        /** The page that it was redirected to, when that is another one. */
        redirectedTo: NewPage | undefined;
        canonical: { key: string; contentHash: string } | undefined;
      })
  | ({ kind: 'failed'; code: string; message: string; credits: number } & FinishedScrape)
  /** Back into the queue: behind a time of its own, or (`hold` of the host) behind the host's. */
  | { kind: 'retry'; waitMs: number }
  /** Gives its place back. */
  | { kind: 'dropped'; reason: DropReason }
  /** The site's sitemaps are read. */
  | { kind: 'sitemapsRead'; problem: string | undefined };

export interface FinishedScrape {
  scrapeId: string;
  startedAt: Date;
  durationMs: number;
  /** As it may be reported. */
  sourceUrl: string;
  trace: unknown;
}

export type DropReason = 'robots' | 'out of scope' | 'duplicate';

export interface HostFeedback {
  /** Time to the answer, ms. */
  latencyMs?: number | undefined;
  /** The host asks for less: nothing of it is fetched for so long. */
  holdMs?: number | undefined;
  /** Time between two fetches that robots.txt asks for, ms. */
  spacingMs?: number | undefined;
  /** It was asked for nothing: the page was refused beforehand, or came from the cache. */
  isUnasked?: boolean;
}
