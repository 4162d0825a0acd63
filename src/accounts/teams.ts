import { v7 as uuidv7 } from 'uuid';
import { ServiceError } from '../lib/service-error.ts';
import type { Queryable } from '../store/database.ts';
import type { RateLimitKind } from '../contract/rate-limit-kinds.ts';
import type { RateLimits, Team } from './caller.ts';

export const DEFAULT_TEAM = 'default';
const DEFAULT_MAX_CONCURRENCY = 100;

/** Columns of a team for a query that names it `t`; read them with `teamFromRow`. */
export const TEAM_COLUMNS = `
  t.id, t.name, t.max_concurrency, t.credits_granted, t.credits_used,
  t.has_zero_data_retention, t.has_robots_options, t.has_search_zdr, t.has_search_anon, t.rate_limits, t.is_operator`;

export interface TeamRow {
  id: string;
  name: string;
  max_concurrency: number;
  credits_granted: number | null;
  credits_used: number;
  has_zero_data_retention: boolean;
  has_robots_options: boolean;
  has_search_zdr: boolean;
  has_search_anon: boolean;
  rate_limits: RateLimits;
  is_operator: boolean;
}

export function teamFromRow(row: TeamRow): Team {
  return {
    id: row.id,
    name: row.name,
    maxConcurrency: row.max_concurrency,
    creditsGranted: row.credits_granted,
    features: {
      zeroDataRetention: row.has_zero_data_retention,
      robotsOptions: row.has_robots_options,
      searchZdr: row.has_search_zdr,
      searchAnon: row.has_search_anon,
    },
    rateLimits: row.rate_limits,
    isOperator: row.is_operator,
  };
}

/** The settings of a team that the operator may change. */
export interface TeamSettings {
  maxConcurrency?: number;
  /** null = unlimited. */
  creditsGranted?: number | null;
  zeroDataRetention?: boolean;
  robotsOptions?: boolean;
  searchZdr?: boolean;
  searchAnon?: boolean;
  /** Kinds that are not given stay as they are; null takes a limit away. */
  rateLimits?: Partial<Record<RateLimitKind, number | null>>;
  isOperator?: boolean;
}

/** Creates a team, with every switch off that is not given; a name that is taken is a CONFLICT. */
export async function createTeam(db: Queryable, name: string, settings: TeamSettings = {}): Promise<Team> {
  const { rows } = await db.query<TeamRow>(
    `with t as (
       insert into team (id, name, max_concurrency, credits_granted,
         has_zero_data_retention, has_robots_options, has_search_zdr, has_search_anon, rate_limits, is_operator)
       values ($1, $2, $3, $4, $5, $6, $7, $8, jsonb_strip_nulls($9::jsonb), $10) on conflict (name) do nothing returning *
     ), g as (insert into slot_group (team_id) select id from t)
     select ${TEAM_COLUMNS} from t`,
    [
      uuidv7(),
      name,
      settings.maxConcurrency ?? DEFAULT_MAX_CONCURRENCY,
      settings.creditsGranted ?? null,
      settings.zeroDataRetention ?? false,
      settings.robotsOptions ?? false,
      settings.searchZdr ?? false,
      settings.searchAnon ?? false,
      JSON.stringify(settings.rateLimits ?? {}),
      settings.isOperator ?? false,
    ],
  );
  const row = rows[0];
  if (!row) throw new ServiceError('CONFLICT', { message: `A team named "${name}" exists already` });
  return teamFromRow(row);
}

/** Changes the given settings of a team; NOT_FOUND when no team has the name. */
export async function setTeam(db: Queryable, name: string, settings: TeamSettings): Promise<Team> {
  const { rows } = await db.query<TeamRow>(
    `update team t set
       max_concurrency = coalesce($2, t.max_concurrency),
       credits_granted = case when $3 then $4 else t.credits_granted end,
       has_zero_data_retention = coalesce($5, t.has_zero_data_retention),
       has_robots_options = coalesce($6, t.has_robots_options),
       has_search_zdr = coalesce($7, t.has_search_zdr),
       has_search_anon = coalesce($8, t.has_search_anon),
       rate_limits = jsonb_strip_nulls(t.rate_limits || $9::jsonb),
       is_operator = coalesce($10, t.is_operator)
     where t.name = $1 returning ${TEAM_COLUMNS}`,
    [
      name,
      settings.maxConcurrency ?? null,
      settings.creditsGranted !== undefined,
      settings.creditsGranted ?? null,
      settings.zeroDataRetention ?? null,
      settings.robotsOptions ?? null,
      settings.searchZdr ?? null,
      settings.searchAnon ?? null,
      JSON.stringify(settings.rateLimits ?? {}),
      settings.isOperator ?? null,
    ],
  );
  const row = rows[0];
  if (!row) throw new ServiceError('NOT_FOUND', { message: `There is no team named "${name}"` });
  return teamFromRow(row);
}

export async function listTeams(db: Queryable): Promise<Array<Team & { creditsUsed: number }>> {
  const { rows } = await db.query<TeamRow>(`select ${TEAM_COLUMNS} from team t order by t.created_at`);
  return rows.map((row) => ({ ...teamFromRow(row), creditsUsed: row.credits_used }));
}

export async function findTeam(db: Queryable, name: string): Promise<Team | undefined> {
  const { rows } = await db.query<TeamRow>(`select ${TEAM_COLUMNS} from team t where t.name = $1`, [name]);
  return rows[0] && teamFromRow(rows[0]);
}

/** The team of a fresh installation: the operator, with everything enabled. Safe to call from several processes at once. */
export async function ensureDefaultTeam(db: Queryable): Promise<Team> {
  const existing = await findTeam(db, DEFAULT_TEAM);
  if (existing) return existing;
  const everything = {
    zeroDataRetention: true,
    robotsOptions: true,
    searchZdr: true,
    searchAnon: true,
    isOperator: true,
  };
  try {
    return await createTeam(db, DEFAULT_TEAM, everything);
  } catch (error) {
    // Another process was faster.
    const team = await findTeam(db, DEFAULT_TEAM);
    if (team) return team;
    throw error;
  }
}
