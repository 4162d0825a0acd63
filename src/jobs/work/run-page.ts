import type { CreditHold, CreditHolds } from '../../accounts/credit-holds.ts';
import { createSite } from '../../frontier/site.ts';
import type { SiteFiles, SiteRobots } from '../../frontier/site-files.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { Deadline } from '../../lib/time/deadline.ts';
import { optionsFor } from '../../scraper/options-for.ts';
import type { ScrapeOutcome, ScrapePage } from '../../scraper/scrape-page.ts';
import { areHeadersWithheld, withheldFromPages } from '../../scraper/fetch/withheld-headers.ts';
import type { Queryable } from '../../store/database.ts';
import type { ClaimedPage } from '../model/claimed-page.ts';
import { createCopyRepeat, type CopyRepeat } from './copy-repeat.ts';
import { judgeLinks } from './crawl-links.ts';
import type { CrawlContext, JobContext } from '../model/job-context.ts';
import type { PageEnd, PageResult } from '../model/page-result.ts';
import {
  endOfBrokenScrape,
  endOfDocument,
  endOfFailure,
  endOfRetry,
  RedirectOutOfScope,
} from './page-end.ts';
import { beginVisit, finalUrlOf, sitemapReadingOf, type PageVisit } from './page-visit.ts';
import { retryOfStatus, type Retry } from './retry-rules.ts';
import { createRobotsCheck, RobotsRefused, type CheckRobots } from './robots-check.ts';

export interface RunPageParts {
  db: Queryable;
  scrapePage: ScrapePage;
  siteFiles: Pick<SiteFiles, 'robotsOf'>;
  credits: Pick<CreditHolds, 'hold'>;
  clock: Clock;
}

/** A page's result, and the things to do once the result is safely written. */
export interface PageRun {
  result: PageResult;
  onSettled?: () => void;
  /** Credits held beyond the price that the job reckons with; to be released once the charge is written. */
  hold?: CreditHold;
  /** The memory of the result, to be disposed when the result is written. */
  memory?: Disposable | undefined;
}

/** Fetches and converts one page of a job. Never rejects: failures are results too. */
export function createRunPage({ db, scrapePage, siteFiles, credits: holds, clock }: RunPageParts) {
  const robotsFor = createRobotsCheck(siteFiles);
  const copyRepeat = createCopyRepeat(db);

  async function scrape(visit: PageVisit, deadline: Deadline, spacingMs: number): Promise<ScrapeOutcome> {
    const { job, url, scrapeId, trace } = visit;
    const { crawl } = job;
    return scrapePage({
      id: scrapeId,
      teamId: job.teamId,
      url,
      sourceUrl: visit.finish().sourceUrl,
      options: optionsFor(job.request.scrapeOptions, visit.named, url),
      deadline,
      trace,
      isDiscovering: crawl !== undefined,
      linkText: visit.page.linkText,
      job: { id: job.id, spacingMs },
      afford: visit.page.isLimited ? (credits) => holdBeyond(holds, visit, credits) : undefined,
      keepMemory: (memory) => void visit.memory.use(memory),
      onRedirect: crawl && ((target) => checkRedirect(visit, crawl, target, robotsFor)),
    });
  }

  async function run(visit: PageVisit): Promise<PageRun> {
    const { job, page } = visit;
    const { crawl } = job;
    const first = crawl ? await checkFirst(visit, crawl, robotsFor) : {};
    if (first.end) return { result: { ...visit.base, ...first, end: first.end } };
    const base = {
      ...visit.base,
      ...first,
      warnings: { ...first.warnings, ...withheldAt(visit, visit.url) },
    };
    using deadline = new Deadline(job.request.scrapeOptions.timeout, job.abort.signal);
    try {
      // Pages of a batch have no depth but the repeats.
      const isRepeat = crawl === undefined && page.depth > 0;
      const { signal } = deadline;
      const copied = isRepeat ? await repeat(visit, { copyRepeat, holds, signal }) : undefined;
      if (copied) return { result: { ...base, host: { isUnasked: true }, end: copied } };
      const delayMs = (job.request.crawl?.delay ?? 0) * 1000;
      const outcome = await scrape(visit, deadline, Math.max(delayMs, base.host.spacingMs ?? 0));
      const retry = retryOf(outcome, page, clock.now());
      const host = { ...base.host, latencyMs: outcome.fetchMs, isUnasked: outcome.fetchMs === undefined };
      if (retry) return { result: { ...base, ...endOfRetry(retry, host) } };
      const warnings = { ...base.warnings, ...withheldAt(visit, finalUrlOf(visit, outcome)) };
      const result: PageResult = { ...base, warnings, host, end: endOfDocument(visit, outcome) };
      return crawl ? await withLinks(visit, crawl, result, outcome) : { result };
    } catch (error) {
      return { result: { ...base, ...endOfBrokenScrape(error, visit, base.host) } };
    }
  }

  return async function runPage(job: JobContext, page: ClaimedPage): Promise<PageRun> {
    const visit = beginVisit(job, page, clock.now());
    const ended = await run(visit);
    return { ...ended, memory: visit.memory, ...(visit.hold && { hold: visit.hold }) };
  };
}

