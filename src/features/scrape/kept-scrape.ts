import type { Caller } from '../../accounts/caller.ts';
import type { ScrapeOptions } from '../../contract/options/scrape-options.ts';
import type { JobRequest } from '../../jobs/model/job-request.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { TraceStep } from '../../scraper/trace.ts';
import { statement, type Queryable } from '../../store/database.ts';

const KEEP_MS = 86_400_000;

const FIND = statement(
  'scrape_find_kept',
  `select s.created_at as "createdAt", s.target, s.options, s.duration_ms as "durationMs",
     s.status_code as "statusCode", s.error_code as "errorCode", s.trace, s.job_id as "jobId",
     case when s.is_sealed then null else j.request end as "jobRequest"
   from scrape s left join job j on j.id = s.job_id
   where s.id = $1 and s.team_id = $2 and not s.is_sealed and s.target is not null`,
);

interface KeptRow {
  createdAt: Date;
  target: string;
  options: ScrapeOptions | null;
  durationMs: number;
  statusCode: number | null;
  errorCode: string | null;
  trace: TraceStep[] | null;
  jobId: string | null;
  /** JSON. */
  jobRequest: string | null;
}

/** A scrape of the last 24 hours as it was recorded. */
export interface KeptScrape extends Omit<KeptRow, 'jobRequest' | 'trace'> {
  trace: readonly TraceStep[];
}

/**
 * Finds a scrape of the caller's team. NOT_FOUND for one of another team, as for one that is unknown, and for one of which
 * nothing was kept.
 */
export async function findKeptScrape(
  { db, clock }: { db: Queryable; clock: Clock },
  { team }: Caller,
  id: string,
): Promise<KeptScrape> {
  const { rows } = await db.query<KeptRow>(FIND, [id, team.id]);
  const [row] = rows;
  if (row === undefined || row.createdAt.getTime() < clock.now() - KEEP_MS) {
    throw new ServiceError('NOT_FOUND', {
      message:
        'No such scrape: unknown, older than 24 hours, or made with zero data retention or lockdown, of which nothing is kept',
    });
  }
  const { jobRequest, trace, ...kept } = row;
  const ofJob = jobRequest === null ? null : (JSON.parse(jobRequest) as JobRequest).scrapeOptions;
  return { ...kept, options: kept.options ?? ofJob, trace: trace ?? [] };
}
