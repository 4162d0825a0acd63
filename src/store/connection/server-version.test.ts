import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { test, type TestContext } from 'node:test';
import { openTestServer } from '../../../test/support/postgres-server.ts';
import { silentLog, type Log } from '../../lib/log/log.ts';
import { openDatabase } from '../database.ts';
import { readRemoteConnection } from './remote-connection.ts';
import { readServerVersion } from './server-version.ts';

/** A message of the server (PostgreSQL manual, chapter 54): kind, length of the rest, content. */
function message(kind: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(kind), length, content]);
}

const READY = message('Z', Buffer.from('I'));
const AUTHENTICATION_OK = message('R', Buffer.alloc(4));

/** Answers `show server_version` with one row and nothing else with anything. */
function answerVersion(version: string): Buffer {
  const value = Buffer.from(version);
  // Only the name in the column's description matters here.
  const column = Buffer.concat([Buffer.from('server_version\0'), Buffer.alloc(18)]);
  const row = Buffer.alloc(6);
  row.writeInt16BE(1);
  row.writeInt32BE(value.length, 2);
  return Buffer.concat([
    message('T', Buffer.concat([Buffer.from([0, 1]), column])),
    message('D', Buffer.concat([row, value])),
    message('C', Buffer.from('SHOW\0')),
    READY,
  ]);
}

async function listen(t: TestContext, server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** Speaks just enough of the protocol to give a version. */
function createFakeServer(version: string): Server {
  return createServer((socket) => {
    let isStarted = false;
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      if (!isStarted) socket.write(Buffer.concat([AUTHENTICATION_OK, READY]));
      else if (data.toString('latin1', 0, 1) === 'Q') socket.write(answerVersion(version));
      isStarted = true;
    });
  });
}

async function read(
  port: number,
  { patienceMs = 0, log = silentLog }: { patienceMs?: number; log?: Log } = {},
): Promise<string> {
  const { connection, name } = readRemoteConnection(`postgres://user:secret@127.0.0.1:${port}/db`);
  return readServerVersion({ connection, name, patienceMs, log });
}

test('a server that is too old is refused, a new enough one taken', async (t) => {
  await assert.rejects(read(await listen(t, createFakeServer('14.11 (Debian 14.11-1)'))), {
    message:
      /^The database server of DATABASE_URL \(postgres:.*\) is PostgreSQL 14\.11: version 15 or newer is needed$/,
  });
  assert.equal(await read(await listen(t, createFakeServer('15.2 (Debian 15.2-1)'))), '15.2');
});

test('a server that is not there is waited for', async (t) => {
  const server = createFakeServer('18.4');
  const port = await listen(t, server);
  server.close();
  await once(server, 'close');
  const waited: unknown[] = [];
  const log: Log = {
    ...silentLog,
    info(_message, fields) {
      waited.push(fields);
      if (waited.length === 2) server.listen(port, '127.0.0.1');
    },
  };
  assert.equal(await read(port, { patienceMs: 10_000, log }), '18.4');
  assert.equal(waited.length, 2);
});

test('a server that stays away is given up on with a sentence without its password', async (t) => {
  const server = createServer();
  const port = await listen(t, server);
  server.close();
  await once(server, 'close');
  await assert.rejects(read(port), {
    message: `The database server of DATABASE_URL (postgres://user@127.0.0.1:${port}/db) did not answer within 0 s: connect ECONNREFUSED 127.0.0.1:${port}`,
  });
});

test('a refused password or database is told at once, without the password', async () => {
  await using server = await openTestServer();
  const options = { dataDir: '/nowhere', log: silentLog };
  const wrong = server.url.replace(/:[^:@]+@/, ':wrong-secret@');
  await assert.rejects(openDatabase({ ...options, url: wrong }), (error: Error) => {
    assert.match(
      error.message,
      /^The database server of DATABASE_URL \(.*\) refused the connection: password authentication failed/,
    );
    assert.doesNotMatch(error.message, /wrong-secret/);
    return true;
  });
  await assert.rejects(openDatabase({ ...options, url: server.url.replace(/decant$/, 'absent') }), {
    message: /refused the connection: database "absent" does not exist$/,
  });
});

test('what is not a PostgreSQL URL is refused', () => {
  for (const url of ['', 'localhost:5432/db', 'mysql://localhost/db']) {
    assert.throws(() => readRemoteConnection(url), { message: /^DATABASE_URL must look like postgres:/ });
  }
});
