import type { Caller } from '../../accounts/caller.ts';
import type { EndpointInput, EndpointReply } from '../../contract/endpoint.ts';
import type { teamJobPages } from '../../contract/endpoints/team-job-pages.ts';
import type { ListedPageState } from '../../contract/listed-page.ts';
import { PAGE_STATE } from '../../jobs/model/page-state.ts';
import { reportableUrl } from '../../jobs/model/reportable-url.ts';
import type { Seal, Seals } from '../../jobs/model/seal.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { statement, type Queryable } from '../../store/database.ts';
import { findTeamJob } from './find-team-job.ts';
import { EXTERNAL_LINK } from './listed-page.ts';

interface PageRow {
  key: Buffer;
  url: string;
  scrapeId: string | null;
  endedAt: Date | null;
  code: string | null;
  error: string | null;
}

const IS_SKIPPED = `state = ${PAGE_STATE.dropped} or error_code is not distinct from '${EXTERNAL_LINK}'`;

/** The order of each state is that of an index which has its pages alone. $1 job, $2 how many, $3 the key of the last page seen. */
const LISTS = {
  done: listOf('done', 'document_index is not null', {
    behind: 'document_index < (select document_index from page where job_id = $1 and url_key = $3)',
    order: 'document_index desc',
  }),
  failed: listOf('failed', `state > 2 and not (${IS_SKIPPED})`, {
    behind: 'seq > (select seq from page where job_id = $1 and url_key = $3)',
    order: 'seq',
  }),
  skipped: listOf('skipped', `state > 2 and not is_seed and (${IS_SKIPPED})`, {
    behind: 'seq > (select seq from page where job_id = $1 and url_key = $3)',
    order: 'seq',
  }),
  waiting: listOf('waiting', `state = ${PAGE_STATE.queued} and not is_seed`, {
    behind: '(host, depth, seq) > (select host, depth, seq from page where job_id = $1 and url_key = $3)',
    order: 'host, depth, seq',
  }),
} as const satisfies Record<ListedPageState, unknown>;

/** GET /v2/team/jobs/{id}/pages. NOT_FOUND for a job that is unknown, expired or of another team. */
export function createJobPages(parts: { db: Queryable; seals: Seals }) {
  const { db } = parts;
  return async function listJobPages(
    caller: Caller,
    id: string,
    { state, limit, cursor }: EndpointInput<typeof teamJobPages>['query'],
  ): Promise<EndpointReply<typeof teamJobPages>> {
    const { seal } = await findTeamJob(parts, caller, id);
    if (seal.isGone) return { success: true, data: [], cursor: null, has_more: false };
    const after = cursor === undefined || cursor === '' ? undefined : readKey(cursor);
    const { first, next } = LISTS[state];
    // One more than asked for tells whether there are more.
    const { rows } =
      after === undefined
        ? await db.query<PageRow>(first, [id, limit + 1])
        : await db.query<PageRow>(next, [id, limit + 1, after]);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const hasMore = rows.length > limit && last !== undefined;
    return {
      success: true,
      data: page.map((each) => shownPage(each, state, seal)),
      cursor: hasMore ? last.key.toString('base64url') : null,
      has_more: hasMore,
    };
  };
}

function listOf(
  state: ListedPageState,
  condition: string,
  { behind, order }: { behind: string; order: string },
) {
  const list = (more: string): string =>
    `select url_key as key, url, scrape_id as "scrapeId", ended_at as "endedAt",
       coalesce(error_code, drop_reason) as code, error
     from page where job_id = $1 and ${condition}${more} order by ${order} limit $2`;
  return {
    first: statement(`job_pages_${state}`, list('')),
    next: statement(`job_pages_${state}_next`, list(` and ${behind}`)),
  };
}

function shownPage(
  { url, scrapeId, endedAt, code, error }: PageRow,
  state: ListedPageState,
  seal: Seal,
): EndpointReply<typeof teamJobPages>['data'][number] {
  return {
    url: reportableUrl(seal.open(url)),
    state,
    scrapeId,
    ended_at: endedAt?.toISOString() ?? null,
    code,
    error: error === null ? null : seal.open(error),
  };
}

/** The key of a page, 16 bytes, from a cursor; BAD_REQUEST when it is none of ours. */
function readKey(cursor: string): Buffer {
  const key = Buffer.from(cursor, 'base64url');
  if (key.length === 16 && key.toString('base64url') === cursor) return key;
  throw new ServiceError('BAD_REQUEST', {
    message: 'cursor is not valid: send the cursor of the page before as it came, or none',
  });
}
