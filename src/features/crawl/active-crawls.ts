import type { Caller } from '../../accounts/caller.ts';
import type { JobRequest } from '../../jobs/model/job-request.ts';
import { reportableUrl } from '../../jobs/model/reportable-url.ts';
import type { Seals } from '../../jobs/model/seal.ts';
import { createTimeSlices } from '../../lib/turns/time-slices.ts';
import type { Queryable } from '../../store/database.ts';

export interface ActiveCrawl {
  id: string;
  teamId: string;
  url: string;
  created_at: string;
  /** Options of the crawl, `scrapeOptions` among them. */
  options: Record<string, unknown>;
}

/** Running crawls of one team that are listed, at most. */
const MAX_LISTED = 1_000;

/** GET /v2/crawl/active: what the team has running, newest first. */
export function createActiveCrawls({ db, seals }: { db: Queryable; seals: Seals }) {
  return async function listActiveCrawls({ team }: Caller): Promise<ActiveCrawl[]> {
    const { rows } = await db.query<{
      id: string;
      created_at: Date;
      request: string;
      sealed_key: Buffer | null;
    }>(
      `select id, created_at, request, sealed_key from job
       where team_id = $1 and kind = 'crawl' and status = 'scraping' order by id desc limit ${MAX_LISTED}`,
      [team.id],
    );
    const crawls: ActiveCrawl[] = [];
    const slices = createTimeSlices();
    for (const row of rows) {
      // A thousand requests may each have hundreds of kilobytes of patterns.
      if (slices.isOver()) await slices.rest();
      const seal = seals.sealOf(row.sealed_key);
      if (seal.isGone) continue;
      const request = JSON.parse(seal.open(row.request)) as JobRequest;
      const { url, ...options } = request.crawl ?? { url: '' };
      const { given: _given, warnings: _warnings, headers, ...scrapeOptions } = request.scrapeOptions;
      crawls.push({
        id: row.id,
        teamId: team.id,
        url: url === '' ? '' : reportableUrl(url),
        created_at: row.created_at.toISOString(),
        options: { ...options, scrapeOptions: { ...scrapeOptions, headers: withoutValues(headers) } },
      });
    }
    return crawls;
  };
}

/** The key that started the crawl knows the values of its headers; other keys of the team need not. */
function withoutValues(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.keys(headers).map((name) => [name, '(hidden)']));
}
