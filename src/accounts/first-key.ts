import path from 'node:path';
import type { Queryable } from '../store/database.ts';
import { createPrivateFile, readPrivateFile } from '../store/private-file.ts';
import { addApiKey, generateApiKey, hashApiKey } from './api-keys.ts';

/** Where the key that the first start made is kept. */
export function firstKeyFile(dataDir: string): string {
  return path.join(dataDir, 'api-key');
}

/** The key in the data folder; undefined when there is none. */
export function readFirstKey(dataDir: string): Promise<string | undefined> {
  return readPrivateFile(firstKeyFile(dataDir));
}

/**
 * Makes sure that somebody can call a fresh installation: a team without any key gets one, kept in the data folder
 * with mode 0600. Returns the key in the data folder while it is live, undefined when there is none.
 */
export async function ensureFirstKey(
  db: Queryable,
  dataDir: string,
  teamId: string,
): Promise<string | undefined> {
  const kept = await readFirstKey(dataDir);
  if (kept !== undefined) {
    await addApiKey(db, teamId, kept, 'first key');
    return (await isLiveKey(db, kept)) ? kept : undefined;
  }
  const { rows } = await db.query<{ keys: number }>(
    'select count(*) as keys from api_key where team_id = $1',
    [teamId],
  );
  if ((rows[0]?.keys ?? 0) > 0) return undefined;
  const key = await createPrivateFile(firstKeyFile(dataDir), generateApiKey());
  await addApiKey(db, teamId, key, 'first key');
  return key;
}

/** Whether a key opens anything, now. */
export async function isLiveKey(db: Queryable, key: string): Promise<boolean> {
  const { rows } = await db.query('select 1 from api_key where key_hash = $1 and revoked_at is null', [
    hashApiKey(key),
  ]);
  return rows.length > 0;
}
