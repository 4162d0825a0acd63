import type { Caller } from '../../accounts/caller.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { Database } from '../../store/database.ts';
import { PROGRESS_CHANNEL } from '../model/job-events.ts';
import { createJobFeed, type JobFeed } from './job-feed.ts';
import type { JobKind } from '../model/job-request.ts';
import { findJob } from '../model/job-row.ts';
import { createOpenJob } from './job-status.ts';
import type { Seals } from '../model/seal.ts';
import { watchFeed, type JobNews, type WatchOptions } from './watch-feed.ts';

/** The backstop for lost notifications. */
const REREAD_MS = 5_000;
/** A busy job settles pages every few milliseconds: its watchers learn of them this often at most. */
const MIN_READ_MS = 50;

/** Watches jobs for their callers. */
export interface JobWatch extends AsyncDisposable {
  /**
   * Yields the news of a job of the caller's team. Throws NOT_FOUND for a job that is unknown, expired or of another
   * kind, FORBIDDEN for a job of another team.
   */
  watchJob(caller: Caller, kind: JobKind, id: string, options: WatchOptions): AsyncGenerator<JobNews>;
  /** Yields at once, and then whenever a job of the caller's team may have changed, until the signal aborts. */
  signsOf(caller: Caller, kind: JobKind, id: string, signal: AbortSignal): AsyncGenerator<void>;
}

export interface JobWatchOptions {
  db: Database;
  seals: Seals;
  rereadMs?: number;
  minReadMs?: number;
}

interface SharedFeed {
  feed: JobFeed;
  watchers: number;
  timer: NodeJS.Timeout;
}

/** All watchers of this process share one listener, and those of one job what is read of it. */
export async function openJobWatch(options: JobWatchOptions): Promise<JobWatch> {
  const { db, rereadMs = REREAD_MS, minReadMs = MIN_READ_MS } = options;
  const openJob = createOpenJob(options);
  const feeds = new Map<string, SharedFeed>();

  // Notifications that were lost with the connection come as an empty payload.
  const subscription = await db.listen(PROGRESS_CHANNEL, (id) => {
    if (id !== '') feeds.get(id)?.feed.touch();
    else for (const { feed } of feeds.values()) feed.touch();
  });

  async function checkAccess(caller: Caller, kind: JobKind, id: string): Promise<void> {
    try {
      await openJob(caller, kind, id);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'NOT_FOUND') throw error;
      const row = await findJob(db, id);
      const isOfOthers = row !== undefined && row.kind === kind && row.teamId !== caller.team.id;
      throw isOfOthers
        ? new ServiceError('FORBIDDEN', { message: 'This job belongs to another team' })
        : error;
    }
  }

  function share(caller: Caller, kind: JobKind, id: string): SharedFeed & Disposable {
    const known = feeds.get(id);
    const feed = known?.feed ?? createJobFeed({ db, openJob, caller, kind, id, minReadMs });
    const shared = known ?? { feed, watchers: 0, timer: setInterval(() => feed.touch(), rereadMs).unref() };
    feeds.set(id, shared);
    shared.watchers++;
    return {
      ...shared,
      [Symbol.dispose]() {
        if (--shared.watchers > 0) return;
        clearInterval(shared.timer);
        feeds.delete(id);
      },
    };
  }

  return {
    async *watchJob(caller, kind, id, watch) {
      await checkAccess(caller, kind, id);
      using shared = share(caller, kind, id);
      yield* watchFeed(shared.feed, watch);
    },
    async *signsOf(caller, kind, id, signal) {
      using shared = share(caller, kind, id);
      while (!signal.aborted) {
        const { version } = shared.feed;
        yield;
        await shared.feed.changedSince(version, signal);
      }
    },
    async [Symbol.asyncDispose]() {
      for (const { timer } of feeds.values()) clearInterval(timer);
      await subscription[Symbol.asyncDispose]();
    },
  };
}
