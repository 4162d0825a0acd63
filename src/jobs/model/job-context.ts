import type { Clock } from '../../lib/time/clock.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { createTimeSlices } from '../../lib/turns/time-slices.ts';
import type { Queryable } from '../../store/database.ts';
import type { PatternThread } from '../../frontier/patterns/pattern-thread.ts';
import { createScope, type Scope } from '../../frontier/scope.ts';
import { createTrapDetector, type TrapDetector } from '../../frontier/traps/traps.ts';
import type { NormalFormOptions } from '../../frontier/same-page/normal-form.ts';
import type { JobKind, JobRequest } from './job-request.ts';
import { findJob } from './job-row.ts';
import type { Seal, Seals } from './seal.ts';

/**
 * A job as a process knows it while its workers work on the job. Only `crawl` changes: its start and scope when the
 * start has moved, and its notes of seen links and traps.
 */
export interface JobContext {
  id: string;
  kind: JobKind;
  teamId: string;
  apiKeyId: string;
  /** Credits that are reckoned with for each page. */
  pagePrice: number;
  seal: Seal;
  request: JobRequest;
  /** The rules by which two URLs are one page. */
  comparison: NormalFormOptions;
  /** The crawl of the job; undefined for a batch, which follows no links. */
  crawl: CrawlContext | undefined;
  /** Aborts when the job is cancelled or this process stops. */
  abort: AbortController;
}

/** The part of a job's context that only crawls have. */
export interface CrawlContext {
  start: URL;
  scope: Scope;
  traps: TrapDetector;
  /** Links that need not be looked at again: known to the frontier, or out of scope whichever way they are found. */
  seenLinks: Set<string>;
  /** The reason why no further links are followed, once patterns have turned out to be too slow. */
  tooSlow?: string;
}

/** The contexts of the jobs that this process works on, read when needed and kept at hand. */
export interface JobContexts {
  /** Reads the context of a job; undefined when the job is gone or its key was destroyed. */
  contextOf(jobId: string): Promise<JobContext | undefined>;
  /** Stops what runs for a job, and forgets it. */
  abort(jobId: string, reason: Error): void;
  readonly ids: Iterable<string>;
}

/** A batch is told which pages it has: only the very same URL is the same page. */
export const EXACT: NormalFormOptions = { ignoreQueryParameters: false, deduplicateSimilarURLs: false };
/** Jobs that are kept at hand; one that is forgotten is read again. */
const MAX_CONTEXTS = 500;

export interface JobContextsParts {
  db: Queryable;
  seals: Seals;
  patterns: PatternThread;
  clock: Clock;
  maxContexts?: number;
  /** Jobs of which something is under way: what is to stop them has to find them. */
  inUse?: () => ReadonlySet<string>;
}

/** Makes the contexts; the ones that nobody asked for the longest are forgotten and read again. */
export function createJobContexts({
  db,
  seals,
  patterns,
  clock,
  maxContexts = MAX_CONTEXTS,
  inUse = () => new Set(),
}: JobContextsParts): JobContexts {
  const contexts = new Map<string, Promise<JobContext | undefined>>();

  /** The one that was not asked for for longest. */
  function forgetOne(except: string): void {
    const busy = inUse();
    for (const jobId of contexts.keys()) {
      if (jobId === except || busy.has(jobId)) continue;
      contexts.delete(jobId);
      return;
    }
  }

  return {
    contextOf(jobId) {
      const known = contexts.get(jobId);
      if (known !== undefined) {
        contexts.delete(jobId);
        contexts.set(jobId, known);
        return known;
      }
      const reading = readContext(jobId, { db, seals, patterns, clock });
      contexts.set(jobId, reading);
      reading.catch(() => contexts.get(jobId) === reading && contexts.delete(jobId));
      if (contexts.size > maxContexts) forgetOne(jobId);
      return reading;
    },
    abort(jobId, reason) {
      contexts.get(jobId)?.then(
        (context) => context?.abort.abort(reason),
        () => undefined,
      );
      contexts.delete(jobId);
    },
    get ids() {
      return contexts.keys();
    },
  };
}

async function readContext(
  jobId: string,
  { db, seals, patterns, clock }: Pick<JobContextsParts, 'db' | 'seals' | 'patterns' | 'clock'>,
): Promise<JobContext | undefined> {
  const row = await findJob(db, jobId);
  if (row === undefined) return undefined;
  const seal = seals.sealOf(row.sealedKey);
  if (seal.isGone) return undefined;
  const request = JSON.parse(seal.open(row.request)) as JobRequest;
  const { kind, teamId, apiKeyId, pagePrice } = row;
  const base = { id: jobId, kind, teamId, apiKeyId, pagePrice, seal, request };
  const abort = new AbortController();
  // Claimed just before it was cancelled.
  if (row.status === 'cancelled') abort.abort(jobCancelled());
  const { crawl } = request;
  if (crawl === undefined) return { ...base, comparison: EXACT, crawl: undefined, abort };
  const comparison = {
    ignoreQueryParameters: crawl.ignoreQueryParameters,
    deduplicateSimilarURLs: crawl.deduplicateSimilarURLs,
  };
  const start = new URL(row.movedTo === null ? crawl.url : seal.open(row.movedTo));
  const traps = createTrapDetector({ now: new Date(clock.now()) });
  await replayTraps(db, jobId, seal, traps);
  const scope = createScope({ ...crawl, start }, { thread: patterns, teamId: row.teamId });
  return { ...base, comparison, crawl: { start, scope, traps, seenLinks: new Set() }, abort };
}

/** The error of a page whose job was cancelled while it was under way. */
export function jobCancelled(): ServiceError {
  return new ServiceError('SCRAPE_JOB_CANCELLED');
}

/** URLs that are replayed, at most: a trap shows in fewer. */
const MAX_REPLAYED = 20_000;

/** A process that takes a job up learns from the frontier what was already found in its traps. */
async function replayTraps(db: Queryable, jobId: string, seal: Seal, traps: TrapDetector): Promise<void> {
  const { rows } = await db.query<{ url: string }>(
    `select url from page where job_id = $1 and not is_seed order by seq limit ${MAX_REPLAYED}`,
    [jobId],
  );
  const slices = createTimeSlices();
  for (const { url } of rows) {
    if (slices.isOver()) await slices.rest();
    traps.take(new URL(seal.open(url)));
  }
}
