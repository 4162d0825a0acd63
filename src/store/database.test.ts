import assert from 'node:assert/strict';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { eventually } from '../../test/support/eventually.ts';
import { openTestServer, type TestServer } from '../../test/support/postgres-server.ts';
import { silentLog } from '../lib/log/log.ts';
import { openDatabase, statement, type Database, type Queryable } from './database.ts';

const BACKEND = 'select pg_backend_pid() as pid';
/** Waits until they are gone. */
const KILL_OTHERS = `select pg_terminate_backend(pid, 5000) from pg_stat_activity
  where pid <> pg_backend_pid() and backend_type = 'client backend'`;

for (const kind of ['embedded', 'remote'] as const) {
  describe(`a database, ${kind}`, () => {
    const resources = new AsyncDisposableStack();
    let db: Database;

    before(async () => {
      const folder = resources.use(await mkdtempDisposable(join(tmpdir(), 'decant-database-')));
      const server: TestServer | undefined =
        kind === 'remote' ? resources.use(await openTestServer()) : undefined;
      const url = server && { url: server.url };
      db = resources.use(
        await openDatabase({ dataDir: folder.path, log: silentLog, maxConnections: 4, ...url }),
      );
    });
    after(() => resources.disposeAsync());

    test('says what it is', () => {
      assert.equal(db.kind, kind);
      assert.match(db.version, /^\d+\.\d+$/);
      assert.equal(db.processIds().length > 0, kind === 'embedded');
    });

    test('gives values as the types that the code works with', async () => {
      const { rows, rowCount } = await db.query(
        `select 9007199254740991::bigint as big, count(*) as count, '{1,null,-2}'::bigint[] as bigs, '{}'::bigint[] as none,
          timestamptz '2026-01-02 03:04:05+00' as at, date '2026-01-02' as day, 1.50::numeric as exact,
          '{"a":1}'::jsonb as json, '\\x00ff'::bytea as bytes, true as yes from generate_series(1, 3)`,
      );
      assert.equal(rowCount, 1);
      assert.deepEqual(rows[0], {
        big: Number.MAX_SAFE_INTEGER,
        count: 3,
        bigs: [1, null, -2],
        none: [],
        at: new Date('2026-01-02T03:04:05Z'),
        day: '2026-01-02',
        exact: '1.50',
        json: { a: 1 },
        bytes: Buffer.from([0, 255]),
        yes: true,
      });
    });

    test('refuses a bigint that a number cannot hold, and goes on', async () => {
      await assert.rejects(db.query('select 9007199254740993::bigint'), RangeError);
      assert.deepEqual((await db.query('select 1 as one')).rows, [{ one: 1 }]);
    });

    test('runs named statements', async () => {
      const named = statement('test.double', 'select $1::bigint * 2 as double');
      for (const value of [1, 2])
        assert.deepEqual((await db.query(named, [value])).rows, [{ double: value * 2 }]);
    });

    test("a refused statement rejects with the server's code", async () => {
      await assert.rejects(db.query('select 1 / $1::int', [0]), { code: '22012' });
    });

    test('a transaction commits, or rolls back when its work throws', async () => {
      await db.query('create table committed (id bigint)');
      const insert = 'insert into committed values ($1)';
      assert.equal(await db.transaction(async (tx) => (await tx.query(insert, [1])).rowCount), 1);
      await assert.rejects(
        db.transaction(async (tx) => {
          await tx.query(insert, [2]);
          throw new Error('changed my mind');
        }),
        /changed my mind/,
      );
      assert.deepEqual((await db.query('select id from committed')).rows, [{ id: 1 }]);
    });

    test('a transaction whose work swallowed an error rejects instead of pretending to have committed', async () => {
      await assert.rejects(
        db.transaction((tx) => tx.query('select 1 / 0').catch(() => undefined)),
        /rolled back/,
      );
    });

    test('a transaction runs statements one after the other, and none once it is over', async () => {
      const late = Promise.withResolvers<Queryable>();
      const rows = await db.transaction(async (tx) => {
        late.resolve(tx);
        return Promise.all(
          [1, 2, 3].map(async (value) => (await tx.query('select $1::int as value', [value])).rows[0]),
        );
      });
      assert.deepEqual(rows, [{ value: 1 }, { value: 2 }, { value: 3 }]);
      await assert.rejects((await late.promise).query('select 1'), /over/);
    });

    test('only a relaxed transaction commits without waiting for the disk', async () => {
      const read = async (isRelaxed: boolean): Promise<unknown> =>
        (await db.transaction((tx) => tx.query('show synchronous_commit'), { isRelaxed })).rows[0];
      assert.deepEqual(await read(true), { synchronous_commit: 'off' });
      assert.deepEqual(await read(false), { synchronous_commit: 'on' });
    });

    test('more work than connections waits its turn', async () => {
      const results = await Promise.all(Array.from({ length: 40 }, () => db.query('select pg_sleep(0.002)')));
      assert.equal(results.length, 40);
    });

    test('equal notifications of the same moment become one', async () => {
      const heard: string[] = [];
      await using listening = await db.listen('test.Some Channel', (payload) => heard.push(payload));
      assert.ok(listening);
      for (const payload of ['a', 'a', 'b', 'a']) db.notify('test.Some Channel', payload);
      await eventually(async () => assert.deepEqual(heard, ['a', 'b']));
      db.notify('test.Some Channel', 'last');
      await eventually(async () => assert.deepEqual(heard, ['a', 'b', 'last']));
    });

    test('a listener that is gone hears nothing', async () => {
      const heard: string[] = [];
      const first = await db.listen('quiet', () => heard.push('first'));
      await using second = await db.listen('quiet', () => heard.push('second'));
      assert.ok(second);
      await first[Symbol.asyncDispose]();
      db.notify('quiet', '');
      await eventually(async () => assert.deepEqual(heard, ['second']));
    });

    test('lost connections: statements go on, a transaction rejects, listeners look for themselves', async () => {
      const heard: string[] = [];
      await using listening = await db.listen('lost', (payload) => heard.push(payload));
      assert.ok(listening);
      await assert.rejects(
        db.transaction(async (tx) => {
          const { rows } = await tx.query<{ pid: number }>(BACKEND);
          await db.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
          await tx.query('select 1');
        }),
        { code: 'SERVICE_UNAVAILABLE', message: 'The database cannot be reached' },
      );
      // Idle connections and the listening one end too; the statements that follow notice nothing.
      await db.query(KILL_OTHERS);
      await setImmediate();
      const results = await Promise.all([1, 2, 3, 4].map(() => db.query('select 1 as one')));
      assert.deepEqual(
        results.map(({ rows }) => rows),
        Array.from({ length: 4 }, () => [{ one: 1 }]),
      );
      await eventually(async () => assert.deepEqual(heard, ['']));
      db.notify('lost', 'found');
      await eventually(async () => assert.deepEqual(heard, ['', 'found']));
    });
  });
}

test('a disposed database refuses statements with a sentence', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'decant-database-'));
  const db = await openDatabase({ dataDir: folder.path, log: silentLog });
  await db[Symbol.asyncDispose]();
  await assert.rejects(db.query('select 1'), {
    code: 'SERVICE_UNAVAILABLE',
    message: 'The service is shutting down',
  });
  assert.deepEqual(db.processIds(), []);
});

test('a command next to a running service joins its database', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'decant-database-'));
  const options = { dataDir: folder.path, log: silentLog };
  await using service = await openDatabase(options);
  await assert.rejects(openDatabase(options), { code: 'CONFLICT' });
  await service.query('create table shared (id bigint)');
  {
    await using command = await openDatabase({ ...options, canJoin: true });
    await command.query('insert into shared values (1)');
    assert.deepEqual(command.processIds(), []);
  }
  assert.deepEqual((await service.query('select id from shared')).rows, [{ id: 1 }]);
});
