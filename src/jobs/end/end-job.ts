import type { Log } from '../../lib/log/log.ts';
import { shownTarget } from '../../lib/addresses/shown-target.ts';
import type { Queryable } from '../../store/database.ts';
import { enqueueDeliveries } from '../model/enqueue-deliveries.ts';
import type { JobContext } from '../model/job-context.ts';
import { PAGE_STATE } from '../model/page-state.ts';

/** Results can be read for so long after the end of a job. */
export const KEEP_RESULTS = `interval '24 hours'`;

/** How a job ended, for the log. */
export interface JobEnd {
  status: 'completed' | 'failed';
  /** Null under zero data retention. */
  target: string | null;
  /** Pages that were delivered, and that were not. */
  completed: number;
  failed: number;
  /** Delivered pages that answered with a status of 400 or more. */
  errorPages: number;
  durationMs: number;
  /** The error that a failed crawl failed of, by its code. */
  code?: string;
}

/** One line of the log. */
export function logJobEnd(log: Log, { id, kind }: Pick<JobContext, 'id' | 'kind'>, end: JobEnd): void {
  const { status, target, completed, failed, errorPages, durationMs, code } = end;
  log.info(`job ${status}`, {
    jobId: id,
    kind,
    ...(target !== null && { target: shownTarget(target) }),
    pages: completed,
    errorPages,
    errors: failed,
    durationMs,
    ...(code !== undefined && { code }),
  });
}

/**
 * Ends a job of which nothing is left to do, in the transaction that found this out. A crawl that brought nothing
 * because its start failed has failed; single pages that failed do not make a job fail.
 */
export async function endJob(
  tx: Queryable,
  job: JobContext,
  { completed }: { completed: number },
): Promise<JobEnd> {
  const failure = job.kind === 'crawl' && completed === 0 ? await findStartFailure(tx, job) : undefined;
  const warnings = job.kind === 'crawl' && completed === 0 && !failure ? await explainNothing(tx, job) : {};
  const status = failure === undefined ? 'completed' : 'failed';
  const { rows } = await tx.query<Omit<JobEnd, 'status'>>(
    `update job set status = $2, ended_at = clock_timestamp(), expires_at = clock_timestamp() + ${KEEP_RESULTS},
       error = $3, warnings = warnings || $4::jsonb where id = $1
     returning target, completed, attempted - completed as failed, error_pages as "errorPages",
       round(extract(epoch from clock_timestamp() - created_at) * 1000)::float8 as "durationMs"`,
    [job.id, status, failure?.error ?? null, JSON.stringify(warnings)],
  );
  await enqueueDeliveries(tx, { id: job.id, teamId: job.teamId, webhook: job.request.webhook }, [
    failure === undefined ? { event: 'completed' } : { event: 'failed', error: failure.error },
  ]);
  const code = failure && { code: failure.code };
  return { status, target: null, completed, failed: 0, errorPages: 0, durationMs: 0, ...rows[0], ...code };
}

interface StartFailure {
  code: string;
  /** Sealed as it is kept. */
  error: string;
}

/** Why the start of a crawl failed. */
async function findStartFailure(tx: Queryable, job: JobContext): Promise<StartFailure | undefined> {
  const { rows } = await tx.query<StartFailure>(
    `select error_code as code, error from page where job_id = $1 and state = $2 and depth = 0 and not is_external
     order by seq limit 1`,
    [job.id, PAGE_STATE.failed],
  );
  return rows[0];
}

async function explainNothing(tx: Queryable, job: JobContext): Promise<Record<string, string>> {
  const { rows } = await tx.query<{ blocked: number }>(
    `select count(*)::integer as blocked from page where job_id = $1 and state = $2 and drop_reason = 'robots'`,
    [job.id, PAGE_STATE.dropped],
  );
  if ((rows[0]?.blocked ?? 0) === 0) return {};
  const sentence =
    'No page was scraped: robots.txt forbids all that were found. ignoreRobotsTxt overrides it.';
  return { [job.seal.digest('robots')]: job.seal.seal(sentence) };
}
