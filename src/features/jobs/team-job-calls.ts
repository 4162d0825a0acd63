import type { Seals } from '../../jobs/model/seal.ts';
import type { JobWatch } from '../../jobs/status/open-job-watch.ts';
import type { Queryable } from '../../store/database.ts';
import { createJobChanges } from './job-changes.ts';
import { createJobPage } from './job-page.ts';
import { createJobPages } from './job-pages.ts';
import { createTeamJob, createTeamJobs } from './team-jobs.ts';
import { createWatchTeamJob } from './watch-team-job.ts';

/** The calls by which a team looks at its jobs. */
export function createTeamJobCalls(parts: { db: Queryable; seals: Seals; signsOf: JobWatch['signsOf'] }) {
  return {
    teamJobs: createTeamJobs(parts),
    teamJob: createTeamJob(parts),
    jobPages: createJobPages(parts),
    jobPage: createJobPage(parts),
    jobChanges: createJobChanges(parts),
    watchTeamJob: createWatchTeamJob(parts),
  };
}
