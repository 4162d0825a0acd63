import { chargeSql } from '../accounts/charge-sql.ts';
import { storable } from '../lib/storable.ts';
import { statement, type Queryable } from '../store/database.ts';
import type { Transactional } from '../store/queryable.ts';
import { MINUTE_PRICES } from './session-price.ts';
import { SESSION_COLUMNS, type EndReason, type SessionRow } from './session-row.ts';

/** A session whose host has not renewed it for so long is destroyed. */
const LEASE = `interval '10 seconds'`;
/** The most sessions that a list shows. */
const MAX_LISTED = 1_000;

const ADD = statement(
  'session_add',
  `with counted as (
     select count(*) filter (where team_id = $2) as of_team, count(*) filter (where machine = $7) as of_machine
     from browser_session where status = 'active' and leased_until > clock_timestamp()
   ), added as (
     insert into browser_session (id, team_id, api_key_id, scrape_id, target, process_id, machine, address, port, ttl_ms,
       idle_ms, has_web_view, leased_until)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, clock_timestamp() + ${LEASE} from counted
     where of_team < $13 and of_machine < $14
     on conflict (scrape_id) where scrape_id is not null do nothing
     returning ${SESSION_COLUMNS}
   )
   select of_team >= $13 as "isTeamFull", of_machine >= $14 as "isMachineFull", added.*
   from counted left join added on true`,
);

const FIND = statement('session_find', `select ${SESSION_COLUMNS} from browser_session where id = $1`);

const FIND_OF_SCRAPE = statement(
  'session_find_of_scrape',
  `select ${SESSION_COLUMNS} from browser_session where scrape_id = $1`,
);

const OPENED = statement(
  'session_opened',
  `update browser_session set opened_at = clock_timestamp(), last_activity = clock_timestamp() where id = $1`,
);

const NOTE_PROMPT = statement(
  'session_note_prompt',
  `update browser_session set has_prompt = true where id = $1 and status = 'active'`,
);

/** The records of runs that a session keeps. */
const MAX_PROMPTS = 20;

const KEEP_TRACE = statement(
  'session_keep_trace',
  `update browser_session set prompts =
     case when jsonb_array_length(prompts) >= ${MAX_PROMPTS} then prompts - 0 else prompts end || jsonb_build_array($2::jsonb)
   where id = $1`,
);

const FIND_TRACES = statement('session_find_traces', `select prompts from browser_session where id = $1`);

const RENEW = statement(
  'session_renew',
  `update browser_session s set leased_until = clock_timestamp() + ${LEASE},
     last_activity = greatest(s.last_activity, clock_timestamp() - quiet.ms * interval '1 millisecond')
   from unnest($2::uuid[], $3::float8[]) as quiet (id, ms)
   where s.id = quiet.id and s.process_id = $1 and s.status = 'active'
   returning s.id`,
);

const FIND_LOST = statement(
  'session_find_lost',
  `select id from browser_session where status = 'active' and leased_until < clock_timestamp()`,
);

/** A session that never stood ready costs nothing, and its scrape may have another one. */
const REMOVE_UNOPENED = statement(
  'session_remove_unopened',
  `delete from browser_session where id = any ($1) and status = 'active' and opened_at is null
   and (not $2 or leased_until < clock_timestamp())`,
);

const CHARGE = chargeSql('charge');

/** Ends and charges sessions, each once. One whose host is gone ends when it was heard of last. */
const END = statement(
  'session_end',
  `with ended as (
     update browser_session s set status = 'destroyed', end_reason = $2, ended_at = e.at,
       last_activity = least(s.last_activity, e.at),
       duration_ms = floor(extract(epoch from e.at - s.created_at) * 1000)::integer,
       credits = greatest(1, ceil(extract(epoch from e.at - s.created_at) / 60))::bigint
         * case when s.has_prompt then ${MINUTE_PRICES.prompt} else ${MINUTE_PRICES.code} end
     from (select id, case when $2 = 'host' then greatest(created_at, least(clock_timestamp(), leased_until - ${LEASE}))
             else clock_timestamp() end as at
           from browser_session where id = any ($1)) e
     where s.id = e.id and s.status = 'active' and (not $3 or s.leased_until < clock_timestamp())
     returning s.team_id, s.api_key_id, s.scrape_id, s.ended_at, s.credits
   ),
   charge as (
     select team_id, api_key_id, case when scrape_id is null then 'browser' else 'interact' end as kind, ended_at as at,
       credits, 1 as calls
     from ended
   ),
   spent as (${CHARGE.entered})
   ${CHARGE.booked}`,
);

/** A session that is to be entered. */
export interface NewSession extends Pick<
  SessionRow,
  | 'id'
  | 'teamId'
  | 'scrapeId'
  | 'processId'
  | 'machine'
  | 'address'
  | 'port'
  | 'ttlMs'
  | 'idleMs'
  | 'hasWebView'
> {
  apiKeyId: string;
  target: string | null;
}

/** The most sessions that are active at a time. */
export interface SessionLimits {
  perTeam: number;
  perMachine: number;
}

