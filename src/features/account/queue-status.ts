import type { Caller } from '../../accounts/caller.ts';
import type { EndpointReply } from '../../contract/endpoint.ts';
import type { queueStatus } from '../../contract/endpoints/queue-status.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { statement, type Queryable } from '../../store/database.ts';
import { uuidFloor } from '../../store/partitions.ts';

const WINDOW_MS = 86_400_000;

/** Waiting pages beyond a job's limit are not counted: no worker will ever take them. */
const QUEUE = statement(
  'queue_status',
  `select coalesce(sum(in_flight), 0)::bigint as active,
     coalesce(sum(greatest(0, least(queued, page_limit - attempted))), 0)::bigint as waiting
   from job where team_id = $1 and status = 'scraping'`,
);

/**
 * The newest of the last 100 scrapes and of the newest document of each job: of all that run, and of the last 1,000.
 * $2 is the id of 24 hours ago; what has ended before then is no longer kept.
 * Not prepared, so that it is planned for the team at hand.
 */
const NEWEST_SUCCESS = `with recent_scrape as (
     select created_at + duration_ms * interval '1 millisecond' as ended_at from scrape
     where team_id = $1 and job_id is null and id >= $2::uuid and error_code is null
     order by id desc limit 100
   ), candidate as (
     (select id from job where team_id = $1 and id >= $2::uuid and completed > 0 order by id desc limit 1000)
     union
     (select id from job where team_id = $1 and completed > 0 and status = 'scraping')
   ), recent_page as (
     select page.ended_at from candidate cross join lateral (
       select ended_at from page where job_id = candidate.id and document_index is not null
       order by document_index desc limit 1
     ) page
   )
   select max(ended_at) as at from (
     select ended_at from recent_scrape union all select ended_at from recent_page
   ) success`;

/** GET /v2/team/queue-status. */
export function createQueueStatus({ db, clock }: { db: Queryable; clock: Clock }) {
  return async function readQueueStatus({ team }: Caller): Promise<EndpointReply<typeof queueStatus>> {
    const [queue, newest] = await Promise.all([
      db.query<{ active: number; waiting: number }>(QUEUE, [team.id]),
      db.query<{ at: Date | null }>(NEWEST_SUCCESS, [team.id, uuidFloor(clock.now() - WINDOW_MS)]),
    ]);
    const { active, waiting } = queue.rows[0] ?? { active: 0, waiting: 0 };
    return {
      success: true,
      jobsInQueue: active + waiting,
      activeJobsInQueue: active,
      waitingJobsInQueue: waiting,
      maxConcurrency: team.maxConcurrency,
      mostRecentSuccess: newest.rows[0]?.at?.toISOString() ?? null,
    };
  };
}
