import type { Caller } from '../../accounts/caller.ts';
import type { EndpointInput, EndpointReply } from '../../contract/endpoint.ts';
import type { activity, ActivityEndpoint } from '../../contract/endpoints/activity.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Queryable } from '../../store/database.ts';
import { uuidFloor } from '../../store/partitions.ts';
import { decodeCursor, encodeCursor } from '../../lib/list-cursor.ts';

const WINDOW_MS = 86_400_000;
/** Above every UUIDv7. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** A session goes on with a scrape, or is by itself. */
const SESSION_ENDPOINT = `case when scrape_id is null then 'browser' else 'interact' end`;

/**
 * Where entries come from. Every id is a UUIDv7, so each table's index on team and id gives its newest entries in
 * order. $1 team, $2 oldest id, $3 the id below which the page begins, $4 how many.
 */
const SOURCES = {
  scrape: source(`'scrape'`, 'scrape', 'job_id is null'),
  job: source('kind', 'job'),
  jobOfKind: source('kind', 'job', 'kind = $5'),
  call: source('endpoint', 'call'),
  callOfEndpoint: source('endpoint', 'call', 'endpoint = $5'),
  session: source(SESSION_ENDPOINT, 'browser_session'),
  sessionOfEndpoint: source(SESSION_ENDPOINT, 'browser_session', `${SESSION_ENDPOINT} = $5`),
};

/**
 * Not prepared: a plan that is made without knowing the team may walk through the entries of all teams, which is right
 * for a busy one and slow for the others.
 */
const ALL = merged([SOURCES.scrape, SOURCES.job, SOURCES.call, SOURCES.session]);
const SCRAPES = merged([SOURCES.scrape]);
const JOBS = merged([SOURCES.jobOfKind]);
const CALLS = merged([SOURCES.callOfEndpoint]);
const SESSIONS = merged([SOURCES.sessionOfEndpoint]);

interface EntryRow {
  id: string;
  endpoint: ActivityEndpoint;
  target: string | null;
}

/** GET /v2/team/activity. Pages stay the same while new entries arrive: a cursor names the entry it stands behind. */
export function createActivity({ db, clock }: { db: Queryable; clock: Clock }) {
  return async function readActivity(
    caller: Caller,
    { endpoint, limit, cursor }: EndpointInput<typeof activity>['query'],
  ): Promise<EndpointReply<typeof activity>> {
    const oldest = uuidFloor(clock.now() - WINDOW_MS);
    const below = cursor === undefined || cursor === '' ? LAST_ID : decodeCursor(cursor);
    const { sql, filter } = choose(endpoint);
    // One more than asked for tells whether there are more.
    const { rows } = await db.query<EntryRow>(sql, [caller.team.id, oldest, below, limit + 1, ...filter]);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const hasMore = rows.length > limit && last !== undefined;
    return {
      success: true,
      data: page.map((row) => ({
        id: row.id,
        endpoint: row.endpoint,
        api_version: 'v2',
        created_at: timeOfId(row.id),
        target: row.target,
      })),
      cursor: hasMore ? encodeCursor(last.id) : null,
      has_more: hasMore,
    };
  };
}

function choose(endpoint: ActivityEndpoint | undefined): { sql: string; filter: string[] } {
  switch (endpoint) {
    case undefined:
      return { sql: ALL, filter: [] };
    case 'scrape':
      return { sql: SCRAPES, filter: [] };
    case 'crawl':
    case 'batch_scrape':
      return { sql: JOBS, filter: [endpoint] };
    case 'browser':
    case 'interact':
      return { sql: SESSIONS, filter: [endpoint] };
    default:
      return { sql: CALLS, filter: [endpoint] };
  }
}

function source(endpoint: string, table: string, condition = 'true'): string {
  return `(select id, ${endpoint} as endpoint, target from ${table}
    where team_id = $1 and id >= $2::uuid and id < $3::uuid and ${condition}
    order by id desc limit $4)`;
}

function merged(sources: readonly string[]): string {
  return `select id, endpoint, target from (${sources.join(' union all ')}) entry order by id desc limit $4`;
}

/** The moment in a UUIDv7. The order of ids is the order of these moments, which columns of other clocks need not follow. */
function timeOfId(id: string): string {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toISOString();
}