/** The limit that a session would break. */
export type FullPlace = 'team' | 'machine';

type SessionDatabase = Queryable & Transactional;

/** Enters a session, unless a limit is reached or its scrape has one already. Exact over any number of processes. */
export async function addSession(
  db: SessionDatabase,
  session: NewSession,
  limits: SessionLimits,
): Promise<SessionRow | FullPlace | 'exists'> {
  const { rows } = await db.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('browser sessions', 0))`);
    return tx.query<SessionRow & { isTeamFull: boolean; isMachineFull: boolean; id: string | null }>(ADD, [
      session.id,
      session.teamId,
      session.apiKeyId,
      session.scrapeId,
      session.target,
      session.processId,
      session.machine,
      session.address,
      session.port,
      session.ttlMs,
      session.idleMs,
      session.hasWebView,
      limits.perTeam,
      limits.perMachine,
    ]);
  });
  const [added] = rows;
  if (added === undefined || added.id === null) {
    return added?.isTeamFull ? 'team' : added?.isMachineFull ? 'machine' : 'exists';
  }
  return added;
}

export async function findSession(db: Queryable, id: string): Promise<SessionRow | undefined> {
  const { rows } = await db.query<SessionRow>(FIND, [id]);
  return rows[0];
}

export async function findSessionOfScrape(db: Queryable, scrapeId: string): Promise<SessionRow | undefined> {
  const { rows } = await db.query<SessionRow>(FIND_OF_SCRAPE, [scrapeId]);
  return rows[0];
}

/** Lists a team's sessions, the newest first; one whose host is gone counts as destroyed. */
export async function listSessions(
  db: Queryable,
  teamId: string,
  status?: SessionRow['status'],
): Promise<SessionRow[]> {
  const { rows } = await db.query<SessionRow>(
    `select ${SESSION_COLUMNS} from browser_session
     where team_id = $1 and ($2::text is null or $2 = case when status = 'active' and leased_until > clock_timestamp()
       then 'active' else 'destroyed' end)
     order by id desc limit ${MAX_LISTED}`,
    [teamId, status ?? null],
  );
  return rows;
}

/** Notes that the browser of a session stands ready: from now on it is charged when it ends. */
export async function noteOpened(db: Queryable, id: string): Promise<void> {
  await db.query(OPENED, [id]);
}

/** Notes that a prompt is about to run. */
export async function notePrompt(db: Queryable, id: string): Promise<void> {
  await db.query(NOTE_PROMPT, [id]);
}

/** Keeps the record of a prompt's run with its session, as one of the last. */
export async function keepPromptTrace(db: Queryable, id: string, trace: object): Promise<void> {
  await db.query(KEEP_TRACE, [id, storable(JSON.stringify(trace).replaceAll(String.raw`\u0000`, ''))]);
}

/** Gives the records of the last prompts of a session, the oldest first. */
export async function findPromptTraces(db: Queryable, id: string): Promise<object[]> {
  const { rows } = await db.query<{ prompts: object[] }>(FIND_TRACES, [id]);
  return rows[0]?.prompts ?? [];
}

/** Tells that sessions are alive, each with the time since somebody used it, ms; returns those that still are active. */
export async function renewSessions(
  db: Queryable,
  processId: string,
  sessions: ReadonlyArray<{ id: string; quietMs: number }>,
): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>(RENEW, [
    processId,
    sessions.map(({ id }) => id),
    sessions.map(({ quietMs }) => quietMs),
  ]);
  return new Set(rows.map(({ id }) => id));
}

/** Ends a session and charges it, unless that was done already; returns it with its figures. */
export async function endSession(
  db: Queryable,
  id: string,
  reason: EndReason,
): Promise<SessionRow | undefined> {
  await db.query(REMOVE_UNOPENED, [[id], false]);
  await db.query(END, [[id], reason, false]);
  return findSession(db, id);
}

/** Removes a session whose browser never stood ready. */
export async function removeUnopened(db: Queryable, id: string): Promise<void> {
  await db.query(REMOVE_UNOPENED, [[id], false]);
}

/** Ends the sessions of hosts that are gone; returns how many. */
export async function endLostSessions(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ id: string }>(FIND_LOST);
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  await db.query(REMOVE_UNOPENED, [ids, true]);
  await db.query(END, [ids, 'host', true]);
  return ids.length;
}

/** Ends every session, in a database that no other process can be using (the embedded one at its start). */
export async function endAllSessions(db: Queryable): Promise<void> {
  const { rows } = await db.query<{ id: string }>(`select id from browser_session where status = 'active'`);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  await db.query(REMOVE_UNOPENED, [ids, false]);
  await db.query(END, [ids, 'host', false]);
}

/** Forgets sessions that ended more than a day ago; returns how many. */
export async function trimSessions(db: Queryable): Promise<number> {
  const { rowCount } = await db.query(
    `delete from browser_session where status = 'destroyed' and ended_at < clock_timestamp() - interval '1 day'`,
  );
  return rowCount;
}
