import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Queryable } from '../store/database.ts';
import { addApiKey, generateApiKey, hashApiKey } from './api-keys.ts';

/** Where the key that the first start made is kept. */
export function firstKeyFile(dataDir: string): string {
  return path.join(dataDir, 'api-key');
}

/** The key in the data folder; undefined when there is none. */
export async function readFirstKey(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(firstKeyFile(dataDir), 'utf8')).trim() || undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
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
    return (await isLive(db, kept)) ? kept : undefined;
  }
  const { rows } = await db.query<{ keys: number }>(
    'select count(*) as keys from api_key where team_id = $1',
    [teamId],
  );
  if ((rows[0]?.keys ?? 0) > 0) return undefined;
  const key = generateApiKey();
  await mkdir(dataDir, { recursive: true });
  await writeFile(firstKeyFile(dataDir), `${key}\n`, { mode: 0o600, flag: 'wx' });
  await addApiKey(db, teamId, key, 'first key');
  return key;
}

async function isLive(db: Queryable, key: string): Promise<boolean> {
  const { rows } = await db.query('select 1 from api_key where key_hash = $1 and revoked_at is null', [
    hashApiKey(key),
  ]);
  return rows.length > 0;
}
