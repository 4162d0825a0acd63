import { hash } from 'node:crypto';
import { describeTrap } from '../../frontier/traps/traps.ts';
import { writeCachedPages } from '../../scraper/cache/write-cached-pages.ts';
import { writeSnapshots } from '../../scraper/changes/snapshots.ts';
import { writeIndexChanges } from '../../search-index/write-pages.ts';
import type { Database, Queryable } from '../../store/database.ts';
import { addPages, hasRoomForLinks, mostQueued, readKnownKeys, type NewPage } from '../model/add-pages.ts';
import { decideEnds, type DecidedEnd } from './decide-ends.ts';
import { endJob, type JobEnd } from '../end/end-job.ts';
import { enqueueDeliveries, type DeliveryEvent } from '../model/enqueue-deliveries.ts';
import type { JobContext } from '../model/job-context.ts';
import { lockJob, type JobRow } from '../model/job-row.ts';
import { SITEMAPS_KEY } from '../model/page-key.ts';
import { PAGE_STATE } from '../model/page-state.ts';
import type { PageResult } from '../model/page-result.ts';
import { dropRedirectTargets, releaseLeases, leaveOutPages, updatePages } from './update-pages.ts';
import { holdHostElsewhere, updateHosts } from './update-hosts.ts';
import { storable } from '../../lib/storable.ts';
import { withRetries } from '../../store/with-retries.ts';
import { writeCharges } from './write-charges.ts';
import { documentRow, packDocument, writeDocuments } from './write-documents.ts';

/** The facts that the worker needs after results have been written. */
export interface Settlement {
  hasEnded: boolean;
  /** The end of the job, when it ended with these pages. */
  end?: JobEnd | undefined;
  /** Number of pages that were queued. */
  added: number;
}

/**
 * Writes the results of pages of one job, in one durable transaction: states, documents with their place in the order,
 * links, counters, charges, cached and searchable pages, webhook deliveries, and the end of the job when nothing is left. Nothing is
 * written for a page whose lease the worker has lost.
 */
export async function settlePages(
  db: Database,
  job: JobContext,
  workerId: string,
  results: readonly PageResult[],
): Promise<Settlement> {
  const packed = new Map<PageResult, Buffer | null>();
  for (const result of results) packed.set(result, await packDocument(job, result));
  const settlement = await withRetries(db, () =>
    db.transaction(async (tx) => {
      const row = await lockJob(tx, job.id);
      if (row === undefined) return { hasEnded: true, added: 0 };
      const held = await releaseLeases(tx, job.id, workerId, results);
      const mine = results.filter(({ page }) => held.has(page.key));
      if (mine.length === 0) return { hasEnded: row.status !== 'scraping', added: 0 };
      return settle(tx, { job, row, packed }, mine);
    }),
  );
  for (const { page, host } of results) {
    if ((host.holdMs ?? 0) > 0) await holdHostElsewhere(db, job, page.host, host.holdMs ?? 0);
  }
  return settlement;
}

interface Settling {
  job: JobContext;
  row: JobRow;
  packed: ReadonlyMap<PageResult, Buffer | null>;
}

async function settle(
  tx: Queryable,
  { job, row, packed }: Settling,
  results: readonly PageResult[],
): Promise<Settlement> {
  const ends = await decideEnds(tx, row, results);
  const isRunning = row.status === 'scraping';
  await updatePages(tx, job, ends);
  await updateHosts(tx, job.id, ends);
  const documents = ends.flatMap((end) => documentRow(job, end, packed.get(end.result) ?? null) ?? []);
  await writeDocuments(tx, job, documents);
  const credits = documents.reduce((sum, one) => sum + one.credits, 0);
  // Locks are taken in the order of a single scrape's (features/scrape/record-scrapes.ts).
  await writeCharges(tx, job, { credits, pages: documents.length });
  await keepPages(tx, ends);
  const covered = await dropRedirectTargets(
    tx,
    job,
    ends.flatMap((end) => end.covered ?? []),
  );
  const { links, trapCounts, hasNewTraps } =
    isRunning && hasRoomForLinks(row) ? await withoutTraps(tx, { job, row }, ends) : NO_LINKS;
  const added = await addPages(tx, job, links, mostQueued(row.pageLimit) - row.queued);
  if (isRunning)
    await leaveOutPages(
      tx,
      job,
      ends.flatMap(({ result }) => result.leftOut),
    );

  const count = (state: number): number =>
    ends.filter((end) => end.state === state && !end.result.page.isSitemapReading).length;
  const after = {
    queued: row.queued - covered + added + ends.filter(({ state }) => state === PAGE_STATE.queued).length,
    inFlight: row.inFlight - ends.length,
    attempted: row.attempted - count(PAGE_STATE.queued) - count(PAGE_STATE.dropped),
    completed: row.completed + count(PAGE_STATE.done),
    credits: row.credits + credits,
  };
  await updateJob(tx, job, after, { ends, newTrapCounts: hasNewTraps ? trapCounts : undefined });
  const isFull = after.attempted >= row.pageLimit;
  const isIdle =
    after.inFlight === 0 || (isFull && after.inFlight === 1 && (await isReadingSitemaps(tx, job.id)));
  const isOver = isRunning && isIdle && (after.queued === 0 || isFull);
  const deliveries: DeliveryEvent[] = isRunning ? pageEvents(job, ends) : [];
  await enqueueDeliveries(tx, { id: job.id, teamId: job.teamId, webhook: job.request.webhook }, deliveries);
  const end = isOver ? await endJob(tx, job, { completed: after.completed }) : undefined;
  return { hasEnded: isOver || !isRunning, end, added };
}

