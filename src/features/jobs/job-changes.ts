import type { Caller } from '../../accounts/caller.ts';
import type { EndpointInput, EndpointReply } from '../../contract/endpoint.ts';
import type { teamJobChanges } from '../../contract/endpoints/team-job-changes.ts';
import { PAGE_STATE } from '../../jobs/model/page-state.ts';
import { reportableUrl } from '../../jobs/model/reportable-url.ts';
import type { Seal, Seals } from '../../jobs/model/seal.ts';
import { createTimeSlices } from '../../lib/turns/time-slices.ts';
import { statement, type Queryable } from '../../store/database.ts';
import { decodeChangesCursor, encodeChangesCursor, type ChangesCursor } from './changes-cursor.ts';
import { findTeamJob } from './find-team-job.ts';
import { shownState, skipReasonOf, type PageEndRow } from './listed-page.ts';

/** Pages of one kind of change in one answer. */
const MOST = 2_000;

interface PageRow extends PageEndRow {
  key: Buffer;
  seq: number;
  url: string;
  /** Microseconds since 1970. */
  endedAt: number | null;
}

const COLUMNS = `url_key as key, seq, url, state, error_code as code, drop_reason as reason`;
const MICROSECONDS = `(extract(epoch from ended_at) * 1000000)::bigint`;
const SINCE_1970 = `timestamptz 'epoch' + interval '1 microsecond'`;

/** Where the changes begin of whoever reads all pages from now on. */
const BEGIN = statement(
  'job_changes_begin',
  `select coalesce(max(seq), 0) as seq, coalesce(max(document_index) + 1, 0) as done,
     coalesce(max(${MICROSECONDS}) filter (where state > 2), 0) as "endedAt"
   from page where job_id = $1`,
);

const ALL = statement(
  'job_changes_all',
  `select ${COLUMNS} from page where job_id = $1 and url_key > $2 and not is_seed order by url_key limit ${MOST}`,
);

// Pages change under the lock of their job, so numbers and times grow in the order in which they can be seen.
const FOUND = statement(
  'job_changes_found',
  `select ${COLUMNS} from page where job_id = $1 and state = ${PAGE_STATE.queued} and seq > $2 and not is_seed
   order by seq limit ${MOST}`,
);

const DONE = statement(
  'job_changes_done',
  `select ${COLUMNS} from page where job_id = $1 and document_index >= $2 and document_index is not null
   order by document_index limit ${MOST}`,
);

const ENDED = statement(
  'job_changes_ended',
  `select ${COLUMNS}, ${MICROSECONDS} as "endedAt" from page
   where job_id = $1 and state > 2 and not is_seed and (ended_at, seq) > (${SINCE_1970} * $2::bigint, $3)
   order by ended_at, seq limit ${MOST}`,
);

const NO_KEY = Buffer.alloc(0);

/** Pages of a job that were found or ended since somebody has read before. */
export type JobChanges = EndpointReply<typeof teamJobChanges>;

/** GET /v2/team/jobs/{id}/changes. NOT_FOUND for a job that is unknown, expired or of another team. */
export function createJobChanges(parts: { db: Queryable; seals: Seals }) {
  const { db } = parts;
  return async function readJobChanges(
    caller: Caller,
    id: string,
    { cursor = '' }: EndpointInput<typeof teamJobChanges>['query'],
  ): Promise<JobChanges> {
    const { seal } = await findTeamJob(parts, caller, id);
    const from = decodeChangesCursor(cursor) ?? (await beginOf(db, id));
    const { rows, next, hasMore } = seal.isGone
      ? { rows: [], next: from, hasMore: false }
      : await (from.key === null ? readNew(db, id, from) : readAll(db, id, { ...from, key: from.key }));
    return {
      success: true,
      data: await shownPages(rows, seal),
      cursor: encodeChangesCursor(next),
      has_more: hasMore,
    };
  };
}

const FIRST_KEY = Buffer.alloc(16).toString('base64url');

async function beginOf(db: Queryable, id: string): Promise<ChangesCursor> {
  const { rows } = await db.query<Omit<ChangesCursor, 'key' | 'endedSeq'>>(BEGIN, [id]);
  const { seq, done, endedAt } = rows[0] ?? { seq: 0, done: 0, endedAt: 0 };
  return { key: FIRST_KEY, seq, done, endedAt, endedSeq: seq };
}

interface Changes {
  rows: PageRow[];
  next: ChangesCursor;
  hasMore: boolean;
}

/** Pages in the order of their keys, which costs the same for the last as for the first. */
async function readAll(db: Queryable, id: string, from: ChangesCursor & { key: string }): Promise<Changes> {
  const key = from.key === FIRST_KEY ? NO_KEY : Buffer.from(from.key, 'base64url');
  const { rows } = await db.query<PageRow>(ALL, [id, key]);
  const last = rows.length === MOST ? rows.at(-1) : undefined;
  return {
    rows,
    next: { ...from, key: last?.key.toString('base64url') ?? null },
    hasMore: last !== undefined,
  };
}

async function readNew(db: Queryable, id: string, from: ChangesCursor): Promise<Changes> {
  const { rows: found } = await db.query<PageRow>(FOUND, [id, from.seq]);
  // A page that was found and has ended since comes with its end; of a page that ends meanwhile the end comes last.
  const { rows: done } = await db.query<PageRow>(DONE, [id, from.done]);
  const { rows: ended } = await db.query<PageRow>(ENDED, [id, from.endedAt, from.endedSeq]);
  const last = ended.at(-1);
  return {
    rows: [...found, ...done, ...ended],
    next: {
      key: null,
      seq: found.at(-1)?.seq ?? from.seq,
      done: from.done + done.length,
      endedAt: last?.endedAt ?? from.endedAt,
      endedSeq: last?.seq ?? from.endedSeq,
    },
    hasMore: [found, done, ended].some(({ length }) => length === MOST),
  };
}

async function shownPages(rows: readonly PageRow[], seal: Seal): Promise<JobChanges['data']> {
  const shown: JobChanges['data'] = [];
  const slices = createTimeSlices();
  for (const row of rows) {
    if (slices.isOver()) await slices.rest();
    shown.push({
      page: row.key.toString('base64url'),
      url: reportableUrl(seal.open(row.url)),
      state: shownState(row),
      code: skipReasonOf(row) ?? row.code,
    });
  }
  return shown;
}
