import type { Caller } from '../../accounts/caller.ts';
import type { EndpointInput, EndpointReply } from '../../contract/endpoint.ts';
import type { teamJob } from '../../contract/endpoints/team-job.ts';
import type { teamJobs } from '../../contract/endpoints/team-jobs.ts';
import { ERRORS } from '../../contract/errors.ts';
import { findJob } from '../../jobs/model/job-row.ts';
import { PAGE_STATE } from '../../jobs/model/page-state.ts';
import { reportableUrl } from '../../jobs/model/reportable-url.ts';
import type { Seals } from '../../jobs/model/seal.ts';
import { decodeCursor, encodeCursor } from '../../lib/list-cursor.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { statement, type Queryable } from '../../store/database.ts';
import { listJobs, type JobInfo } from './list-jobs.ts';

type ListedJob = EndpointReply<typeof teamJobs>['data'][number];

/** GET /v2/team/jobs. Pages stay the same while jobs begin: a cursor names the job that the page before ended with. */
export function createTeamJobs({ db }: { db: Queryable }) {
  return async function listTeamJobs(
    { team }: Caller,
    { status, limit, cursor }: EndpointInput<typeof teamJobs>['query'],
  ): Promise<EndpointReply<typeof teamJobs>> {
    const below = cursor === undefined || cursor === '' ? undefined : decodeCursor(cursor);
    // One more than asked for tells whether there are more.
    const found = await listJobs(db, { teamId: team.id, status, below, limit: limit + 1 });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const hasMore = found.length > limit && last !== undefined;
    return {
      success: true,
      data: page.map(listed),
      cursor: hasMore ? encodeCursor(last.id) : null,
      has_more: hasMore,
    };
  };
}

/** Failed pages by the code of their error, with the first of each; what robots.txt forbids has no code. */
const TROUBLES = statement(
  'job_troubles_by_code',
  `select t.code, t.pages::int as pages, p.url, p.error from (
     select error_code as code, count(*) as pages, min(seq) as first from page
     where job_id = $1 and state > 2
       and (state = ${PAGE_STATE.failed} or (state = ${PAGE_STATE.dropped} and drop_reason = 'robots'))
     group by error_code) t
   join page p on p.job_id = $1 and p.seq = t.first and p.state > 2
   order by t.pages desc, t.code`,
);

interface TroubleKind {
  code: string | null;
  pages: number;
  url: string;
  error: string | null;
}

/** GET /v2/team/jobs/{id}. NOT_FOUND for a job that is unknown, expired or of another team. */
export function createTeamJob({ db, seals }: { db: Queryable; seals: Seals }) {
  return async function readTeamJob({ team }: Caller, id: string): Promise<EndpointReply<typeof teamJob>> {
    const [[job], row] = await Promise.all([
      listJobs(db, { teamId: team.id, id, limit: 1 }),
      findJob(db, id),
    ]);
    if (job === undefined || row === undefined)
      throw new ServiceError('NOT_FOUND', { message: 'No such job: unknown or expired' });
    const seal = seals.sealOf(row.sealedKey);
    const { rows } = seal.isGone ? { rows: [] } : await db.query<TroubleKind>(TROUBLES, [id]);
    const errors = rows.flatMap(({ code, pages, url, error }) =>
      code === null
        ? []
        : {
            code,
            pages,
            url: reportableUrl(seal.open(url)),
            error: error === null ? '' : seal.open(error),
            advice: adviceFor(code),
          },
    );
    const robotsBlocked = rows.find(({ code }) => code === null)?.pages ?? 0;
    return { success: true, data: listed(job), errors, robotsBlocked };
  };
}

function adviceFor(code: string): string {
  return Object.hasOwn(ERRORS, code) ? ERRORS[code as keyof typeof ERRORS].advice : '';
}

function listed({
  id,
  kind,
  status,
  target,
  createdAt,
  endedAt,
  done,
  failed,
  found,
  limit,
}: JobInfo): ListedJob {
  return {
    id,
    kind,
    status,
    target,
    created_at: createdAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
    done,
    failed,
    waiting: Math.max(0, found - done - failed),
    limit,
  };
}
