import { setTimeout as sleep } from 'node:timers/promises';
import { Pool, type ClientConfig, type PoolClient, type QueryConfig, type QueryResult } from 'pg';
import { ServiceError } from '../../lib/service-error.ts';
import type { Log } from '../../lib/log/log.ts';
import { isConnectionFailure, isConnectionUsable, isUnsent, toStoreError } from '../connection-failure.ts';
import { toQueryConfig, rowsFrom } from './query-config.ts';
import type { Queryable, Statement, Transactional } from '../queryable.ts';
import { finishTransaction } from './finish-transaction.ts';
import { valueParsers } from './value-parsers.ts';

export interface PostgresOptions {
  connection: ClientConfig;
  maxConnections: number;
  log: Log;
}

/** A pool of connections to one server. */
export interface Postgres extends Queryable, Transactional, AsyncDisposable {}

/** An idle connection costs the server about 3 MB, so the pool shrinks to nothing. */
const IDLE_MS = 30_000;
/** How long a call waits for a free connection, or for a server that restarts, before it fails. */
const WAIT_MS = 10_000;
const CLOSE_MS = 5_000;

/** A statement that runs longer is a mistake; one that waits longer for a lock would time out its request anyway. */
const SESSION_SETTINGS =
  "set statement_timeout = '30s'; set lock_timeout = '10s'; set idle_in_transaction_session_timeout = '60s'";

/** Opens lazily: no connection is made before the first statement. */
export function openPostgres(options: PostgresOptions): Postgres {
  const pool = openPool(options);

  async function acquire(): Promise<PoolClient> {
    const giveUpAt = performance.now() + WAIT_MS;
    for (let delayMs = 10; ; delayMs = Math.min(delayMs * 2, 500)) {
      try {
        return await pool.connect();
      } catch (error) {
        if (pool.ending) throw closedError(error);
        if (!isConnectionFailure(error) || performance.now() + delayMs > giveUpAt)
          throw toAcquireError(error);
        await sleep(delayMs);
      }
    }
  }

  /**
   * Sends a statement on a connection of its own. A connection that had died while it was idle, found so before the
   * statement left, is replaced by the next.
   */
  async function send(config: QueryConfig): Promise<{ client: PoolClient; result: QueryResult }> {
    for (let attempt = 0; ; attempt++) {
      const client = await acquire();
      try {
        return { client, result: await client.query(config) };
      } catch (error) {
        client.release(!isConnectionUsable(error));
        if (!isUnsent(error) || attempt === options.maxConnections) throw toStoreError(error);
      }
    }
  }

  return {
    async query<Row>(statement: Statement, values?: readonly unknown[]) {
      const { client, result } = await send(toQueryConfig(statement, values));
      client.release();
      return rowsFrom<Row>(result);
    },
    async transaction(work, { isRelaxed = false } = {}) {
      const { client } = await send({
        text: isRelaxed ? 'begin; set local synchronous_commit = off' : 'begin',
      });
      try {
        return await finishTransaction(client, work);
      } catch (error) {
        throw toStoreError(error);
      }
    },
    async [Symbol.asyncDispose]() {
      // Statements under way are waited for, a server that has vanished is not.
      if (!pool.ending) await Promise.race([pool.end(), sleep(CLOSE_MS, undefined, { ref: false })]);
    },
  };
}

function openPool({ connection, maxConnections, log }: PostgresOptions): Pool {
  const pool = new Pool({
    ...connection,
    types: valueParsers,
    max: maxConnections,
    idleTimeoutMillis: IDLE_MS,
    connectionTimeoutMillis: WAIT_MS,
    // The pool waits for it, though its type does not say so.
    // oxlint-disable-next-line typescript/no-misused-promises
    onConnect: async (client) => {
      // The pool listens only while a connection is idle; without a listener a lost one would end the process.
      client.on('error', (error) => log.debug('Database connection lost', { error: error.message }));
      await client.query(SESSION_SETTINGS);
    },
  });
  pool.on('error', () => {
    // Already logged by the connection's own listener; unheard it would end the process.
  });
  return pool;
}

function closedError(cause: unknown): ServiceError {
  return new ServiceError('SERVICE_UNAVAILABLE', { message: 'The service is shutting down', cause });
}

function toAcquireError(error: unknown): unknown {
  if (error instanceof Error && error.message.startsWith('timeout exceeded')) {
    return new ServiceError('SERVICE_UNAVAILABLE', {
      message: 'Every database connection is busy',
      cause: error,
    });
  }
  return toStoreError(error);
}
