import { setTimeout as sleep } from 'node:timers/promises';
import { createTrimCompiledCode } from '../../confine/trim-compiled-code.ts';
import { trimSitemapFiles } from '../../frontier/sitemap/sitemap-files.ts';
import { destroyRemovedKeys } from '../../jobs/end/destroy-job-key.ts';
import { purgeExpiredJobs } from '../../jobs/end/purge-job.ts';
import type { Seals } from '../../jobs/model/seal.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { createClockWatch } from '../../lib/time/clock-watch.ts';
import type { Log } from '../../lib/log/log.ts';
import { trimProfiles } from '../../scraper/profiles/trim-profiles.ts';
import { trimPageCache } from '../../scraper/cache/trim-page-cache.ts';
import { trimSnapshots } from '../../scraper/changes/trim-snapshots.ts';
import { KEPT_ANSWERS_MAX_BYTES, trimKeptAnswers } from '../../scraper/learnt/kept-answers.ts';
import { trimSessions } from '../../sessions/session-table.ts';
import { compactIndex, trimIndex } from '../../search-index/trim-index.ts';
import type { Database } from '../../store/database.ts';
import type { BlobStore } from '../../store/blobs/blob-store.ts';
import { sweepBlobs } from '../../store/blobs/sweep-blobs.ts';
import type { KeyFiles } from '../../store/key-files.ts';
import { ensurePartitions } from '../../store/partitions.ts';
import { trimTemplates } from '../../store/trim-templates.ts';
import { measureDatabase } from './measure-database.ts';
import { trimFeedback } from './trim-feedback.ts';

const EVERY_MS = 10 * 60_000;
/** How long closing waits for the statement that runs. */
const GRACE_MS = 2_000;
/** The most bytes of robots.txt and sitemaps that are kept, each for a week at most. */
const SITEMAPS_MAX_BYTES = 1_000_000_000;

/** By name: each returns how much it removed. */
type Tasks = Readonly<Record<string, () => Promise<number>>>;

export interface UpkeepOptions {
  db: Database;
  blobs: Pick<BlobStore, 'sweep'>;
  seals: Seals;
  /** Where keys of jobs are files. */
  keyFiles: KeyFiles | undefined;
  cacheMaxBytes: number;
  indexMaxBytes: number;
  clock: Clock;
  log: Log;
}

/** Keeps the house in order while the service runs: makes room for tomorrow, gives back what has expired. */
export async function openUpkeep(options: UpkeepOptions): Promise<AsyncDisposable> {
  const { db, clock, log } = options;
  await ensurePartitions(db, clock.now(), { canDrop: false });
  const clockWatch = createClockWatch(clock);
  const closing = new AbortController();
  const { expiries, bounds } = tasksOf(options, closing.signal);
  const running: { work: Promise<void> | undefined } = { work: undefined };

  async function tidy(): Promise<void> {
    const isTrusted = clockWatch.isTrusted();
    if (!isTrusted) log.warn('the clock was set forward: what has expired by it is kept for an hour', {});
    for (const [name, task] of Object.entries({ ...(isTrusted && expiries), ...bounds })) {
      if (closing.signal.aborted) return;
      try {
        const removed = await task();
        if (removed > 0) log.info(name, { removed });
      } catch (error) {
        if (!closing.signal.aborted) log.warn('upkeep failed, tried again later', { task: name, error });
      }
    }
  }

  const timer = setInterval(() => {
    running.work ??= tidy().finally(() => (running.work = undefined));
  }, EVERY_MS);
  timer.unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      closing.abort();
      await Promise.race([running.work, sleep(GRACE_MS, undefined, { ref: false })]);
    },
  };
}

/** The tasks that remove what has expired, which go by the clock, and those that keep to bounds. */
function tasksOf(
  { db, blobs, seals, keyFiles, cacheMaxBytes, indexMaxBytes, clock }: UpkeepOptions,
  signal: AbortSignal,
): { expiries: Tasks; bounds: Tasks } {
  const trimCompiledCode = createTrimCompiledCode();
  const expiries: Tasks = {
    // Before the partitions, which stay for as long as a job needs them.
    'jobs expired': () => purgeExpiredJobs(db, seals, signal),
    'keys removed': () => destroyRemovedKeys(db, seals, keyFiles, clock.now()),
    partitions: () => ensurePartitions(db).then(() => 0),
    'files expired': () => sweepBlobs(db, blobs, clock.now(), signal),
    'snapshots expired': () => trimSnapshots(db, clock.now()),
    'templates forgotten': () => trimTemplates(db, 'site_template', clock.now()),
    'rules forgotten': () => trimTemplates(db, 'learnt_template', clock.now()),
    'answers forgotten': () => trimKeptAnswers(db, { now: clock.now(), maxBytes: KEPT_ANSWERS_MAX_BYTES }),
    'profiles expired': () => trimProfiles(db),
    'feedback expired': () => trimFeedback(db),
    'sessions forgotten': () => trimSessions(db),
    'files of compiled code forgotten': () => trimCompiledCode(clock.now()),
  };
  const bounds: Tasks = {
    'pages removed from the cache': () => trimPageCache(db, cacheMaxBytes),
    'pages removed from the search index': () => trimIndex(db, indexMaxBytes),
    'segments of the search index rewritten': () => compactIndex(db),
    'sitemaps removed from the cache': () => trimSitemapFiles(db, SITEMAPS_MAX_BYTES),
    'size of the database': () => measureDatabase(db),
  };
  return { expiries, bounds };
}
