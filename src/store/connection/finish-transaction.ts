import type { PoolClient } from 'pg';
import { toQueryConfig, rowsFrom } from './query-config.ts';
import type { Queryable, Statement } from '../queryable.ts';

/** Runs `work` in the transaction that has begun on the connection, ends it either way, and gives the connection back. */
export async function finishTransaction<T>(
  client: PoolClient,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  const tx = createSerialQueryable(client);
  try {
    const result = await work(tx.queryable);
    await tx.close();
    const { command } = await client.query('commit');
    // The server answers the commit of a transaction in which a statement failed with a roll back, and no error.
    if (command !== 'COMMIT')
      throw new Error('The transaction was rolled back: one of its statements had failed');
    client.release();
    return result;
  } catch (error) {
    await tx.close();
    client.release(!(await hasRolledBack(client)));
    throw error;
  }
}

/** False when the connection is lost, and with it the transaction. */
async function hasRolledBack(client: PoolClient): Promise<boolean> {
  try {
    await client.query('rollback');
    return true;
  } catch {
    return false;
  }
}

/** One statement after the other, in the order of the calls; after `close` none, since the connection is someone else's. */
function createSerialQueryable(client: PoolClient): { queryable: Queryable; close(): Promise<void> } {
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  return {
    queryable: {
      async query<Row>(statement: Statement, values?: readonly unknown[]) {
        if (isClosed) throw new Error('This transaction is over');
        const run = last.then(() => client.query(toQueryConfig(statement, values)));
        last = run.catch(() => undefined);
        return rowsFrom<Row>(await run);
      },
    },
    async close() {
      isClosed = true;
      await last;
    },
  };
}
