import assert from 'node:assert/strict';
import { mkdtempDisposable, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Client, type ClientConfig } from 'pg';
import { openTestServer } from '../../test/support/postgres-server.ts';
import { silentLog } from '../lib/log/log.ts';
import { migrate } from './migrate.ts';
import { readRemoteConnection } from './connection/remote-connection.ts';

const TABLES = `select oid::regclass::text as name from pg_class
  where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by 1`;
/** Columns, indexes, rules and functions, in words. */
const SHAPES = `
  select format('%s %s %s %s %s', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull,
      pg_get_expr(adbin, adrelid)) as shape
    from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_attrdef on (adrelid, adnum) = (attrelid, attnum)
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'S') and attnum > 0 and not attisdropped
  union all select indexdef from pg_indexes where schemaname = 'public'
  union all select format('%s %s', conrelid::regclass, pg_get_constraintdef(oid))
    from pg_constraint where connamespace = 'public'::regnamespace
  union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
  union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  order by shape`;

describe('migrations', { timeout: 120_000 }, () => {
  const resources = new AsyncDisposableStack();
  let serverUrl: string;

  before(async () => {
    serverUrl = resources.use(await openTestServer()).url;
  });
  after(() => resources.disposeAsync());

  async function sql<Row>(connection: ClientConfig, text: string): Promise<Row[]> {
    const client = new Client(connection);
    await client.connect();
    try {
      return (await client.query(text)).rows as Row[];
    } finally {
      await client.end();
    }
  }

  /** A database and a folder of migrations of the test's own. */
  async function prepare(t: TestContext, files: Record<string, string>) {
    const database = `migrate_${t.name.replaceAll(/\W+/g, '_').slice(0, 40)}`;
    await sql(readRemoteConnection(serverUrl).connection, `create database ${database} template decant`);
    const folder = await mkdtempDisposable(join(tmpdir(), 'decant-migrations-'));
    t.after(() => folder.remove());
    const write = (name: string, text: string): Promise<void> => writeFile(join(folder.path, name), text);
    for (const [name, text] of Object.entries(files)) await write(name, text);
    const url = new URL(serverUrl);
    url.pathname = `/${database}`;
    const { connection } = readRemoteConnection(url.href);
    const migrations = pathToFileURL(`${folder.path}/`);
    return {
      write,
      remove: (name: string) => rm(join(folder.path, name)),
      run: () => migrate({ connection, log: silentLog, folder: migrations }),
      query: <Row>(text: string) => sql<Row>(connection, text),
    };
  }

  const TWO = {
    '0001-first.sql': 'create table a (id bigint); insert into a values (1);',
    '0002-second.sql': 'alter table a add column name text;',
  };

  test('make what the database of a new data folder comes with', async () => {
    await using ready = await openTestServer({ hasTables: true });
    const { connection: unpacked } = readRemoteConnection(ready.url);
    await sql(readRemoteConnection(serverUrl).connection, 'create database made template decant');
    const { connection: made } = readRemoteConnection(
      Object.assign(new URL(serverUrl), { pathname: '/made' }).href,
    );
    // Both end with those that the template does not have yet.
    for (const connection of [unpacked, made]) await migrate({ connection, log: silentLog });
    const shapes = await sql(made, SHAPES);
    assert.ok(shapes.length > 200, String(shapes.length));
    assert.deepEqual(await sql(unpacked, SHAPES), shapes);
    assert.deepEqual(await rowCounts(unpacked), await rowCounts(made));
  });

  async function rowCounts(connection: ClientConfig): Promise<string[]> {
    const tables = await sql<{ name: string }>(connection, TABLES);
    const counts = tables.map(({ name }) => `select '${name}: ' || count(*) as count from ${name}`);
    const rows = await sql<{ count: string }>(connection, counts.join(' union all '));
    return rows.map(({ count }) => count);
  }

  test('make the first team of a data folder that stands the operator', async (t) => {
    const folder = new URL('migrations/', import.meta.url);
    const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
    const files = await Promise.all(
      names.map(async (name) => [name, await readFile(new URL(name, folder), 'utf8')] as const),
    );
    const isOlder = ([name]: readonly [string, string]): boolean => name < '0019';
    const schema = await prepare(t, Object.fromEntries(files.filter(isOlder)));
    await schema.run();
    await schema.query(`insert into team (id, name, created_at, max_concurrency) values
      (gen_random_uuid(), 'later', now(), 1), (gen_random_uuid(), 'default', now() - interval '1 year', 1)`);
    for (const [name, text] of files) await schema.write(name, text);
    await schema.run();
    assert.deepEqual(await schema.query('select name, is_operator from team order by created_at'), [
      { name: 'default', is_operator: true },
      { name: 'later', is_operator: false },
    ]);
  });

  test('are applied in order, once, and later ones on top', async (t) => {
    const schema = await prepare(t, TWO);
    await schema.run();
    await schema.run();
    await schema.write('0003-third.sql', "update a set name = 'x'");
    await schema.run();
    assert.deepEqual(await schema.query('select id, name from a'), [{ id: '1', name: 'x' }]);
    assert.deepEqual(await schema.query('select number, name from migration order by number'), [
      { number: 1, name: 'first' },
      { number: 2, name: 'second' },
      { number: 3, name: 'third' },
    ]);
  });

  test('are applied once by processes that start together', async (t) => {
    const schema = await prepare(t, TWO);
    await Promise.all(Array.from({ length: 5 }, schema.run));
    assert.deepEqual(await schema.query('select id from a'), [{ id: '1' }]);
  });

  test('that changed after they were applied are refused, line ends aside', async (t) => {
    const schema = await prepare(t, { '0001-lines.sql': 'create table\n a (id bigint)' });
    await schema.run();
    await schema.write('0001-lines.sql', 'create table\r\n a (id bigint)');
    await schema.run();
    await schema.write('0001-lines.sql', 'create table b (id bigint)');
    await assert.rejects(schema.run(), {
      message: 'The migration 0001-lines.sql is not the one that the database was built with',
    });
  });

  test('that this version does not know are refused', async (t) => {
    const schema = await prepare(t, TWO);
    await schema.run();
    await schema.remove('0002-second.sql');
    await assert.rejects(schema.run(), {
      message: /has migration 0002-second\.sql, which this version does not know/,
    });
  });

  test('that fail leave nothing of themselves, keep those before them, and are named', async (t) => {
    const schema = await prepare(t, {
      ...TWO,
      '0002-second.sql': 'create table b (id bigint); select 1 / 0;',
    });
    await assert.rejects(schema.run(), { message: 'The migration 0002-second.sql failed: division by zero' });
    assert.deepEqual(await schema.query("select to_regclass('a') as a, to_regclass('b') as b"), [
      { a: 'a', b: null },
    ]);
    await schema.write('0002-second.sql', 'create table b (id bigint)');
    await schema.run();
    assert.deepEqual(await schema.query("select to_regclass('b') as b"), [{ b: 'b' }]);
  });

  test('with a gap or a wrong name are refused', async (t) => {
    const gap = await prepare(t, { '0002-second.sql': '' });
    await assert.rejects(gap.run(), { message: /0002-second\.sql must be named 0001-name\.sql/ });
  });
});
