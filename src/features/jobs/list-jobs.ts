import type { JobKind } from '../../jobs/model/job-request.ts';
import type { JobStatus } from '../../jobs/model/job-row.ts';
import type { Queryable } from '../../store/database.ts';

/** A job without its documents. */
export interface JobInfo {
  id: string;
  kind: JobKind;
  teamId: string;
  team: string;
  status: JobStatus;
  /** Start URL of a crawl, first URL of a batch; null under zero data retention. */
  target: string | null;
  createdAt: Date;
  endedAt: Date | null;
  /** Documents. */
  done: number;
  failed: number;
  /** Pages known so far, whatever became of them. */
  found: number;
  /** Pages to try, at most. */
  limit: number;
}

export interface JobFilter {
  teamId?: string | undefined;
  status?: JobStatus | undefined;
  /** The first characters of an id. */
  idPrefix?: string | undefined;
  /** Only this job. */
  id?: string | undefined;
  /** Only jobs that are older than this one. */
  below?: string | undefined;
  limit: number;
}

/** The newest jobs first. A job is kept for a day after its end. */
export async function listJobs(db: Queryable, filter: JobFilter): Promise<JobInfo[]> {
  const { rows } = await db.query<JobInfo>(
    `select j.id, j.kind, j.team_id as "teamId", t.name as team, j.status, j.target, j.created_at as "createdAt",
       j.ended_at as "endedAt", j.completed as done, greatest(0, j.attempted - j.completed - j.in_flight) as failed,
       j.attempted + j.queued as found, j.page_limit as limit
     from job j join team t on t.id = j.team_id
     where ($1::uuid is null or j.team_id = $1) and ($2::text is null or j.status = $2)
       and ($3::text is null or starts_with(j.id::text, $3))
       and ($5::uuid is null or j.id = $5) and ($6::uuid is null or j.id < $6)
       and coalesce(j.expires_at > clock_timestamp(), true)
     order by j.id desc limit $4`,
    [
      filter.teamId ?? null,
      filter.status ?? null,
      filter.idPrefix ?? null,
      filter.limit,
      filter.id ?? null,
      filter.below ?? null,
    ],
  );
  return rows;
}
