import type { Caller } from '../../accounts/caller.ts';
import type { EndpointReply } from '../../contract/endpoint.ts';
import type { teamJobPage } from '../../contract/endpoints/team-job-page.ts';
import { PAGE_STATE } from '../../jobs/model/page-state.ts';
import { reportableUrl } from '../../jobs/model/reportable-url.ts';
import type { Seals } from '../../jobs/model/seal.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { statement, type Queryable } from '../../store/database.ts';
import { adviceFor } from './advice-for.ts';
import { findTeamJob } from './find-team-job.ts';
import { shownState, skipReasonOf, type PageEndRow } from './listed-page.ts';

interface PageRow extends PageEndRow {
  url: string;
  scrapeId: string | null;
  endedAt: Date | null;
  error: string | null;
  retries: number;
  notBefore: Date | null;
  depth: number;
  isAtWork: boolean;
  durationMs: number | null;
}

const FIND = statement(
  'job_page_find',
  `select p.url, p.state, p.error_code as code, p.drop_reason as reason, p.scrape_id as "scrapeId",
     p.ended_at as "endedAt", p.error, p.retries, p.not_before as "notBefore", p.depth,
     l.url_key is not null as "isAtWork", s.duration_ms as "durationMs"
   from page p
   left join page_lease l on l.job_id = p.job_id and l.url_key = p.url_key
   left join scrape s on s.id = p.scrape_id
   where p.job_id = $1 and p.url_key = $2 and not p.is_seed`,
);

/** Base64url of 16 bytes. */
const PAGE = /^[\w-]{22}$/;

/** GET /v2/team/jobs/{id}/pages/{page}. NOT_FOUND for a page or job that is unknown, expired or of another team. */
export function createJobPage(parts: { db: Queryable; seals: Seals }) {
  return async function readJobPage(
    caller: Caller,
    id: string,
    page: string,
  ): Promise<EndpointReply<typeof teamJobPage>> {
    const { seal } = await findTeamJob(parts, caller, id);
    const key = Buffer.from(PAGE.test(page) ? page : '', 'base64url');
    const { rows } = await parts.db.query<PageRow>(FIND, [id, key]);
    const [row] = rows;
    if (row === undefined || seal.isGone)
      throw new ServiceError('NOT_FOUND', { message: 'No such page in this job' });
    const { state, retries, isAtWork, endedAt, notBefore, code, error } = row;
    const isTried = state === PAGE_STATE.done || state === PAGE_STATE.failed;
    return {
      success: true,
      data: {
        page,
        url: reportableUrl(seal.open(row.url)),
        state: shownState(row),
        isAtWork,
        scrapeId: row.scrapeId,
        ended_at: endedAt?.toISOString() ?? null,
        code: skipReasonOf(row) ?? code,
        error: error === null ? null : seal.open(error),
        advice: code === null ? '' : adviceFor(code),
        attempts: retries + (isAtWork || isTried ? 1 : 0),
        not_before: isAtWork ? null : (notBefore?.toISOString() ?? null),
        depth: row.depth,
        durationMs: row.durationMs,
      },
    };
  };
}
