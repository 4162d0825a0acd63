import { v7 as uuidv7 } from 'uuid';
import type { CreditHold } from '../../accounts/credit-holds.ts';
import type { ScrapeOutcome } from '../../scraper/scrape-page.ts';
import { createTrace } from '../../scraper/trace.ts';
import type { NewPage } from '../model/add-pages.ts';
import type { ClaimedPage } from '../model/claimed-page.ts';
import type { JobContext } from '../model/job-context.ts';
import { pageKey, SITEMAPS_KEY } from '../model/page-key.ts';
import type { FinishedScrape, PageResult } from '../model/page-result.ts';
import { reportableUrl } from '../model/reportable-url.ts';

/** A claimed page while this process scrapes it. */
export interface PageVisit {
  job: JobContext;
  page: ClaimedPage;
  url: URL;
  /** The URL that the caller named: that of the crawl, or the page's own in a batch. */
  named: URL;
  /** The page that the crawl starts at. */
  isStart: boolean;
  /** The members of the result that are known before the page has ended. */
  base: Omit<PageResult, 'end'>;
  /** Facts of the scrape, as of now. */
  finish: () => FinishedScrape;
  scrapeId: string;
  trace: ReturnType<typeof createTrace>;
  hold: CreditHold | undefined;
  /** The memory of the result. */
  memory: DisposableStack;
}

export function beginVisit(job: JobContext, page: ClaimedPage, now: number): PageVisit {
  const given = job.seal.open(page.url);
  const url = new URL(given);
  const startUrl = job.request.crawl?.url;
  const isStart = startUrl !== undefined && page.depth === 0 && url.href === startUrl;
  const scrapeId = uuidv7();
  const trace = createTrace();
  const startedAt = new Date(now);
  const from = performance.now();
  return {
    job,
    page,
    url,
    named: startUrl === undefined ? url : new URL(startUrl),
    isStart,
    scrapeId,
    trace,
    hold: undefined,
    memory: new DisposableStack(),
    base: { page, host: {}, links: isStart ? sitemapReadingOf(job) : [], leftOut: [], warnings: {} },
    finish: () => ({
      scrapeId,
      startedAt,
      sourceUrl: reportableUrl(given),
      durationMs: Math.round(performance.now() - from),
      trace: job.seal.isSealed ? undefined : trace.steps,
    }),
  };
}

/** The address that the page was found at in the end. */
export function finalUrlOf({ url }: Pick<PageVisit, 'url'>, { document }: ScrapeOutcome): URL {
  return new URL(document.metadata.url ?? url.href);
}

/** The reading of the sitemaps begins when the start has told where the site is. */
export function sitemapReadingOf(job: JobContext): NewPage[] {
  const { crawl, request } = job;
  if (crawl === undefined || request.crawl?.sitemap === 'skip' || request.scrapeOptions.lockdown) return [];
  const { host } = pageKey(crawl.start, job.comparison, job.seal);
  // A queue of its own: pages need not wait until the sitemaps are read.
  const queue = `sitemaps ${host}`;
  return [
    {
      key: SITEMAPS_KEY,
      host: queue,
      url: crawl.start.href,
      depth: 0,
      isExternal: false,
      isSitemapReading: true,
    },
  ];
}