/** Counters of a job's row, as they are to be. */
type JobCounters = Pick<JobRow, 'queued' | 'inFlight' | 'attempted' | 'completed' | 'credits'>;

interface JobChange {
  ends: readonly DecidedEnd[];
  /** The counts of traps to write; undefined: those in the row stay. */
  newTrapCounts: Record<string, number> | undefined;
}

async function updateJob(
  tx: Queryable,
  job: JobContext,
  after: JobCounters,
  { ends, newTrapCounts }: JobChange,
): Promise<void> {
  const moved = ends.find(({ result }) => result.movedTo !== undefined)?.result.movedTo;
  await tx.query(
    `update job set queued = $2, in_flight = $3, attempted = $4, completed = $5, credits = $6,
       warnings = warnings || $7::jsonb, moved_to = coalesce($8, moved_to),
       trap_counts = case when $9 then $10::jsonb else trap_counts end,
       error_pages = error_pages + $12,
       next_at = case when delay_ms > 0 and $11 then clock_timestamp() + delay_ms * interval '1 ms' else next_at end
     where id = $1`,
    [
      job.id,
      after.queued,
      after.inFlight,
      after.attempted,
      after.completed,
      after.credits,
      JSON.stringify(sealedWarnings(job, ends)),
      moved === undefined ? null : job.seal.seal(moved.href),
      newTrapCounts !== undefined,
      JSON.stringify(newTrapCounts ?? {}),
      ends.some(({ result: { end } }) => end.kind !== 'dropped' && end.kind !== 'sitemapsRead'),
      ends.filter(({ document }) => (document?.outcome.document.metadata.statusCode ?? 0) >= 400).length,
    ],
  );
}

/** Tells whether the site's sitemaps are being read; a job that is full would fetch none of their URLs. */
async function isReadingSitemaps(tx: Queryable, jobId: string): Promise<boolean> {
  const { rowCount } = await tx.query('select from page_lease where job_id = $1 and url_key = $2', [
    jobId,
    Buffer.from(SITEMAPS_KEY, 'base64url'),
  ]);
  return rowCount === 1;
}

function pageEvents(job: JobContext, ends: readonly DecidedEnd[]): DeliveryEvent[] {
  return ends.flatMap(({ result: { end }, document, failure }): DeliveryEvent[] => {
    if (!('scrapeId' in end)) return [];
    if (document) return [{ event: 'page', scrapeId: end.scrapeId }];
    return failure ? [{ event: 'page', error: job.seal.seal(storable(failure.message)) }] : [];
  });
}

async function keepPages(tx: Queryable, ends: readonly DecidedEnd[]): Promise<void> {
  const outcomes = ends.flatMap(({ document }) => document?.outcome ?? []);
  await writeCachedPages(
    tx,
    outcomes.flatMap(({ toCache }) => toCache ?? []),
  );
  await writeSnapshots(
    tx,
    outcomes.flatMap(({ toSnapshot }) => toSnapshot ?? []),
  );
  await writeIndexChanges(
    tx,
    outcomes.flatMap(({ toIndex }) => toIndex ?? []),
  );
}

interface LinksToAdd {
  links: NewPage[];
  trapCounts: Record<string, number>;
  hasNewTraps: boolean;
}

const NO_LINKS: LinksToAdd = { links: [], trapCounts: {}, hasNewTraps: false };

/** Most signs that are counted for one job. */
const MAX_SIGNS = 2_000;

/** Each process watches for traps on its own; the counts in the job's row bound what all of them queue together. */
async function withoutTraps(
  tx: Queryable,
  { job, row }: Pick<Settling, 'job' | 'row'>,
  ends: readonly DecidedEnd[],
): Promise<LinksToAdd> {
  const trapCounts = { ...row.trapCounts };
  const change = { hasNewTraps: false };
  const found = ends.flatMap(({ result }) => result.links);
  // A page that is linked to again and again is one page.
  const counted = await readKnownKeys(
    tx,
    job.id,
    found.flatMap(({ key, trapSigns }) => (trapSigns === undefined ? [] : [key])),
  );
  const links = found.filter(({ key: pageKey, trapSigns: signs }) => {
    if (signs === undefined || counted.has(pageKey)) return true;
    const keys = signs.map(({ kind, pattern }) =>
      hash('sha256', job.seal.digest(`${kind} ${pattern}`), 'base64url').slice(0, 12),
    );
    if (signs.some(({ limit }, index) => (trapCounts[keys[index] ?? ''] ?? 0) >= limit)) return false;
    for (const key of keys) {
      if (trapCounts[key] === undefined && Object.keys(trapCounts).length >= MAX_SIGNS) continue;
      trapCounts[key] = (trapCounts[key] ?? 0) + 1;
      change.hasNewTraps = true;
    }
    counted.add(pageKey);
    return true;
  });
  return { links, trapCounts, hasNewTraps: change.hasNewTraps };
}

function sealedWarnings(job: JobContext, ends: readonly DecidedEnd[]): Record<string, string> {
  const warnings = Object.assign({}, ...ends.map(({ result }) => result.warnings)) as Record<string, string>;
  const { traps = [] } = job.crawl?.traps ?? {};
  for (const trap of traps.slice(0, 10)) warnings[`${trap.kind} ${trap.pattern}`] = describeTrap(trap);
  return Object.fromEntries(
    Object.entries(warnings).map(([subject, sentence]) => [
      storable(job.seal.digest(subject)),
      storable(job.seal.seal(sentence)),
    ]),
  );
}
