import type { Queryable } from '../../store/database.ts';
import type { NewPage } from '../model/add-pages.ts';
import type { JobRow } from '../model/job-row.ts';
import { PAGE_STATE, type PageState } from '../model/page-state.ts';
import type { PageEnd, PageResult } from '../model/page-result.ts';

type DocumentEnd = Extract<PageEnd, { kind: 'document' }>;

/** A result and the end that it has beside the pages that are there already; the last shape before the database. */
export interface DecidedEnd {
  result: PageResult;
  state: PageState;
  /** The document and its place in the order, only for a page that delivers. */
  document?: DocumentEnd & { index: number };
  failure?: { code: string; message: string };
  dropReason?: string;
  /** The target of a redirect, which nobody needs to fetch any more. */
  covered?: NewPage;
}

/**
 * Decides for each result whether it delivers. A redirect settles on its target once: a page gives its place back when
 * its target has delivered, is under way or was taken over by another redirect. A page with the canonical URL and the
 * content of one that has delivered gives its place back too.
 */
export async function decideEnds(
  tx: Queryable,
  job: JobRow,
  results: readonly PageResult[],
): Promise<DecidedEnd[]> {
  if (job.status !== 'scraping') return results.map(cancelled);
  const targets = await readTargets(tx, job.id, results);
  // The pages of this batch have no lease any more, but each has an end of its own.
  for (const { page } of results) targets.set(page.key, PAGE_STATE.leased);
  const contents = await readContents(tx, job.id, results);
  const next = { index: job.completed };

  const decideDocument = (result: PageResult, end: DocumentEnd): DecidedEnd => {
    const { redirectedTo, canonical } = end;
    const target = redirectedTo && targets.get(redirectedTo.key);
    if (target !== undefined && target !== PAGE_STATE.queued && target !== PAGE_STATE.failed) {
      return { result, state: PAGE_STATE.dropped, dropReason: 'duplicate' };
    }
    if (redirectedTo !== undefined) targets.set(redirectedTo.key, PAGE_STATE.dropped);
    const content = canonical && `${canonical.key} ${canonical.contentHash}`;
    const covered = redirectedTo === undefined ? {} : { covered: redirectedTo };
    if (content !== undefined && contents.has(content)) {
      return { result, state: PAGE_STATE.dropped, dropReason: 'duplicate', ...covered };
    }
    if (content !== undefined) contents.add(content);
    return { result, state: PAGE_STATE.done, document: { ...end, index: next.index++ }, ...covered };
  };

  return results.map((result) => {
    const { end } = result;
    if (end.kind === 'document') return decideDocument(result, end);
    if (end.kind === 'retry') return { result, state: PAGE_STATE.queued };
    if (end.kind === 'dropped') return { result, state: PAGE_STATE.dropped, dropReason: end.reason };
    if (end.kind === 'failed') return { result, state: PAGE_STATE.failed, failure: end };
    if (end.problem === undefined) return { result, state: PAGE_STATE.dropped, dropReason: 'seed' };
    return {
      result,
      state: PAGE_STATE.failed,
      failure: { code: 'SCRAPE_SITEMAP_ERROR', message: end.problem },
    };
  });
}

function cancelled(result: PageResult): DecidedEnd {
  if (result.page.isSitemapReading) return { result, state: PAGE_STATE.dropped, dropReason: 'cancelled' };
  const failure = {
    code: 'SCRAPE_JOB_CANCELLED',
    message: 'The job was cancelled while this page was under way',
  };
  return { result, state: PAGE_STATE.failed, failure };
}

function documentEnds(results: readonly PageResult[]): DocumentEnd[] {
  return results.flatMap(({ end }) => (end.kind === 'document' ? [end] : []));
}

/** Reads the states of the pages that redirects led to. */
async function readTargets(
  tx: Queryable,
  jobId: string,
  results: readonly PageResult[],
): Promise<Map<string, PageState>> {
  const keys = documentEnds(results).flatMap(({ redirectedTo }) => redirectedTo?.key ?? []);
  if (keys.length === 0) return new Map();
  const { rows } = await tx.query<{ url_key: Buffer; state: PageState }>(
    `select p.url_key, case when l.claim is null then p.state else $3::smallint end as state
     from page p left join page_lease l on l.job_id = p.job_id and l.url_key = p.url_key
     where p.job_id = $1 and p.url_key = any($2::bytea[])`,
    [jobId, keys.map((key) => Buffer.from(key, 'base64url')), PAGE_STATE.leased],
  );
  return new Map(rows.map((row) => [row.url_key.toString('base64url'), row.state]));
}

/** Reads the contents that have been delivered, as `canonical key, content hash`. */
async function readContents(
  tx: Queryable,
  jobId: string,
  results: readonly PageResult[],
): Promise<Set<string>> {
  const hashes = documentEnds(results).flatMap(({ canonical }) => canonical?.contentHash ?? []);
  if (hashes.length === 0) return new Set();
  const { rows } = await tx.query<{ canonical_key: Buffer; content_hash: Buffer }>(
    'select canonical_key, content_hash from page where job_id = $1 and content_hash = any($2::bytea[])',
    [jobId, hashes.map((hash) => Buffer.from(hash, 'base64url'))],
  );
  return new Set(
    rows.map((row) => `${row.canonical_key.toString('base64url')} ${row.content_hash.toString('base64url')}`),
  );
}
