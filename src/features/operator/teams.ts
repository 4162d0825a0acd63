import { ACCOUNTS_CHANNEL } from '../../accounts/api-keys.ts';
import { NO_API_KEY, type Caller } from '../../accounts/caller.ts';
import { requireOperator } from '../../accounts/require-operator.ts';
import { createTeam, teamFromRow, TEAM_COLUMNS, type TeamRow } from '../../accounts/teams.ts';
import type { EndpointInput, EndpointReply } from '../../contract/endpoint.ts';
import type { teamCreate } from '../../contract/endpoints/team-create.ts';
import type { team } from '../../contract/endpoints/team.ts';
import type { teamList } from '../../contract/endpoints/team-list.ts';
import { decodeCursor, encodeCursor } from '../../lib/list-cursor.ts';
import type { Log } from '../../lib/log/log.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { Queryable } from '../../store/database.ts';

type ListedTeam = EndpointReply<typeof teamList>['data'][number];

interface ListedRow extends TeamRow {
  created_at: Date;
  active: number;
  keys: number;
  last_used_at: Date | null;
}

const LIST = `select ${TEAM_COLUMNS}, t.created_at, coalesce(g.active, 0) as active, k.keys::integer, k.last_used_at
  from team t left join slot_group g on g.team_id = t.id
  cross join lateral (
    select count(*) filter (where revoked_at is null) as keys, max(last_used_at) as last_used_at
    from api_key where team_id = t.id
  ) k`;

/** All teams, for the operator: listed and made. */
export function createTeams({ db, log }: { db: Queryable; log: Log }) {
  async function findRow(id: string): Promise<ListedRow> {
    const { rows } = await db.query<ListedRow>(`${LIST} where t.id = $1`, [id]);
    const [row] = rows;
    if (row === undefined) throw new ServiceError('NOT_FOUND', { message: 'There is no team with this id' });
    return row;
  }

  return {
    /** FORBIDDEN for other teams, as for all of these. */
    async list(
      caller: Caller,
      { limit, cursor }: EndpointInput<typeof teamList>['query'],
    ): Promise<EndpointReply<typeof teamList>> {
      requireOperator(caller);
      const below = cursor === undefined || cursor === '' ? null : decodeCursor(cursor);
      // One more than asked for tells whether there are more.
      const { rows } = await db.query<ListedRow>(
        `${LIST} where $1::uuid is null or t.id < $1 order by t.id desc limit $2`,
        [below, limit + 1],
      );
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      const hasMore = rows.length > limit && last !== undefined;
      return {
        success: true,
        data: page.map((row) => shownTeam(row, caller)),
        cursor: hasMore ? encodeCursor(last.id) : null,
        has_more: hasMore,
      };
    },

    /** NOT_FOUND when there is none with this id. */
    async find(caller: Caller, id: string): Promise<EndpointReply<typeof team>> {
      requireOperator(caller);
      return { success: true, data: shownTeam(await findRow(id), caller) };
    },

    /** CONFLICT when the name is taken. */
    async create(
      caller: Caller,
      { name, maxConcurrency, creditsGranted = null }: EndpointInput<typeof teamCreate>['body'],
    ): Promise<EndpointReply<typeof teamCreate>> {
      requireOperator(caller);
      requireSignedIn(caller);
      const { id } = await createTeam(db, name, {
        creditsGranted,
        ...(maxConcurrency !== undefined && { maxConcurrency }),
      });
      await db.query(`select pg_notify($1, '')`, [ACCOUNTS_CHANNEL]);
      log.info('team created', { teamId: id, byKeyId: caller.apiKeyId });
      return { success: true, data: shownTeam(await findRow(id), caller) };
    },
  };
}

/** Where nobody needs a key, whoever reaches the service is the operator: it may look, and leaves the teams alone. */
function requireSignedIn({ apiKeyId }: Caller): void {
  if (apiKeyId === NO_API_KEY)
    throw new ServiceError('FORBIDDEN', {
      message: 'Calls need no key here, so no team is made; the operator has `decant teams`',
    });
}

function shownTeam(row: ListedRow, caller: Caller): ListedTeam {
  const { id, name, isOperator, maxConcurrency, creditsGranted, rateLimits, features } = teamFromRow(row);
  const enabled = Object.entries(features).flatMap(([feature, isOn]) => (isOn ? [feature] : []));
  return {
    id,
    name,
    created_at: row.created_at.toISOString(),
    isOperator,
    isYours: id === caller.team.id,
    maxConcurrency,
    active: row.active,
    creditsGranted,
    creditsUsed: row.credits_used,
    rateLimits,
    features: enabled as ListedTeam['features'],
    keys: row.keys,
    last_used_at: row.last_used_at?.toISOString() ?? null,
  };
}