/** A repeat looks again after this whether the first page of its URL has ended. */
const FIRST_PAGE_MS = 1_000;

/** The outcome of a page for which nothing was fetched. */
const COPIED = {
  toCache: undefined,
  toIndex: undefined,
  toSnapshot: undefined,
  headers: {},
  fetchMs: undefined,
  queuedMs: 0,
  discovery: undefined,
};

/** Gives a page that a batch names again the end of the first one; undefined when that is not kept. */
async function repeat(
  visit: PageVisit,
  {
    copyRepeat,
    holds,
    signal,
  }: { copyRepeat: CopyRepeat; holds: RunPageParts['credits']; signal: AbortSignal },
): Promise<PageEnd | undefined> {
  const { job, url, scrapeId, trace, finish } = visit;
  const own = { scrapeId, sourceURL: finish().sourceUrl };
  const first = await copyRepeat({ job, url, own, signal });
  if (first === undefined) return undefined;
  if (first.kind === 'waiting') return { kind: 'retry', waitMs: FIRST_PAGE_MS };
  if (first.kind === 'failed') return { ...first, credits: 0, ...finish() };
  const { of, json, metadata, credits, memory } = first;
  visit.memory.use(memory);
  if (visit.page.isLimited) await holdBeyond(holds, visit, credits);
  trace.note('repeat', { of });
  const outcome = { ...COPIED, document: { metadata }, credits };
  return { kind: 'document', ...finish(), outcome, json, redirectedTo: undefined, canonical: undefined };
}

/**
 * Asks scope and robots.txt whether the crawl may fetch the page. Returns the delay that robots.txt asks for, or the
 * end of a page that must not be fetched.
 */
async function checkFirst(
  visit: PageVisit,
  crawl: CrawlContext,
  robotsFor: CheckRobots,
): Promise<Partial<PageResult>> {
  const { job, page, url } = visit;
  try {
    if (visit.isStart) {
      const discovery = { depth: page.depth, fromExternal: false };
      const judgement = await crawl.scope.judge(url, discovery, job.abort.signal);
      if (!judgement.isInScope) return leftOut(judgement.reason);
    }
    return askedOf(await robotsFor(job, url));
  } catch (error) {
    if (!(error instanceof RobotsRefused)) return endOfFailure(error, visit, {});
    const { host, warnings } = askedOf(error.robots);
    return { warnings, host: { ...host, isUnasked: true }, end: { kind: 'dropped', reason: 'robots' } };
  }
}

/** Throws when the crawl may not go where a page is redirected to. */
async function checkRedirect(
  { job, page, isStart }: PageVisit,
  crawl: CrawlContext,
  target: URL,
  robotsFor: CheckRobots,
): Promise<void> {
  // The site is at the address that the start leads to.
  if (!isStart) {
    const discovery = { depth: page.depth, fromExternal: false };
    const { isInScope } = await crawl.scope.judge(target, discovery, job.abort.signal);
    if (!isInScope) throw new RedirectOutOfScope();
  }
  await robotsFor(job, target);
}

