import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
import { silentLog } from '../../src/lib/log.ts';
import { openDatabase, type Database } from '../../src/store/database.ts';
import { openTestServer, type TestServer } from './postgres-server.ts';

/** One server for all tests of this process; started by the first that needs it, stopped after the last. */
const shared: { server?: Promise<TestServer> } = {};

after(async () => {
  await (await shared.server)?.[Symbol.asyncDispose]();
});

/** The URL of an empty database of its own on the shared server. */
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

/** An open database of its own, migrated. */
export async function openTestDatabase(): Promise<Database> {
  return openDatabase({ url: await createTestDatabase(), dataDir: '', log: silentLog });
}
