import { PAGE_STATE } from '../model/page-state.ts';
import { lockFreeCredits } from '../../accounts/credits.ts';
import { statement, type Database, type Queryable } from '../../store/database.ts';
import type { ClaimedPage } from '../model/claimed-page.ts';
import type { JobKind } from '../model/job-request.ts';
import { SITEMAPS_KEY } from '../model/page-key.ts';

interface ClaimRow {
  job_id: string;
  kind: JobKind;
  url_key: Buffer;
  host: string;
  url: string;
  depth: number;
  is_external: boolean;
  is_seed: boolean;
  link_text: string | null;
  claim: number;
  retries: number;
}

/**
 * Tells whether the job's sitemaps are being read: the reading is no page, and takes no place among the pages at a
 * time.
 */
const SEEDS = `select count(*)::integer as seeds from page_lease l
  where l.job_id = j.id and l.url_key = '\\x${Buffer.from(SITEMAPS_KEY, 'base64url').toString('hex')}'`;

/** Pages that failed for a passing reason and wait to be tried again: each keeps its place within the limit. */
const RETRIES = `select count(*)::integer as retries from page r
  where r.job_id = j.id and r.state = ${PAGE_STATE.queued} and r.retries > 0 and not r.is_seed
    and not exists (select from page_lease l where l.job_id = r.job_id and l.url_key = r.url_key)`;

/** Pages of hosts that have room, of the host that was served longest ago first. */
function pick(which: string): string {
  return `select p.*
     from chosen c cross join depth d cross join open_host h cross join lateral (
       select q.url_key, q.host, q.url, q.depth, q.is_external, q.is_seed, q.link_text, q.retries from page q
       where q.job_id = c.id and q.host = h.host and q.state = ${PAGE_STATE.queued} and ${which}
         and (q.not_before is null or q.not_before <= clock_timestamp())
         and not exists (select from page_lease l where l.job_id = q.job_id and l.url_key = q.url_key)
       order by q.depth, q.seq limit greatest(0, h.room)
       for no key update of q
     ) p
     order by h.served_at
     limit (select room from chosen)`;
}

/*
 * One job a statement: the one of the team that was served longest ago and has room. `skip locked` lets a job that is
 * being settled wait instead of this worker. A host never gets more than half of a job that has others waiting. Where all
 * places that are left are those of pages to be tried again, only these are claimed, whatever their depth.
 */
const CLAIM = statement(
  'page_claim',
  `with chosen as (
     select j.id, j.kind, j.in_flight, j.max_concurrency, j.level,
       least($3::integer, j.max_concurrency - j.in_flight + reading.seeds, $5::bigint / j.page_price,
         case when again.retries < j.page_limit - j.attempted then j.page_limit - j.attempted - again.retries
           else j.page_limit - j.attempted end) as room,
       again.retries < j.page_limit - j.attempted as has_places
     from job j cross join lateral (${SEEDS}) reading cross join lateral (${RETRIES}) again
     where j.team_id = $2 and ($4::uuid is null or j.id = $4) and ($5::bigint is null or j.page_price <= $5) and j.status = 'scraping' and j.queued > 0
       and j.in_flight - reading.seeds < j.max_concurrency and j.attempted < j.page_limit and j.next_at <= clock_timestamp()
       and exists (
         select from job_host h
         where h.job_id = j.id and h.queued > 0 and h.next_at <= clock_timestamp()
           and h.in_flight < case when h.spacing_ms > 0 then 1 else h.max_in_flight end)
     order by j.served_at limit 1
     for update of j skip locked
   ), host as (
     select h.host, h.queued, h.in_flight, h.max_in_flight, h.spacing_ms, h.next_at, h.served_at
     from chosen c join job_host h on h.job_id = c.id
     where h.queued > 0
   ), depth as (
     select case when c.level is null then 2147483647 when c.in_flight > 0 then c.level
       else (select min(first.depth) from host h cross join lateral (
               select p.depth from page p where p.job_id = c.id and p.host = h.host and p.state = ${PAGE_STATE.queued}
               order by p.depth, p.seq limit 1) first) end as deepest
     from chosen c
   ), open_host as (
     select h.host, h.served_at,
       least(
         case when h.spacing_ms > 0 then 1 else h.max_in_flight end,
         case when (select count(*) from host) > 1 then greatest(1, c.max_concurrency / 2) else h.max_in_flight end
       ) - h.in_flight as room
     from host h, chosen c
     where h.next_at <= clock_timestamp()
       and h.in_flight < case when h.spacing_ms > 0 then 1 else h.max_in_flight end
     order by h.served_at limit 100
   ), picked as (
     (${pick('c.has_places and q.depth <= d.deepest')})
     union all
     (${pick('not c.has_places and q.retries > 0')})
   ), leased as (
     insert into page_lease (job_id, url_key, worker_id, host, is_seed)
     select c.id, p.url_key, $1, p.host, p.is_seed from chosen c, picked p
     on conflict do nothing returning url_key, host, is_seed, claim
   ), hosts as (
     update job_host h
     set queued = h.queued - l.pages, in_flight = h.in_flight + l.pages, served_at = clock_timestamp(),
       next_at = case when h.spacing_ms > 0 then clock_timestamp() + h.spacing_ms * interval '1 ms' else h.next_at end
     from chosen c, (select host, count(*)::integer as pages from leased group by host) l
     where h.job_id = c.id and h.host = l.host
   ), jobs as (
     update job j
     set queued = j.queued - l.pages, in_flight = j.in_flight + l.pages, attempted = j.attempted + l.places,
       served_at = clock_timestamp(), level = case when j.level is null then null else coalesce(d.deepest, j.level) end
     from chosen c, depth d,
       (select count(*)::integer as pages, count(*) filter (where not is_seed)::integer as places from leased) l
     where j.id = c.id
   )
   select c.id as job_id, c.kind, l.url_key, l.host, p.url, p.depth, p.is_external, p.link_text, l.is_seed, l.claim, p.retries
   from chosen c, leased l join picked p on p.url_key = l.url_key`,
);

