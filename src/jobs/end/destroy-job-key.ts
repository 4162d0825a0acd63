import { DELIVERY_STATE } from '../model/delivery-state.ts';
import type { KeyFiles } from '../../store/key-files.ts';
import type { Database } from '../../store/database.ts';
import { lockJob } from '../model/job-row.ts';
import { DESTROYED_KEY, type Seals } from '../model/seal.ts';

/**
 * Destroys the key of a sealed job that was removed, and with it all that is left of the job in dead rows and logs of
 * the database. The key stays while a webhook must still be told of the job's end, which is sealed too:
 * `destroyRemovedKeys` comes back.
 */
export async function destroyJobKey(db: Database, seals: Seals, id: string): Promise<void> {
  const sealedKey = await db.transaction(async (tx) => {
    const row = await lockJob(tx, id);
    if (row === undefined || row.sealedKey === null || row.sealedKey.equals(DESTROYED_KEY)) return undefined;
    const waiting = await tx.query(
      `select from delivery where job_id = $1 and state < ${DELIVERY_STATE.delivered} limit 1`,
      [id],
    );
    if (waiting.rowCount > 0) return undefined;
    await tx.query(
      `update job set sealed_key = $2, request = '', warnings = '{}', error = null, moved_to = null where id = $1`,
      [id, DESTROYED_KEY],
    );
    return row.sealedKey;
  });
  if (sealedKey !== undefined) await seals.destroyKey(sealedKey);
}

/** A key is made before the job whose it is; a process that was killed in between leaves it alone. */
const ORPHAN_MS = 60 * 60_000;

/** Destroys keys that had to wait, and those in files that no job has. Returns how many files it removed. */
export async function destroyRemovedKeys(
  db: Database,
  seals: Seals,
  files: KeyFiles | undefined,
  now: number,
): Promise<number> {
  const { rows } = await db.query<{ id: string }>(
    `select id from job where is_removed and sealed_key <> ''::bytea`,
  );
  for (const { id } of rows) await destroyJobKey(db, seals, id);
  const names = (await files?.madeBefore(now - ORPHAN_MS)) ?? [];
  if (files === undefined || names.length === 0) return 0;
  const { rows: used } = await db.query<{ name: Buffer }>(
    'select substring(sealed_key from 1 for 16) as name from job where sealed_key is not null',
  );
  const inUse = new Set(used.map(({ name }) => name.toString('hex')));
  const orphans = names.filter((name) => !inUse.has(name.toString('hex')));
  for (const name of orphans) await files.destroy(name);
  return orphans.length;
}
