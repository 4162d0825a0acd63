import { createHash, randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { ServiceError } from '../lib/service-error.ts';
import { statement, type Queryable } from '../store/database.ts';

/** Notified when a key or a team has changed, so that every process forgets what it remembered of them. */
export const ACCOUNTS_CHANNEL = 'accounts';

export interface ApiKeyInfo {
  id: string;
  team: string;
  label: string;
  /** Last four characters. */
  hint: string;
  createdAt: Date;
  revokedAt: Date | null;
}

/** A new key: 128 random bits behind the prefix that clients know. */
export function generateApiKey(): string {
  return `fc-${randomBytes(16).toString('hex')}`;
}

/** Gives the digest that is stored and looked up instead of the key. A key has enough entropy for a plain digest. */
export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

const INSERT = statement(
  'api_key_insert',
  `insert into api_key (id, team_id, key_hash, label, hint) values ($1, $2, $3, $4, $5)
   on conflict (key_hash) do nothing`,
);

/** Makes `key` known for the team; a key that is known already, revoked ones included, stays as it is. */
export async function addApiKey(db: Queryable, teamId: string, key: string, label: string): Promise<void> {
  const { rowCount } = await db.query(INSERT, [uuidv7(), teamId, hashApiKey(key), label, key.slice(-4)]);
  if (rowCount > 0) await db.query(`select pg_notify($1, '')`, [ACCOUNTS_CHANNEL]);
}

export async function listApiKeys(db: Queryable): Promise<ApiKeyInfo[]> {
  const { rows } = await db.query<ApiKeyInfo>(
    `select k.id, t.name as team, k.label, k.hint, k.created_at as "createdAt", k.revoked_at as "revokedAt"
     from api_key k join team t on t.id = k.team_id order by k.created_at`,
  );
  return rows;
}

/** Revokes the live key that has this id, hint or label; NOT_FOUND when none has, CONFLICT when several do. */
export async function revokeApiKey(db: Queryable, idHintOrLabel: string): Promise<void> {
  // Teams name their keys as they like, as the id of another one too: an id goes before names.
  const { rows } = await db.query<{ id: string }>(
    `select id from api_key where revoked_at is null and (id::text = $1 or (hint = $1 or label = $1)
       and not exists (select from api_key where id::text = $1 and revoked_at is null))`,
    [idHintOrLabel],
  );
  const [key, ...others] = rows;
  if (!key)
    throw new ServiceError('NOT_FOUND', {
      message: `No live key has the id, ending or label "${idHintOrLabel}"`,
    });
  if (others.length > 0) {
    throw new ServiceError('CONFLICT', {
      message: `${rows.length} keys match "${idHintOrLabel}": name one by its id`,
    });
  }
  await db.query(`update api_key set revoked_at = now() where id = $1`, [key.id]);
  await db.query(`select pg_notify($1, '')`, [ACCOUNTS_CHANNEL]);
}
