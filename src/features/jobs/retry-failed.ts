import type { Caller } from '../../accounts/caller.ts';
import type { BatchRequest } from '../../contract/requests/batch.ts';
import type { JobOrigin, JobRequest } from '../../jobs/model/job-request.ts';
import { PAGE_STATE } from '../../jobs/model/page-state.ts';
import type { Seals } from '../../jobs/model/seal.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { statement, type Queryable } from '../../store/database.ts';
import { findTeamJob } from './find-team-job.ts';
import { EXTERNAL_LINK } from './listed-page.ts';

/** Addresses of one batch, at most. */
const MOST = 100_000;

const FAILED = statement(
  'job_failed_urls',
  `select url from page where job_id = $1 and state > 2 and state = ${PAGE_STATE.failed}
     and error_code is distinct from '${EXTERNAL_LINK}'
   order by seq limit ${MOST + 1}`,
);

export interface RetryFailedParts {
  db: Queryable;
  seals: Seals;
  startBatch: (caller: Caller, input: BatchRequest, origin: JobOrigin) => Promise<{ id: string }>;
}

/** A batch that scrapes pages once more. */
export interface StartedRetry {
  id: string;
  pages: number;
}

/**
 * POST /v2/team/jobs/{id}/retry: starts a batch of the pages of a job that failed, with the options of the job. NOT_FOUND
 * for a job that is unknown, expired, of another team or has kept nothing; CONFLICT when no page failed.
 */
export function createRetryFailed(parts: RetryFailedParts) {
  return async function retryFailed(
    caller: Caller,
    id: string,
    { baseUrl }: Pick<JobOrigin, 'baseUrl'>,
  ): Promise<StartedRetry> {
    const { row, seal } = await findTeamJob(parts, caller, id);
    if (seal.isGone)
      throw new ServiceError('NOT_FOUND', {
        message: 'This job kept nothing: its addresses and options are gone, and have to be sent again',
      });
    const { rows } = await parts.db.query<{ url: string }>(FAILED, [id]);
    if (rows.length === 0) throw new ServiceError('CONFLICT', { message: 'No page of this job has failed' });
    if (rows.length > MOST)
      throw new ServiceError('CONFLICT', {
        message: `More than ${MOST} pages of this job failed, and a batch takes no more: start the job again`,
      });
    const { scrapeOptions } = JSON.parse(seal.open(row.request)) as JobRequest;
    const urls = rows.map(({ url }) => seal.open(url));
    const { id: batchId } = await parts.startBatch(
      caller,
      { ...scrapeOptions, urls, ignoreInvalidURLs: false, maxConcurrency: row.maxConcurrency },
      { baseUrl },
    );
    return { id: batchId, pages: urls.length };
  };
}
