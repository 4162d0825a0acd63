import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
import { silentLog } from '../../src/lib/log.ts';
import { openDatabase, type Database } from '../../src/store/database.ts';
import { openTestServer, type TestServer } from './postgres-server.ts';

/** One server for all tests of this process; started by the first that needs it, stopped after the last. */
const shared: { server?: Promise<TestServer> } = {};
/** URLs of databases that a test is done with: emptying one takes a tenth of the time of making one. */
const used: string[] = [];

after(async () => {
  await (await shared.server)?.[Symbol.asyncDispose]();
});

/** The URL of a database of its own on the shared server. */
async function createTestDatabase(): Promise<string> {
  shared.server ??= openTestServer();
  const { url } = await shared.server;
  const name = `test_${randomBytes(6).toString('hex')}`;
  await using admin = await openDatabase({ url, dataDir: '', maxConnections: 1, log: silentLog });
  await admin.query(`create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
}

/** Drops partitions, all rows but those of the migrations, and what sequences have counted. */
const EMPTY = `do $$ declare name text; begin
  for name in select oid::regclass from pg_class where relispartition and relkind = 'r' loop
    execute 'drop table ' || name;
  end loop;
  select string_agg(oid::regclass::text, ',') from pg_class into name
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and relname <> 'migration';
  execute 'truncate ' || name || ' restart identity cascade';
end $$`;

/** An open and empty database of its own, migrated. It is used again after the test, which leaves the schema alone. */
export async function openTestDatabase(): Promise<Database> {
  const again = used.pop();
  const url = again ?? (await createTestDatabase());
  const db = await openDatabase({ url, dataDir: '', log: silentLog });
  if (again !== undefined) await db.query(EMPTY);
  const state = { isGivenBack: false };
  return {
    ...db,
    async [Symbol.asyncDispose]() {
      await db[Symbol.asyncDispose]();
      if (!state.isGivenBack) used.push(url);
      state.isGivenBack = true;
    },
  };
}
