import type { Caller } from '../../accounts/caller.ts';
import type { EndpointReply } from '../../contract/endpoint.ts';
import type { teamJob } from '../../contract/endpoints/team-job.ts';
import type { JobWatch } from '../../jobs/status/open-job-watch.ts';
import type { Seals } from '../../jobs/model/seal.ts';
import { sleep } from '../../lib/time/sleep.ts';
import type { Queryable } from '../../store/database.ts';
import { createJobChanges, type JobChanges } from './job-changes.ts';
import { createTeamJob } from './team-jobs.ts';

/** The shortest time between two looks at a job. */
const PAUSE_MS = 1_000;
/** Looking takes this part of the time at most: a crawl is not slowed down by who watches it. */
const SHARE = 1 / 50;

/** One piece of news for those who look on: how far the job is, or which of its pages changed. */
export type TeamJobNews =
  | ({ type: 'job' } & Omit<EndpointReply<typeof teamJob>, 'success'>)
  | ({ type: 'pages' } & Omit<JobChanges, 'success'>);

export interface WatchTeamJobParts {
  db: Queryable;
  seals: Seals;
  signsOf: JobWatch['signsOf'];
  pauseMs?: number;
}

/**
 * Tells how far a job is and which of its pages changed, at once and whenever there is news, until its end. Yields first
 * all pages, or those that changed since `cursor`. NOT_FOUND for a job that is unknown, expired or of another team.
 */
export function createWatchTeamJob({ db, seals, signsOf, pauseMs = PAUSE_MS }: WatchTeamJobParts) {
  const readJob = createTeamJob({ db, seals });
  const readChanges = createJobChanges({ db, seals });

  return async function* watchTeamJob(
    caller: Caller,
    id: string,
    { cursor = '', signal }: { cursor?: string; signal: AbortSignal },
  ): AsyncGenerator<TeamJobNews> {
    const { data } = await readJob(caller, id);
    const signs = signsOf(caller, data.kind, id, signal);
    const read = { cursor };
    try {
      while (!(await signs.next()).done) {
        const from = performance.now();
        // Read before its pages: a job that has ended changes no more.
        const { success: _success, ...job } = await readJob(caller, id);
        yield* tellPages(caller, id, read, signal);
        yield { type: 'job', ...job };
        if (job.data.status !== 'scraping') return;
        const pause = Math.max(pauseMs, (performance.now() - from) / SHARE);
        await sleep(pause, signal).catch(() => undefined);
      }
    } finally {
      await signs.return(undefined);
    }
  };

  async function* tellPages(
    caller: Caller,
    id: string,
    read: { cursor: string },
    signal: AbortSignal,
  ): AsyncGenerator<TeamJobNews> {
    for (let hasMore = true; hasMore && !signal.aborted;) {
      const { success: _success, ...changes } = await readChanges(caller, id, read);
      ({ cursor: read.cursor, has_more: hasMore } = changes);
      if (changes.data.length > 0) yield { type: 'pages', ...changes };
    }
  }
}
