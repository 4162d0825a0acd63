import { CREDENTIALS_PREFIX } from '../../jobs/model/seal.ts';
import { statement, type Queryable } from '../../store/database.ts';
import { siteHosts } from './site-hosts.ts';

/** The pages of a site that a team has scraped before. */
export interface KnownPages {
  /** In the cache, newest first: they can be read again without a request. */
  cached: string[];
  /** Pages of the team's crawls and batch scrapes that answered well, newest job first; the newest few jobs only. */
  scraped: string[];
}

export type FindKnownPages = (teamId: string, start: URL, limit: number) => Promise<KnownPages>;

const CACHED = statement(
  'map_cached_pages',
  `select url from cached_page
   where team_id = $1 and left(reverse(split_part(url, '/', 3)), 300) collate "C" >= reverse($2::text)
     and left(reverse(split_part(url, '/', 3)), 300) collate "C" < reverse($2::text) || '~'
   order by fetched_at desc limit $3`,
);

/** Jobs that are looked into: older ones hardly know more. */
const MAX_JOBS = 3;

/** Hosts and URLs of jobs without data retention are sealed and match no name; those with a password are sealed too. */
const SCRAPED = statement(
  'map_scraped_pages',
  `select seen.url from (
     select page.url, page.scrape_id, job.job_id, page.document_index
     from (
       select job_id, host from job_host where team_id = $1 and host = any($2::text[])
       order by job_id desc limit ${MAX_JOBS}
     ) job
     join page on page.job_id = job.job_id and page.host = job.host and page.document_index is not null
       and page.url not like '${CREDENTIALS_PREFIX}%'
     order by job.job_id desc, page.document_index limit $3
   ) seen
   join scrape on scrape.id = seen.scrape_id and scrape.status_code < 400
   order by seen.job_id desc, seen.document_index`,
);

/** Finds pages of the whole site, subdomains included; the caller picks from them. */
export function createFindKnownPages(db: Queryable): FindKnownPages {
  return async function findKnownPages(teamId, start, limit) {
    const { own, mainDomain } = siteHosts(start);
    const [cached, scraped] = await Promise.all([
      db.query<{ url: string }>(CACHED, [teamId, mainDomain, limit]),
      db.query<{ url: string }>(SCRAPED, [teamId, own, limit]),
    ]);
    return { cached: cached.rows.map(({ url }) => url), scraped: scraped.rows.map(({ url }) => url) };
  };
}
