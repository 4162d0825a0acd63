import type { JobWatch } from '../../jobs/status/open-job-watch.ts';
import { createJobChanges } from './job-changes.ts';
import { createJobDocuments } from './job-documents.ts';
import { createJobPage } from './job-page.ts';
import { createJobPages } from './job-pages.ts';
import { createRetryFailed, type RetryFailedParts } from './retry-failed.ts';
import { createTeamJob, createTeamJobs } from './team-jobs.ts';
import { createWatchTeamJob } from './watch-team-job.ts';

/** The calls by which a team looks at its jobs. */
export function createTeamJobCalls(parts: RetryFailedParts & { signsOf: JobWatch['signsOf'] }) {
  return {
    teamJobs: createTeamJobs(parts),
    teamJob: createTeamJob(parts),
    jobPages: createJobPages(parts),
    jobPage: createJobPage(parts),
    jobChanges: createJobChanges(parts),
    retryFailed: createRetryFailed(parts),
    jobDocuments: createJobDocuments(parts),
    watchTeamJob: createWatchTeamJob(parts),
  };
}
