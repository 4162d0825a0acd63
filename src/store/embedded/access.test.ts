import assert from 'node:assert/strict';
import { chown, mkdtempDisposable, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Client, type ClientConfig } from 'pg';
import { silentLog } from '../../lib/log/log.ts';
import { openDatabase } from '../database.ts';
import { migrate } from '../migrate.ts';
import { openEmbeddedServer } from './embedded-server.ts';
import { startPostmaster } from './processes/postmaster.ts';
import { prepareDatabaseFolder } from './prepare-database-folder.ts';
import { locateServerBinaries } from './binaries/server-binaries.ts';
import { chooseServerIdentity } from './server-identity.ts';

const NOBODY = 65_534;
/** The role of a server of an older version, which its folder let in without a password. */
const OLD = { user: 'decant', database: 'decant', port: 5432, ssl: false } as const;

async function query(connection: ClientConfig, text: string): Promise<unknown[]> {
  const client = new Client(connection);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** A data folder as an older version left it: with all tables, a team, and a partition made at run time. */
async function makeOldFolder(dataDir: string): Promise<void> {
  const databaseFolder = join(dataDir, 'postgres');
  const identity = await chooseServerIdentity([dataDir]);
  const { postgres, version } = await locateServerBinaries({ identity, dataDir });
  await prepareDatabaseFolder(databaseFolder, identity, Number.parseInt(version, 10));
  await writeFile(
    join(databaseFolder, 'pg_hba.conf'),
    'local all all trust\nhost all all samehost scram-sha-256\n',
  );
  const connection = { ...OLD, host: databaseFolder };
  const settings = { listen_addresses: '', unix_socket_directories: '.' };
  const server = await startPostmaster(
    { postgres, databaseFolder, identity, log: silentLog },
    { settings, connection },
  );
  try {
    await migrate({ connection, log: silentLog });
    await query(
      connection,
      'create table kept (id bigint generated always as identity, name text unique) partition by list (name)',
    );
    await query(connection, "create table kept_old partition of kept for values in ('old')");
    await query(connection, "insert into kept (name) values ('old')");
    await query(connection, 'create view seen as select * from kept');
  } finally {
    await server.stop();
  }
}

describe('who may use the embedded server', { timeout: 120_000 }, () => {
  test('the service alone, by its password, and without rights over the machine', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'decant-access-'));
    await using server = await openEmbeddedServer({ dataDir: folder.path, log: silentLog });
    const { connection } = server;
    assert.deepEqual(await query(connection, 'select rolsuper from pg_roles where rolname = current_user'), [
      { rolsuper: false },
    ]);
    for (const text of [
      "select pg_read_file('/etc/passwd')",
      "copy (select 1) to program 'id'",
      "copy (select 1) to '/tmp/decant-access'",
      "select lo_import('/etc/passwd')",
      "alter system set log_statement = 'all'",
      'set role decant',
      'create role other superuser',
      'alter role service superuser',
    ]) {
      await assert.rejects(query(connection, text), { code: '42501' }, text);
    }
    const { password, ...open } = connection;
    assert.ok(password.length > 30);
    await assert.rejects(query({ ...open, password: 'guess' }, 'select 1'), { code: '28P01' });
    for (const user of ['decant', 'postgres'])
      await assert.rejects(query({ ...open, user }, 'select 1'), { code: '28000' }, user);
    await assert.rejects(query({ ...connection, database: 'template1' }, 'select 1'), { code: '28000' });
    const file = join(folder.path, 'database-password');
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.equal((await stat(file)).uid, process.getuid?.());
    assert.equal((await readFile(file, 'utf8')).trim(), password);
  });

  test('a folder of an older version is taken over with all that is in it', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'decant-access-'));
    await makeOldFolder(folder.path);
    for (let starts = 0; starts < 2; starts++) {
      await using db = await openDatabase({ dataDir: folder.path, log: silentLog });
      assert.deepEqual((await db.query('select name from kept')).rows, [{ name: 'old' }]);
      const { rows } = await db.query(
        `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relowner <> 'service'::regrole`,
      );
      assert.deepEqual(rows, []);
      await db.query(`alter table kept add column column_${starts} text`);
      await db.query(`create table kept_${starts} partition of kept for values in ('${starts}')`);
      const text = "select pg_read_file('/etc/passwd')";
      await assert.rejects(db.query(text), { code: '42501' });
    }
  });

  test('one whose password got lost, or that another folder came from, gets a new one', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'decant-access-'));
    const open = () => openDatabase({ dataDir: folder.path, log: silentLog });
    {
      await using db = await open();
      await db.query('create table kept as select 1 as one');
    }
    await rm(join(folder.path, 'database-password'));
    await using db = await open();
    assert.deepEqual((await db.query('select one from kept')).rows, [{ one: 1 }]);
  });

  test('the same where the server listens on a port', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'decant-access-'));
    // Its owner gets a password in a mode of the server that looks its user up in /etc/passwd.
    if (process.getuid?.() === 0) await chown(folder.path, NOBODY, NOBODY);
    for (let starts = 0; starts < 2; starts++) {
      await using server = await openEmbeddedServer({ dataDir: folder.path, log: silentLog, isTcp: true });
      const { connection } = server;
      assert.deepEqual(await query(connection, 'select current_user as name'), [{ name: 'service' }]);
      await assert.rejects(query({ ...connection, user: 'decant' }, 'select 1'), { code: '28000' });
      await assert.rejects(query({ ...connection, password: 'guess' }, 'select 1'), { code: '28P01' });
    }
  });
});