/** Holds what a page costs beyond the price that its job reckons with. */
async function holdBeyond(holds: RunPageParts['credits'], visit: PageVisit, credits: number): Promise<void> {
  const { job, scrapeId: id } = visit;
  const beyond = credits - job.pagePrice;
  if (beyond <= 0) return;
  if (visit.hold) await visit.hold.raise(beyond);
  else visit.hold = await holds.hold({ id, teamId: job.teamId, credits: beyond, canUseReserves: true });
}

/** A job says once that what the caller sends did not go everywhere. */
function withheldAt({ job, named }: PageVisit, url: URL): Record<string, string> {
  const { headers } = job.request.scrapeOptions;
  return areHeadersWithheld({ named, headers, url })
    ? { headers: withheldFromPages(job.crawl && named) }
    : {};
}

function retryOf(outcome: ScrapeOutcome, { retries }: ClaimedPage, now: number): Retry | undefined {
  const status = outcome.document.metadata.statusCode;
  if (outcome.fetchMs === undefined || status === undefined) return undefined;
  return retryOfStatus(status, outcome.headers['retry-after'], { retries, now });
}

/** Adds the links of the page that belong to the crawl. */
async function withLinks(
  { job, page, url, isStart }: PageVisit,
  crawl: CrawlContext,
  result: PageResult,
  outcome: ScrapeOutcome,
): Promise<PageRun> {
  const finalUrl = finalUrlOf({ url }, outcome);
  const hasMoved = isStart && createSite(url).relationOf(finalUrl) !== 'same';
  if (hasMoved) {
    // The site is the one that the start led to from now on; every other page of the job comes later.
    crawl.start = finalUrl;
    crawl.scope = crawl.scope.from(finalUrl);
  }
  const moved = hasMoved ? { movedTo: finalUrl } : {};
  const reading = isStart ? sitemapReadingOf(job) : [];
  if (job.request.crawl?.sitemap === 'only') return { result: { ...result, ...moved, links: reading } };
  const { links = [], linkTexts = [] } = outcome.discovery ?? {};
  const found = await judgeLinks(job, crawl, links, {
    linkTexts,
    depth: page.depth + 1,
    isFromExternal: page.isExternal,
  });
  return {
    result: {
      ...result,
      ...moved,
      links: [...reading, ...found.links],
      leftOut: found.leftOut,
      warnings: { ...result.warnings, ...found.warnings },
    },
    onSettled: found.markSeen,
  };
}

/** Most seconds between two fetches that a robots.txt is followed in. */
const MAX_CRAWL_DELAY_S = 10;

/** Gives the delay that robots.txt asks for, and a warning when it is longer than the service keeps. */
function askedOf(robots: SiteRobots | undefined): Pick<PageResult, 'host' | 'warnings'> {
  const asked = robots?.crawlDelayS ?? 0;
  if (asked <= 0) return { host: {}, warnings: {} };
  const sentence = `robots.txt asks for a crawl-delay of ${asked} seconds; ${MAX_CRAWL_DELAY_S} were kept.`;
  return {
    host: { spacingMs: Math.min(asked, MAX_CRAWL_DELAY_S) * 1000 },
    warnings: asked > MAX_CRAWL_DELAY_S ? { 'crawl-delay': sentence } : {},
  };
}

function leftOut(reason: string): Partial<PageResult> {
  const warnings = { start: `The start URL was not scraped: it is ${describe(reason)}.` };
  return { warnings, host: { isUnasked: true }, end: { kind: 'dropped', reason: 'out of scope' } };
}

function describe(reason: string): string {
  if (reason === 'excluded') return 'matched by excludePaths';
  if (reason === 'not included') return 'not matched by includePaths';
  return `out of scope (${reason})`;
}
