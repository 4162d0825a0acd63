import { v7 as uuidv7 } from 'uuid';
import { ACCOUNTS_CHANNEL, generateApiKey, hashApiKey } from '../../accounts/api-keys.ts';
import { NO_API_KEY, type Caller } from '../../accounts/caller.ts';
import type { EndpointInput, EndpointReply } from '../../contract/endpoint.ts';
import type { teamKeyCreate } from '../../contract/endpoints/team-key-create.ts';
import type { teamKeyRevoke } from '../../contract/endpoints/team-key-revoke.ts';
import type { teamKeys } from '../../contract/endpoints/team-keys.ts';
import { decodeCursor, encodeCursor } from '../../lib/list-cursor.ts';
import type { Log } from '../../lib/log.ts';
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
}

const COLUMNS = `id, label as name, hint as ending, created_at as "createdAt", revoked_at as "revokedAt"`;

/** The keys of a team: listed, made and revoked by whoever has one of them. */
export function createTeamKeys({ db, log }: { db: Queryable; log: Log }) {
  return {
    async list(
      caller: Caller,
      { limit, cursor }: EndpointInput<typeof teamKeys>['query'],
    ): Promise<EndpointReply<typeof teamKeys>> {
      const below = cursor === undefined || cursor === '' ? null : decodeCursor(cursor);
      // One more than asked for tells whether there are more.
      const { rows } = await db.query<KeyRow>(
        `select ${COLUMNS} from api_key where team_id = $1 and ($2::uuid is null or id < $2)
         order by id desc limit $3`,
        [caller.team.id, below, limit + 1],
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

    /** CONFLICT when the team has as many keys as it may; FORBIDDEN for a caller without a key. */
    async create(
      caller: Caller,
      { name }: EndpointInput<typeof teamKeyCreate>['body'],
    ): Promise<EndpointReply<typeof teamKeyCreate>> {
      requireKey(caller);
      const key = generateApiKey();
      const { rows } = await db.query<KeyRow>(
        `insert into api_key (id, team_id, key_hash, label, hint) select $1, $2::uuid, $3, $4, $5
         where (select count(*) from api_key where team_id = $2 and revoked_at is null) < ${MAX_KEYS}
         returning ${COLUMNS}`,
        [uuidv7(), caller.team.id, hashApiKey(key), name, key.slice(-4)],
      );
      const [row] = rows;
      if (row === undefined)
        throw new ServiceError('CONFLICT', {
          message: `The team has ${MAX_KEYS} live keys: revoke one that is not used any more`,
        });
      // Processes that met the key before it was there remember it as unknown.
      await db.query(`select pg_notify($1, '')`, [ACCOUNTS_CHANNEL]);
      log.info('key created', { teamId: caller.team.id, keyId: row.id, byKeyId: caller.apiKeyId });
      return { success: true, key, data: shownKey(row, caller) };
    },

    /** NOT_FOUND for a key that is unknown or of another team; FORBIDDEN for a caller without a key. */
    async revoke(caller: Caller, id: string): Promise<EndpointReply<typeof teamKeyRevoke>> {
      requireKey(caller);
      const { rowCount } = await db.query(
        'update api_key set revoked_at = coalesce(revoked_at, now()) where id = $1 and team_id = $2',
        [id, caller.team.id],
      );
      if (rowCount === 0)
        throw new ServiceError('NOT_FOUND', { message: 'Your team has no key with this id' });
      await db.query(`select pg_notify($1, '')`, [ACCOUNTS_CHANNEL]);
      log.info('key revoked', { teamId: caller.team.id, keyId: id, byKeyId: caller.apiKeyId });
      return { success: true };
    },
  };
}

/** Where nobody needs a key, whoever reaches the service could make one for the time when they are needed again. */
function requireKey({ apiKeyId }: Caller): void {
  if (apiKeyId === NO_API_KEY)
    throw new ServiceError('FORBIDDEN', {
      message: 'Calls need no key here, so none is made or revoked; the operator has `decant keys`',
    });
}

function shownKey(
  { id, name, ending, createdAt, revokedAt }: KeyRow,
  { apiKeyId }: Caller,
): EndpointReply<typeof teamKeys>['data'][number] {
  return {
    id,
    name,
    ending,
    created_at: createdAt.toISOString(),
    revoked_at: revokedAt?.toISOString() ?? null,
    isThisOne: id === apiKeyId,
  };
}
