import type { Caller } from '../../accounts/caller.ts';
import type { EndpointInput, EndpointReply } from '../../contract/endpoint.ts';
import type { teamJob } from '../../contract/endpoints/team-job.ts';
import type { teamJobs } from '../../contract/endpoints/team-jobs.ts';
import { reportableUrl } from '../../jobs/model/reportable-url.ts';
import type { Seal, Seals } from '../../jobs/model/seal.ts';
import { decodeCursor, encodeCursor } from '../../lib/list-cursor.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { statement, type Queryable } from '../../store/database.ts';
import { adviceFor } from './advice-for.ts';
import { findTeamJob } from './find-team-job.ts';
import { listJobs, type JobInfo } from './list-jobs.ts';
import { skipReasonOf, type PageEndRow } from './listed-page.ts';

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

/** Pages that failed or were left out, by the code of their error and by their reason, with the first and the last of each. */
const TROUBLES = statement(
  'job_troubles_by_kind',
  `select t.state, t.code, t.reason, t.pages::int as pages, p.url, p.error, p.seq = t.first as "isFirst" from (
     select state, error_code as code, drop_reason as reason, count(*) as pages, min(seq) as first, max(seq) as last
     from page where job_id = $1 and state > 2 and not is_seed group by state, error_code, drop_reason) t
   join page p on p.job_id = $1 and p.seq in (t.first, t.last) and p.state > 2
   order by t.pages desc, t.code, t.reason, p.seq`,
);

interface TroubleRow extends PageEndRow {
  pages: number;
  url: string;
  error: string | null;
  isFirst: boolean;
}

type TeamJobReply = EndpointReply<typeof teamJob>;

/** GET /v2/team/jobs/{id}. NOT_FOUND for a job that is unknown, expired or of another team. */
export function createTeamJob(parts: { db: Queryable; seals: Seals }) {
  return async function readTeamJob(caller: Caller, id: string): Promise<TeamJobReply> {
    const [[job], { row, seal }] = await Promise.all([
      listJobs(parts.db, { teamId: caller.team.id, id, limit: 1 }),
      findTeamJob(parts, caller, id),
    ]);
    if (job === undefined)
      throw new ServiceError('NOT_FOUND', { message: 'No such job: unknown or expired' });
    const head = { success: true, data: listed(job) } as const;
    if (seal.isGone) return { ...head, errors: [], robotsBlocked: 0, skipped: [], warnings: [], error: null };
    const { rows } = await parts.db.query<TroubleRow>(TROUBLES, [id]);
    const { errors, skipped } = groupTroubles(rows, seal);
    return {
      ...head,
      errors,
      robotsBlocked: skipped.find(({ reason }) => reason === 'robots')?.pages ?? 0,
      skipped,
      warnings: Object.values(row.warnings).map((sentence) => seal.open(sentence)),
      error: row.error === null ? null : seal.open(row.error),
    };
  };
}

/** Rows of one kind stand together, that of its first page first. */
function groupTroubles(rows: readonly TroubleRow[], seal: Seal): Pick<TeamJobReply, 'errors' | 'skipped'> {
  const errors = new Map<string, TeamJobReply['errors'][number]>();
  const skipped = new Map<string, TeamJobReply['skipped'][number]>();
  for (const row of rows) {
    const url = reportableUrl(seal.open(row.url));
    const reason = skipReasonOf(row);
    const code = row.code ?? '';
    const known = reason === undefined ? errors.get(code) : skipped.get(reason);
    if (known !== undefined) {
      known.examples.push(url);
      // Reasons that are shown as one.
      if (row.isFirst) known.pages += row.pages;
    } else if (reason !== undefined) skipped.set(reason, { reason, pages: row.pages, examples: [url] });
    else {
      const error = row.error === null ? '' : seal.open(row.error);
      errors.set(code, { code, pages: row.pages, url, examples: [url], error, advice: adviceFor(code) });
    }
  }
  return { errors: [...errors.values()], skipped: [...skipped.values()] };
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
