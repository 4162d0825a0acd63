import { v7 as uuidv7 } from 'uuid';
import { ACCOUNTS_CHANNEL, generateApiKey, hashApiKey } from '../../accounts/api-keys.ts';
import { CONFIGURED_API_KEY, NO_API_KEY, type Caller } from '../../accounts/caller.ts';
import { requireOperator } from '../../accounts/require-operator.ts';
import type { EndpointInput, EndpointReply } from '../../contract/endpoint.ts';
import type { teamKeyCreate } from '../../contract/endpoints/team-key-create.ts';
import type { teamKeyRevoke } from '../../contract/endpoints/team-key-revoke.ts';
import type { teamKeys } from '../../contract/endpoints/team-keys.ts';
import { decodeCursor, encodeCursor } from '../../lib/list-cursor.ts';
import type { Log } from '../../lib/log/log.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { Queryable } from '../../store/database.ts';

/** Live keys of one team. */
const MAX_KEYS = 1_000;

interface KeyRow {
  id: string;
  name: string;
  ending: string;
  createdAt: Date;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  createdBy: string | null;
}

/** A team is not told the names of the operator's keys. */
const MAKER = `case when k.created_by = '${CONFIGURED_API_KEY}' then 'DECANT_API_KEY' else (
  select case when maker.team_id = k.team_id then maker.label else 'the operator' end
  from api_key maker where maker.id = k.created_by) end`;

const COLUMNS = `k.id, k.label as name, k.hint as ending, k.created_at as "createdAt", k.revoked_at as "revokedAt",
  k.last_used_at as "lastUsedAt", ${MAKER} as "createdBy"`;

/**
 * The keys of a team: listed, made and revoked by whoever has one of them, and by the operator. FORBIDDEN for others,
 * NOT_FOUND for a team that there is not.
 */
export function createTeamKeys({ db, log }: { db: Queryable; log: Log }) {
  return {
    async list(
      caller: Caller,
      { limit, cursor, team }: EndpointInput<typeof teamKeys>['query'],
    ): Promise<EndpointReply<typeof teamKeys>> {
      const teamId = await chooseTeam(db, caller, team);
      const below = cursor === undefined || cursor === '' ? null : decodeCursor(cursor);
      // One more than asked for tells whether there are more.
      const { rows } = await db.query<KeyRow>(
        `select ${COLUMNS} from api_key k where k.team_id = $1 and ($2::uuid is null or k.id < $2)
         order by k.id desc limit $3`,
        [teamId, below, limit + 1],
      );
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      const hasMore = rows.length > limit && last !== undefined;
      return {
        success: true,
        data: page.map((row) => shownKey(row, caller)),
        cursor: hasMore ? encodeCursor(last.id) : null,
        has_more: hasMore,
      };
    },

    create: (caller: Caller, body: EndpointInput<typeof teamKeyCreate>['body']) =>
      createKey({ db, log }, caller, body),

    /** NOT_FOUND for a key that is unknown or of another team; FORBIDDEN for a caller without a key. */
    async revoke(
      caller: Caller,
      id: string,
      { team }: EndpointInput<typeof teamKeyRevoke>['query'] = {},
    ): Promise<EndpointReply<typeof teamKeyRevoke>> {
      requireKey(caller);
      const teamId = await chooseTeam(db, caller, team);
      const { rowCount } = await db.query(
        'update api_key set revoked_at = coalesce(revoked_at, now()) where id = $1 and team_id = $2',
        [id, teamId],
      );
      if (rowCount === 0)
        throw new ServiceError('NOT_FOUND', {
          message: `${teamId === caller.team.id ? 'Your' : 'That'} team has no key with this id`,
        });
      await db.query(`select pg_notify($1, '')`, [ACCOUNTS_CHANNEL]);
      log.info('key revoked', { teamId, keyId: id, byKeyId: caller.apiKeyId });
      return { success: true };
    },
  };
}

/** CONFLICT when the team has as many keys as it may; FORBIDDEN for a caller without a key. */
async function createKey(
  { db, log }: { db: Queryable; log: Log },
  caller: Caller,
  { name, team }: EndpointInput<typeof teamKeyCreate>['body'],
): Promise<EndpointReply<typeof teamKeyCreate>> {
  requireKey(caller);
  const teamId = await chooseTeam(db, caller, team);
  const key = generateApiKey();
  const { rows } = await db.query<KeyRow>(
    `with k as (
       insert into api_key (id, team_id, key_hash, label, hint, created_by) select $1, $2::uuid, $3, $4, $5, $6
       where (select count(*) from api_key where team_id = $2 and revoked_at is null) < ${MAX_KEYS}
       returning *
     ) select ${COLUMNS} from k`,
    [uuidv7(), teamId, hashApiKey(key), name, key.slice(-4), caller.apiKeyId],
  );
  const [row] = rows;
  if (row === undefined)
    throw new ServiceError('CONFLICT', {
      message: `The team has ${MAX_KEYS} live keys: revoke one that is not used any more`,
    });
  // Processes that met the key before it was there remember it as unknown.
  await db.query(`select pg_notify($1, '')`, [ACCOUNTS_CHANNEL]);
  log.info('key created', { teamId, keyId: row.id, byKeyId: caller.apiKeyId });
  return { success: true, key, data: shownKey(row, caller) };
}

/** The team that a call is about: the caller's own, or the one that the operator names. */
async function chooseTeam(db: Queryable, caller: Caller, given: string | undefined): Promise<string> {
  if (given === undefined || given === caller.team.id) return caller.team.id;
  requireOperator(caller);
  const { rowCount } = await db.query('select from team where id = $1', [given]);
  if (rowCount === 0) throw new ServiceError('NOT_FOUND', { message: 'There is no team with this id' });
  return given;
}

/** Where nobody needs a key, whoever reaches the service could make one for the time when they are needed again. */
function requireKey({ apiKeyId }: Caller): void {
  if (apiKeyId === NO_API_KEY)
    throw new ServiceError('FORBIDDEN', {
      message: 'Calls need no key here, so none is made or revoked; the operator has `decant keys`',
    });
}

function shownKey(
  { id, name, ending, createdAt, createdBy, revokedAt, lastUsedAt }: KeyRow,
  { apiKeyId }: Caller,
): EndpointReply<typeof teamKeys>['data'][number] {
  return {
    id,
    name,
    ending,
    created_at: createdAt.toISOString(),
    created_by: createdBy,
    revoked_at: revokedAt?.toISOString() ?? null,
    last_used_at: lastUsedAt?.toISOString() ?? null,
    isThisOne: id === apiKeyId,
  };
}
