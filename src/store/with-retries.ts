import type { Database } from './database.ts';
import { ensurePartitions } from './partitions.ts';

/** PostgreSQL: no partition of the table holds the row. */
const NO_PARTITION = '23514';
/** PostgreSQL: two transactions waited for each other, or a serialisation failed; nothing was written. */
const RETRIABLE: ReadonlySet<string> = new Set(['40P01', '40001']);
const MAX_TRIES = 5;

/** Runs a transaction again when it lost to another one, or after making room for it. */
export async function withRetries<Result>(db: Database, work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (tries === MAX_TRIES) throw error;
      if (code === NO_PARTITION) await ensurePartitions(db, Date.now(), { canDrop: false });
      else if (!RETRIABLE.has(code)) throw error;
    }
  }
}