/** The pages that a worker asks for. */
export interface ClaimRequest {
  workerId: string;
  teamId: string;
  /** The most pages to claim. */
  count: number;
  /** Only pages of this job are claimed; undefined: pages of any job of the team. */
  jobId?: string | undefined;
  /** Whether the team's credits are limited. */
  isLimited?: boolean;
}

/**
 * Claims pages of one job of the team; none when nothing of it may be fetched now. Pages of a team whose credits are
 * limited are claimed only while it has credits that no other page or scrape under way may need.
 */
export async function claimPages(db: Database, request: ClaimRequest): Promise<ClaimedPage[]> {
  if (request.isLimited !== true) return claim(db, request, null);
  return db.transaction(async (tx) => {
    const free = await lockFreeCredits(tx, request.teamId, { canUseReserves: true });
    return claim(tx, request, free);
  });
}

async function claim(
  db: Queryable,
  { workerId, teamId, count, jobId, isLimited = false }: ClaimRequest,
  free: number | null,
): Promise<ClaimedPage[]> {
  const { rows } = await db.query<ClaimRow>(CLAIM, [workerId, teamId, count, jobId ?? null, free]);
  return rows.map((row) => ({
    jobId: row.job_id,
    kind: row.kind,
    key: row.url_key.toString('base64url'),
    host: row.host,
    url: row.url,
    depth: row.depth,
    isExternal: row.is_external,
    isSitemapReading: row.is_seed,
    linkText: row.link_text ?? undefined,
    claim: row.claim,
    retries: row.retries,
    isLimited,
  }));
}

const FIND_TEAMS = statement(
  'job_find_teams',
  `select j.team_id as "teamId", bool_or(t.credits_granted is not null) as "isLimited", count(*) filter (where ready.room > 0)::integer as jobs,
     sum(least(ready.room, j.queued, j.max_concurrency - j.in_flight + reading.seeds, j.page_limit - j.attempted))::integer
       as wanted
   from job j join team t on t.id = j.team_id cross join lateral (${SEEDS}) reading cross join lateral (
     select coalesce(sum(host.room), 0)::integer as room from (
       select least(h.queued, case when h.spacing_ms > 0 then 1 else h.max_in_flight end - h.in_flight) as room
       from job_host h
       where h.job_id = j.id and h.queued > 0 and h.next_at <= clock_timestamp() and j.next_at <= clock_timestamp()
         and h.in_flight < case when h.spacing_ms > 0 then 1 else h.max_in_flight end
       limit 1000
     ) host
   ) ready
   where j.status = 'scraping' and j.queued > 0 and j.in_flight - reading.seeds < j.max_concurrency
     and j.attempted < j.page_limit and ($1::uuid is null or j.id = $1)
   group by j.team_id order by min(j.served_at)`,
);

/** A team with pages that may be fetched now. */
export interface TeamWithWork {
  teamId: string;
  /** Whether its credits are limited. */
  isLimited: boolean;
  /**
   * The number of its jobs with pages that may be fetched now; pages of its other jobs wait for their time or their
   * host.
   */
  jobs: number;
  /** The number of pages that could be fetched now if the team had as many slots. */
  wanted: number;
}

/** Teams with work, the one that has waited longest first; of one job only when its id is given. */
export async function findTeamsWithWork(db: Queryable, jobId?: string): Promise<TeamWithWork[]> {
  return (await db.query<TeamWithWork>(FIND_TEAMS, [jobId ?? null])).rows;
}
