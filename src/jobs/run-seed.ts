import type { SiteFiles } from '../frontier/site-files.ts';
import type { Database } from '../store/database.ts';
import { addPages, type NewPage } from './add-pages.ts';
import type { ClaimedPage } from './claim-pages.ts';
import { judgeLinks } from './crawl-links.ts';
import type { JobContext } from './job-context.ts';
import { JOBS_CHANNEL } from './job-events.ts';
import { lockJob } from './job-row.ts';
import type { PageRun } from './run-page.ts';

/** URLs that go into the frontier in one transaction. */
const CHUNK = 1_000;
/** More than so many times the limit need not wait in the queue, whatever may give its place back. */
const QUEUE_PER_LIMIT = 10;
const QUEUE_AT_LEAST = 10_000;
const LIMITS = { maxSitemaps: 5_000, maxUrls: 5_000_000, maxDepth: 4 };

export interface RunSeedParts {
  db: Database;
  siteFiles: SiteFiles;
}

/** Reads the site's sitemaps into the frontier, piece by piece. Never rejects; doing it again changes nothing. */
export function createRunSeed({ db, siteFiles }: RunSeedParts) {
  return async (job: JobContext, page: ClaimedPage): Promise<PageRun> => {
    const counts = { urls: 0, problem: undefined as string | undefined };
    try {
      await readSitemaps(job, counts);
    } catch (error) {
      if (job.abort.signal.aborted) return { result: { ...empty(page), end: { kind: 'retry', waitMs: 0 } } };
      counts.problem ??= error instanceof Error ? error.message : String(error);
    }
    const isNeeded = job.request.crawl?.sitemap === 'only';
    const problem = isNeeded && counts.urls === 0 ? (counts.problem ?? 'No sitemap was found') : undefined;
    return { result: { ...empty(page), end: { kind: 'seeded', problem } } };
  };

  async function readSitemaps(job: JobContext, counts: { urls: number; problem: string | undefined }) {
    const { crawl } = job;
    const options = job.request.crawl;
    if (crawl === undefined || options === undefined) return;
    const { signal } = job.abort;
    const robots = await siteFiles.robotsOf(crawl.start, { userAgent: options.robotsUserAgent, signal });
    const entries = siteFiles.sitemapEntries({
      start: crawl.start,
      teamId: job.teamId,
      robots,
      isRobotsIgnored: options.ignoreRobotsTxt,
      ignoreCache: false,
      isCached: !job.seal.isSealed,
      limits: LIMITS,
      signal,
      onProblem: ({ reason, status }) => {
        counts.problem ??= `The sitemap could not be read: ${reason}${status === undefined ? '' : ` (status ${status})`}`;
      },
    });
    let chunk: string[] = [];
    for await (const { url } of entries) {
      counts.urls++;
      chunk.push(url);
      if (chunk.length < CHUNK) continue;
      if (!(await add(job, chunk))) return;
      chunk = [];
    }
    await add(job, chunk);
  }

  /** False when the job needs no more. */
  async function add(job: JobContext, urls: readonly string[]): Promise<boolean> {
    const { crawl } = job;
    if (crawl === undefined) return false;
    const found = judgeLinks(job, crawl, urls, { depth: 0, isFromExternal: false });
    const isHungry = await queuePages(db, job, found.links);
    found.markSeen();
    return isHungry;
  }
}

function empty(page: ClaimedPage) {
  return { page, host: {}, links: [], leftOut: [], warnings: {} };
}

/** Adds pages to a running job, in a transaction of their own; false when it runs no more or has plenty. */
async function queuePages(db: Database, job: JobContext, pages: readonly NewPage[]): Promise<boolean> {
  const isHungry = await db.transaction(async (tx) => {
    const row = await lockJob(tx, job.id);
    if (row?.status !== 'scraping') return false;
    const added = await addPages(tx, job, pages);
    await tx.query('update job set queued = queued + $2 where id = $1', [job.id, added]);
    return row.queued + added < row.pageLimit * QUEUE_PER_LIMIT + QUEUE_AT_LEAST;
  });
  db.notify(JOBS_CHANNEL, '');
  return isHungry;
}
