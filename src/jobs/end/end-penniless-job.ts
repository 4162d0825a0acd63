import type { Log } from '../../lib/log/log.ts';
import { statement, type Database, type Queryable } from '../../store/database.ts';
import { endJob, logJobEnd } from './end-job.ts';
import type { JobContext } from '../model/job-context.ts';
import { lockJob } from '../model/job-row.ts';
import { PAGE_STATE } from '../model/page-state.ts';

/** Rows that one statement changes: however large a job is, none takes as long as a statement may. */
const CHUNK = 10_000;

/** Used up for good: what is held now does not count, as it may be let go of. */
const IS_PENNILESS = `j.status = 'scraping' and j.in_flight = 0 and j.queued > 0
  and t.credits_granted - t.credits_used < j.page_price`;

const FIND = statement(
  'job_find_penniless',
  `select j.id from job j join team t on t.id = j.team_id
   where j.team_id = $1 and ($2::uuid is null or j.id = $2) and ${IS_PENNILESS} limit 100`,
);

/** Jobs of a team that its credits are enough for no further page of. */
export async function findPennilessJobs(db: Queryable, teamId: string, jobId?: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(FIND, [teamId, jobId ?? null]);
  return rows.map(({ id }) => id);
}

const IS_STILL = statement(
  'job_is_penniless',
  `select from job j join team t on t.id = j.team_id where j.id = $1 and ${IS_PENNILESS}`,
);

const FAIL_PAGES = statement(
  'page_fail_penniless',
  `with chosen as (
     select url_key from page where job_id = $1 and state = ${PAGE_STATE.queued} and not is_seed
     order by seq limit ${CHUNK}
   )
   update page p set state = ${PAGE_STATE.failed}, error_code = 'PAYMENT_REQUIRED', error = $2,
     ended_at = clock_timestamp(), scrape_id = gen_random_uuid()
   from chosen where p.job_id = $1 and p.url_key = chosen.url_key`,
);

/**
 * Ends a job whose team has no credits for a further page, because pages cost more than their options told or the grant
 * was lowered. The pages that a batch did not get to are among its errors. Returns false when there are credits again.
 */
export async function endPennilessJob(db: Database, log: Log, job: JobContext): Promise<boolean> {
  const end = await db.transaction(async (tx) => {
    const row = await lockJob(tx, job.id);
    const { rowCount: isStill } = await tx.query(IS_STILL, [job.id]);
    if (row === undefined || isStill === 0) return undefined;
    const sentence = `Stopped after ${row.attempted} pages: your team's credits are used up.`;
    if (job.kind === 'batch_scrape') await failPages(tx, job);
    await tx.query('update job set warnings = warnings || $2::jsonb where id = $1', [
      job.id,
      JSON.stringify({ [job.seal.digest('credits')]: job.seal.seal(sentence) }),
    ]);
    return endJob(tx, job, { completed: row.completed });
  });
  if (end) logJobEnd(log, job, end);
  return end !== undefined;
}

async function failPages(tx: Queryable, job: JobContext): Promise<void> {
  const error = job.seal.seal("Not fetched: your team's credits are used up");
  for (let isLast = false; !isLast;) {
    const { rowCount } = await tx.query(FAIL_PAGES, [job.id, error]);
    await tx.query('update job set queued = queued - $2, attempted = attempted + $2 where id = $1', [
      job.id,
      rowCount,
    ]);
    isLast = rowCount < CHUNK;
  }
  await tx.query('update job_host set queued = 0 where job_id = $1', [job.id]);
}
