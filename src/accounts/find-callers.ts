import { statement, type Queryable } from '../store/database.ts';
import type { Caller } from './caller.ts';
import { TEAM_COLUMNS, teamFromRow, type TeamRow } from './teams.ts';

/** Keys of one statement. */
const MAX_KEYS = 500;

const FIND = statement(
  'callers_by_key',
  `select k.key_hash, k.id as api_key_id, ${TEAM_COLUMNS}
   from api_key k join team t on t.id = k.team_id where k.key_hash = any($1::bytea[]) and k.revoked_at is null`,
);

interface Asked {
  resolve(caller: Caller | undefined): void;
  reject(error: unknown): void;
}

/**
 * Looks up whose a key is, by its digest in hexadecimal. One statement is under way at a time, and keys that are asked for
 * meanwhile share the next: however many unknown keys strangers send, they take one connection of the database.
 */
export function createFindCallers(db: Queryable): (hash: string) => Promise<Caller | undefined> {
  const waiting = new Map<string, Asked[]>();
  const state = { isAsking: false };

  async function ask(batch: ReadonlyArray<[string, Asked[]]>): Promise<void> {
    try {
      const { rows } = await db.query<TeamRow & { key_hash: Buffer; api_key_id: string }>(FIND, [
        batch.map(([hash]) => Buffer.from(hash, 'hex')),
      ]);
      const found = new Map(
        rows.map((row) => [
          row.key_hash.toString('hex'),
          { team: teamFromRow(row), apiKeyId: row.api_key_id },
        ]),
      );
      for (const [hash, askers] of batch) for (const { resolve } of askers) resolve(found.get(hash));
    } catch (error) {
      for (const [, askers] of batch) for (const { reject } of askers) reject(error);
    }
  }

  async function drain(): Promise<void> {
    if (state.isAsking) return;
    state.isAsking = true;
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, MAX_KEYS);
      for (const [hash] of batch) waiting.delete(hash);
      await ask(batch);
    }
    state.isAsking = false;
  }

  return function findCaller(hash) {
    return new Promise((resolve, reject) => {
      const askers = waiting.get(hash) ?? [];
      askers.push({ resolve, reject });
      waiting.set(hash, askers);
      void drain();
    });
  };
}
