import { PAGE_STATE } from '../model/page-state.ts';
import type { SiteFiles } from '../../frontier/site-files.ts';
import type { SitemapProblem } from '../../frontier/sitemap/sitemap-problem.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { Database, Queryable } from '../../store/database.ts';
import { addPages, hasRoomForLinks, type NewPage } from '../model/add-pages.ts';
import type { ClaimedPage } from '../model/claimed-page.ts';
import { judgeLinks } from './crawl-links.ts';
import type { CrawlContext, JobContext } from '../model/job-context.ts';
import { JOBS_CHANNEL } from '../model/job-events.ts';
import { lockJob } from '../model/job-row.ts';
import { retryOfFailure } from './retry-rules.ts';
import type { PageRun } from './run-page.ts';
import { withRetries } from '../../store/with-retries.ts';

/** URLs that go into the frontier in one transaction. */
const CHUNK = 1_000;
const LIMITS = { maxSitemaps: 5_000, maxUrls: 5_000_000, maxDepth: 4 };
/** A site may name thousands of sitemaps that never answer. */
const MAX_READING_MS = 10 * 60_000;

export interface RunSitemapsParts {
  db: Database;
  siteFiles: SiteFiles;
  /** Sitemaps that were not read by then are left out. */
  maxReadingMs?: number;
}

/** Reads the site's sitemaps into the frontier, piece by piece. Never rejects; a second reading changes nothing. */
export function createRunSitemaps({ db, siteFiles, maxReadingMs = MAX_READING_MS }: RunSitemapsParts) {
  return async function runSitemaps(job: JobContext, page: ClaimedPage): Promise<PageRun> {
    const counts: Counts = { urls: 0, problem: undefined, isMissing: false, isCut: false, warnings: {} };
    try {
      await readSitemaps(job, counts);
    } catch (error) {
      if (job.abort.signal.aborted) return { result: { ...empty(page), end: { kind: 'retry', waitMs: 0 } } };
      // The site is not at fault: its URLs must not be missing because our database was away.
      const code = error instanceof ServiceError ? error.code : 'UNKNOWN_ERROR';
      const retry = code === 'SERVICE_UNAVAILABLE' ? retryOfFailure(code, page) : undefined;
      if (retry?.kind === 'wait') {
        return { result: { ...empty(page), end: { kind: 'retry', waitMs: retry.waitMs } } };
      }
      counts.problem ??= error instanceof Error ? error.message : String(error);
    }
    const isNeeded = job.request.crawl?.sitemap === 'only';
    const problem = isNeeded && counts.urls === 0 ? (counts.problem ?? 'No sitemap was found') : undefined;
    const warnings = {
      ...counts.warnings,
      ...(counts.isMissing && { missingSitemaps: NOT_GIVEN }),
      ...(counts.isCut && { sitemaps: TOO_SLOW }),
    };
    return { result: { ...empty(page), warnings, end: { kind: 'sitemapsRead', problem } } };
  };

  async function readSitemaps(job: JobContext, counts: Counts): Promise<void> {
    const { crawl } = job;
    if (crawl === undefined) return;
    const timeLimit = AbortSignal.timeout(maxReadingMs);
    const signal = AbortSignal.any([job.abort.signal, timeLimit]);
    const entries = entriesOf(siteFiles, { job, crawl, counts, signal });
    let chunk: string[] = [];
    try {
      for await (const { url } of entries) {
        counts.urls++;
        chunk.push(url);
        if (chunk.length < CHUNK) continue;
        if (!(await queueUrls(db, job, chunk, counts))) return;
        chunk = [];
      }
    } catch (error) {
      if (error !== timeLimit.reason) throw error;
      counts.isCut = true;
    }
    await queueUrls(db, job, chunk, counts);
  }
}

interface SitemapsReading {
  job: JobContext;
  crawl: CrawlContext;
  counts: Counts;
  signal: AbortSignal;
}

/** The entries of the sitemaps of a crawl's site; problems are written into its counts. */
async function* entriesOf(siteFiles: SiteFiles, { job, crawl, counts, signal }: SitemapsReading) {
  const options = job.request.crawl;
  if (options === undefined) return;
  const robots = await siteFiles.robotsOf(crawl.start, {
    userAgent: options.robotsUserAgent,
    teamId: job.teamId,
    signal,
  });
  yield* siteFiles.sitemapEntries({
    start: crawl.start,
    teamId: job.teamId,
    robots,
    isRobotsIgnored: options.ignoreRobotsTxt,
    ignoreCache: false,
    isCached: !job.seal.isSealed,
    isPatient: true,
    limits: LIMITS,
    signal,
    onProblem(problem) {
      counts.problem ??= describeProblem(problem);
      counts.isMissing ||= mayHidePages(problem);
    },
  });
}

function describeProblem({ reason, status }: SitemapProblem): string {
  const said = status === undefined ? '' : ` (status ${status})`;
  return `The sitemap could not be read: ${reason}${said}`;
}

interface Counts {
  urls: number;
  /** The first thing that went wrong. */
  problem: string | undefined;
  /** The site could not give a file, which it may have. */
  isMissing: boolean;
  /** The time was not enough. */
  isCut: boolean;
  /** The reasons why links are missing, by subject. */
  warnings: Record<string, string>;
}

/** A site need have no sitemap, and may answer with a page of its own; a failure may hide one. */
function mayHidePages({ reason, status, cause }: SitemapProblem): boolean {
  return reason === 'not fetched' && (cause !== undefined || status === 429 || (status ?? 0) >= 500);
}

const NOT_GIVEN =
  'A sitemap of this site could not be fetched, so pages that nothing else leads to may be missing.';
const TOO_SLOW =
  'The sitemaps of this site were too slow to be read to their end; what was read of them counts.';

function empty(page: ClaimedPage) {
  return { page, host: {}, links: [], leftOut: [], warnings: {} };
}

/** Queues the URLs in scope; returns false when the job needs no more. */
async function queueUrls(
  db: Database,
  job: JobContext,
  urls: readonly string[],
  counts: Counts,
): Promise<boolean> {
  const { crawl } = job;
  if (crawl === undefined) return false;
  const found = await judgeLinks(job, crawl, urls, { depth: 0, isFromExternal: false });
  const hasRoom = await queuePages(db, job, found.links);
  found.markSeen();
  counts.warnings = { ...counts.warnings, ...found.warnings };
  return hasRoom && crawl.tooSlow === undefined;
}

/** Adds pages to a job in a transaction of their own; returns false when the job runs no more or has enough. */
async function queuePages(db: Database, job: JobContext, pages: readonly NewPage[]): Promise<boolean> {
  const hasRoom = await withRetries(db, () =>
    db.transaction(async (tx) => {
      const row = await lockJob(tx, job.id);
      if (row?.status !== 'scraping') return false;
      const added = await addPages(tx, job, pages);
      await setDepthZero(tx, job.id, pages);
      await tx.query('update job set queued = queued + $2 where id = $1', [job.id, added]);
      return hasRoomForLinks({ ...row, queued: row.queued + added });
    }),
  );
  db.notify(JOBS_CHANNEL, '');
  return hasRoom;
}

/** Sets pages of the sitemap to depth 0, also those that the start had linked to before the sitemap was read. */
async function setDepthZero(tx: Queryable, jobId: string, pages: readonly NewPage[]): Promise<void> {
  await tx.query(
    `update page set depth = 0 where job_id = $1 and url_key = any($2::bytea[]) and state = ${PAGE_STATE.queued} and depth > 0`,
    [jobId, pages.map(({ key }) => Buffer.from(key, 'base64url'))],
  );
}
