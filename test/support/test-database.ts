import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
import { Client, type ClientConfig } from 'pg';
import { silentLog } from '../../src/lib/log/log.ts';
import { ServiceError } from '../../src/lib/service-error.ts';
import { openDatabase, type Database } from '../../src/store/database.ts';
import { createListener } from '../../src/store/connection/listener.ts';
import { createNotifier } from '../../src/store/connection/notifier.ts';
import { openPostgres, type Postgres } from '../../src/store/connection/postgres.ts';
import type { Queryable, Transactional } from '../../src/store/queryable.ts';
import { readRemoteConnection } from '../../src/store/connection/remote-connection.ts';
import { openTestServer, type TestServer } from './postgres-server.ts';

/** One server for all tests of this process; started by the first that needs it, stopped after the last. */
const shared: { server?: Promise<TestServer>; making?: Promise<void> } = {};
/** Databases that a test is done with: emptying one takes a tenth of the time of making one. */
const kept: KeptDatabase[] = [];

after(async () => {
  await Promise.all(kept.map(({ postgres }) => postgres[Symbol.asyncDispose]()));
  await (await shared.server)?.[Symbol.asyncDispose]();
});

/** The URL of a database of its own on the shared server, with all tables. */
async function createTestDatabase(): Promise<string> {
  shared.server ??= openTestServer({ hasTables: true });
  const { url } = await shared.server;
  const name = `test_${randomBytes(6).toString('hex')}`;
  // A database that others are connected to cannot be copied: they take turns.
  const made = (shared.making ?? Promise.resolve()).then(() => copyDatabase(url, name));
  shared.making = made.catch(() => undefined);
  await made;
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
}

async function copyDatabase(url: string, name: string): Promise<void> {
  const client = new Client(readRemoteConnection(url).connection);
  await client.connect();
  try {
    await client.query(`create database ${name} template decant`);
  } finally {
    await client.end();
  }
}

/**
 * Drops partitions, all rows but those of the migrations, and what sequences have counted. A table that is emptied gets new
 * files, as do its indexes, so one without a block is left alone: it has no rows.
 */
const EMPTY = `do $$ declare name text; begin
  for name in select oid::regclass from pg_class where relispartition and relkind = 'r' loop
    execute 'drop table ' || name;
  end loop;
  select string_agg(oid::regclass::text, ',') from pg_class into name
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'migration'
      and pg_relation_size(oid) > 0;
  if name is not null then
    execute 'truncate ' || name || ' cascade';
  end if;
  for name in select format('%I', sequencename) from pg_sequences where schemaname = 'public' and last_value is not null loop
    execute 'alter sequence ' || name || ' restart';
  end loop;
end $$`;

/** A database that no test has now, with connections that have done their work: new ones know no table yet. */
interface KeptDatabase {
  readonly version: string;
  readonly connection: ClientConfig;
  readonly postgres: Postgres;
}

async function makeDatabase(): Promise<KeptDatabase> {
  const url = await createTestDatabase();
  await using migrated = await openDatabase({ url, dataDir: '', maxConnections: 1, log: silentLog });
  const { connection } = readRemoteConnection(url);
  const postgres = openPostgres({ connection, maxConnections: 10, log: silentLog });
  return { version: migrated.version, connection, postgres };
}

/** An open and empty database of its own, migrated. It is used again after the test, which leaves the schema alone. */
export async function openTestDatabase(): Promise<Database> {
  const again = kept.pop();
  const database = again ?? (await makeDatabase());
  const { connection, postgres, version } = database;
  if (again !== undefined) await postgres.query(EMPTY);
  const lent = lend(postgres);
  const listener = createListener({ connection, log: silentLog });
  const notifier = createNotifier(lent, silentLog);
  return {
    kind: 'remote',
    isShared: true,
    version,
    processIds: () => [],
    query: lent.query,
    transaction: lent.transaction,
    listen: listener.listen,
    notify: notifier.notify,
    async [Symbol.asyncDispose]() {
      await notifier[Symbol.asyncDispose]();
      await listener[Symbol.asyncDispose]();
      if (await lent.takeBack()) kept.push(database);
    },
  };
}

interface LentDatabase extends Queryable, Transactional {
  /** Refuses all that is asked from now on and waits for what is under way; gives whether it was still lent. */
  takeBack(): Promise<boolean>;
}

/** Until it is taken back: a test that ends leaves nothing in the database of the next one. */
function lend(postgres: Postgres): LentDatabase {
  const underWay = new Set<Promise<unknown>>();
  const state = { isLent: true };
  async function watch<T>(work: () => Promise<T>): Promise<T> {
    if (!state.isLent) throw new ServiceError('SERVICE_UNAVAILABLE', { message: 'The test has ended' });
    const working = work();
    underWay.add(working);
    try {
      return await working;
    } finally {
      underWay.delete(working);
    }
  }
  return {
    query: (statement, values) => watch(() => postgres.query(statement, values)),
    transaction: (work, options) => watch(() => postgres.transaction(work, options)),
    async takeBack() {
      const wasLent = state.isLent;
      state.isLent = false;
      await Promise.allSettled(underWay);
      return wasLent;
    },
  };
}
