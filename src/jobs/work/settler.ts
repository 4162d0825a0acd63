import { Gathering } from '../../lib/sharing/gathering.ts';
import type { Log } from '../../lib/log/log.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Telemetry } from '../../lib/log/telemetry.ts';
import type { Database } from '../../store/database.ts';
import { DELIVERIES_CHANNEL } from '../model/enqueue-deliveries.ts';
import { logJobEnd } from '../end/end-job.ts';
import type { JobContext, JobContexts } from '../model/job-context.ts';
import { JOBS_CHANNEL, PROGRESS_CHANNEL } from '../model/job-events.ts';
import type { PageResult } from '../model/page-result.ts';
import type { PageRun } from './run-page.ts';
import { settlePages } from '../settle/settle-pages.ts';

/** Pages and bytes of one transaction. */
const MAX_PAGES = 64;
const MAX_BYTES = 32_000_000;
/** Results that cannot be written are tried again after this, as long as the worker lives. */
const RETRY_MS = 1_000;
/** A result that a database refuses so often cannot be written, because of its content. */
const MAX_REFUSALS = 3;

interface Ended {
  job: JobContext;
  run: PageRun;
}

/** Writes the results of pages, several in one transaction. */
export interface Settler {
  /** Resolves when the result is safely on disk, or worth nothing any more. */
  settle(job: JobContext, run: PageRun): Promise<void>;
}

/**
 * Writes the results of pages, those of one job that end at the same time in one transaction: while one is on its way
 * the next ones gather.
 */
export function createSettler(parts: {
  db: Database;
  workerId: () => string;
  contexts: JobContexts;
  telemetry: Pick<Telemetry, 'jobPageEnded'>;
  log: Log;
  signal: AbortSignal;
}): Settler {
  const { db, contexts, telemetry, log, signal } = parts;

  async function write(job: JobContext, runs: readonly PageRun[]): Promise<void> {
    // Another id later would not be the one that holds the pages.
    const workerId = parts.workerId();
    for (let refusals = 0; ;) {
      try {
        const { hasEnded, end, added } = await settlePages(
          db,
          job,
          workerId,
          runs.map(({ result }) => result),
        );
        for (const run of runs) {
          run.onSettled?.();
          telemetry.jobPageEnded({ kind: job.kind, result: resultOf(run) });
        }
        if (added > 0) db.notify(JOBS_CHANNEL, '');
        if (job.request.webhook !== undefined) db.notify(DELIVERIES_CHANNEL, '');
        db.notify(PROGRESS_CHANNEL, job.id);
        if (end) logJobEnd(log, job, end);
        // The reading of sitemaps may still go on.
        if (hasEnded) contexts.abort(job.id, new Error('The job has ended'));
        return;
      } catch (error) {
        log.warn('results of a job not written, tried again', { jobId: job.id, pages: runs.length, error });
        if (signal.aborted || workerId !== parts.workerId()) return;
        const isOutage = error instanceof ServiceError && error.code === 'SERVICE_UNAVAILABLE';
        if (!isOutage && ++refusals === MAX_REFUSALS) {
          await writeApart(job, runs);
          return;
        }
        await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** One result that cannot be written must not keep the others, and their job, from their end. */
  async function writeApart(job: JobContext, runs: readonly PageRun[]): Promise<void> {
    const [first, ...others] = runs;
    if (first !== undefined && others.length === 0) {
      await write(job, [{ result: withoutContent(first.result) }]);
      return;
    }
    for (const one of runs) await write(job, [one]);
  }

  return gatherEnded(write);
}

/** Runs of a job that come while others of it are written are written together next. */
function gatherEnded(write: (job: JobContext, runs: readonly PageRun[]) => Promise<void>): Settler {
  const gathering = new Gathering<Ended>({
    keyOf: ({ job }) => job.id,
    write(batch) {
      const { job } = batch[0]!.item;
      const runs = batch.map(({ item }) => item.run);
      return write(job, runs);
    },
    bytesOf: ({ run }) => bytesOf(run),
    maxItems: MAX_PAGES,
    maxBytes: MAX_BYTES,
  });
  return { settle: (job, run) => gathering.add({ job, run }) };
}

function bytesOf({ result: { end } }: PageRun): number {
  if (end.kind !== 'document') return 0;
  const { toCache, toSnapshot } = end.outcome;
  return (toCache?.body.length ?? 0) + (toSnapshot?.markdown?.length ?? 0) + end.json.bytes;
}

function resultOf({ result: { end } }: PageRun): string {
  if (end.kind === 'document') return 'ok';
  if (end.kind === 'failed') return end.code;
  return end.kind === 'dropped' ? end.reason : end.kind;
}

/** Reduces a result that the database refuses to its facts: the page fails, without document, links or trace. */
function withoutContent({ page, host, end }: PageResult): PageResult {
  const bare = { page, host, links: [], leftOut: [], warnings: {} };
  const message = 'The result of this page could not be stored';
  if (page.isSitemapReading) return { ...bare, end: { kind: 'sitemapsRead', problem: message } };
  if (!('scrapeId' in end)) return { ...bare, end };
  const { scrapeId, startedAt, durationMs, sourceUrl } = end;
  const facts = { scrapeId, startedAt, durationMs, sourceUrl, trace: undefined };
  return { ...bare, end: { kind: 'failed', code: 'UNKNOWN_ERROR', message, credits: 0, ...facts } };
}
