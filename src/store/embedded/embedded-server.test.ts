import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { chown, mkdir, mkdtempDisposable, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { eventually } from '../../../test/support/eventually.ts';
import { spawnDatabase } from '../../../test/support/spawn-database.ts';
import { createLog, silentLog, type Log } from '../../lib/log/log.ts';
import { openPostgres, type Postgres } from '../connection/postgres.ts';
import { processStartTime } from '../process-identity.ts';
import { openEmbeddedServer } from './embedded-server.ts';
import { findServerProcesses } from './processes/server-processes.ts';

const isRoot = process.getuid?.() === 0;

interface Opened extends AsyncDisposable {
  database: Postgres;
  processIds(): number[];
}

async function open(dataDir: string, log: Log = silentLog): Promise<Opened> {
  await using opening = new AsyncDisposableStack();
  const server = opening.use(await openEmbeddedServer({ dataDir, log }));
  const database = opening.use(openPostgres({ connection: server.connection, maxConnections: 4, log }));
  const opened = opening.move();
  return { database, processIds: server.processIds, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** The user that the process runs as. */
function ownerOf(pid: number): number {
  return statSync(`/proc/${pid}`).uid;
}

/** A data folder that goes when it is disposed, with whatever still runs in it. */
async function makeFolder(): Promise<AsyncDisposable & { path: string }> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'decant-embedded-'));
  return {
    path: folder.path,
    async [Symbol.asyncDispose]() {
      for (const pid of findServerProcesses(join(folder.path, 'postgres'))) process.kill(pid, 'SIGKILL');
      await folder.remove();
    },
  };
}

async function countRows(opened: Opened): Promise<number> {
  const { rows } = await opened.database.query<{ count: number }>('select count(*)::int as count from kept');
  return rows[0]?.count ?? -1;
}

describe('the embedded server', { timeout: 120_000 }, () => {
  /** Holds a database with the table `kept` of one row; each test leaves it in order. */
  let dataDir: string;
  const resources = new AsyncDisposableStack();

  before(async () => {
    dataDir = resources.use(await makeFolder()).path;
    await using opened = await open(dataDir);
    await opened.database.query('create table kept as select 1 as one');
  });
  after(() => resources.disposeAsync());

  test('keeps what was written, and leaves nothing running and no file behind when it is closed', async () => {
    assert.deepEqual(findServerProcesses(join(dataDir, 'postgres')), []);
    assert.deepEqual(await readdir(dataDir), ['database-password', 'postgres']);
    const left = (await readdir(join(dataDir, 'postgres'))).filter((name) => /^\.|pid$/.test(name));
    assert.deepEqual(left, []);
    await using opened = await open(dataDir);
    assert.equal(await countRows(opened), 1);
  });

  test('starts in a folder whose path is too long for a socket', async () => {
    await using folder = await makeFolder();
    await using opened = await open(join(folder.path, 'deep/'.repeat(40)));
    assert.equal((await opened.database.query('select 1')).rowCount, 1);
  });

  test('is refused to a second process with a sentence that names the first', async () => {
    await using opened = await open(dataDir);
    assert.ok(opened);
    await using second = spawnDatabase([dataDir]);
    await assert.rejects(second.ready, {
      message: new RegExp(`in use by process ${process.pid}: stop it or`),
    });
  });

  test('stops a server whose Node process was killed, and starts again', async () => {
    const first = spawnDatabase([dataDir]);
    const [orphan = 0] = await first.ready;
    await first.kill();
    assert.ok(processStartTime(orphan) !== undefined, 'the server outlives Node');
    await using opened = await open(dataDir);
    assert.ok(processStartTime(orphan) === undefined);
    assert.equal(await countRows(opened), 1);
  });

  test('stops such a server also when it does not listen', async () => {
    const first = spawnDatabase([dataDir]);
    const [orphan = 0] = await first.ready;
    await first.kill();
    process.kill(orphan, 'SIGSTOP');
    await using opened = await open(dataDir);
    assert.equal((await opened.database.query('select 1')).rowCount, 1);
  });

  test('goes down by itself when its Node process exits without closing it', async () => {
    const script = `
      import { openEmbeddedServer } from ${JSON.stringify(new URL('embedded-server.ts', import.meta.url).href)};
      const log = { debug() {}, info() {}, warn() {}, error() {} };
      const server = await openEmbeddedServer({ dataDir: ${JSON.stringify(dataDir)}, log });
      console.log(JSON.stringify(server.processIds()));
      process.exit();`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {},
    });
    const [output] = (await once(child.stdout, 'data')) as [Buffer];
    const pids = JSON.parse(output.toString()) as number[];
    assert.ok(pids.length > 0);
    await eventually(async () => assert.deepEqual(pids.filter(processStartTime), []));
  });

  test('is not stopped by pid and lock files of a process that is gone, someone else, or a zombie', async (t) => {
    const parent = spawn('sh', ['-c', 'true & echo $!; exec sleep 30'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    t.after(() => parent.kill());
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const zombie = Number(line.toString());
    await eventually(async () => assert.equal(processStartTime(zombie), undefined));
    for (const pid of [2 ** 22 - 1, process.pid, zombie]) {
      const folder = join(dataDir, 'postgres');
      await writeFile(join(folder, 'postmaster.pid'), `${pid}\n/proc/self/cwd\n1\n5432\n.\n\n 1 1\nready\n`);
      await writeFile(join(folder, '.s.PGSQL.5432.lock'), `${pid}\n/proc/self/cwd\n1\n5432\n.\n`);
      await writeFile(join(folder, '.s.PGSQL.5432'), '');
      await using opened = await open(dataDir);
      assert.equal(await countRows(opened), 1);
    }
  });

  test('refuses a folder whose server runs where its processes cannot be seen', async (t) => {
    const foreign = createServer().listen(join(dataDir, 'postgres', '.s.PGSQL.5432'));
    await once(foreign, 'listening');
    t.after(() => foreign.close());
    await assert.rejects(open(dataDir), { message: /served by a process of another container/ });
  });

  test('loses no acknowledged row when Node and all of the server are killed amid writes', async () => {
    for (let round = 0; round < 2; round++) {
      const writer = spawnDatabase([dataDir, '--write']);
      const pids = await writer.ready;
      await eventually(async () => assert.ok(writer.written.size >= 500));
      for (const pid of pids) process.kill(pid, 'SIGKILL');
      await writer.kill();
      await using opened = await open(dataDir);
      const { rows } = await opened.database.query<{ id: number }>('select id from row_written');
      const kept = new Set(rows.map(({ id }) => id));
      assert.deepEqual(
        [...writer.written].filter((id) => !kept.has(id)),
        [],
      );
      await opened.database.query('truncate row_written');
    }
  });

  test('is started again when it dies, while statements wait', async () => {
    await using opened = await open(dataDir);
    for (let round = 0; round < 2; round++) {
      const [postmaster = 0] = opened.processIds();
      process.kill(postmaster, 'SIGKILL');
      await eventually(async () => assert.equal(processStartTime(postmaster), undefined));
      // Those on a connection that died with it fail; whatever comes after waits for the new server.
      await opened.database
        .query('select 1')
        .catch((error: unknown) => assert.match(String(error), /cannot be reached/));
      assert.equal(await countRows(opened), 1);
      assert.notEqual(opened.processIds()[0], postmaster);
    }
  });

  test('starts after a first start that was interrupted', async () => {
    await using folder = await makeFolder();
    await mkdir(join(folder.path, 'postgres.new/base'), { recursive: true });
    await (await open(folder.path))[Symbol.asyncDispose]();
    assert.deepEqual(await readdir(folder.path), ['database-password', 'postgres']);
  });

  test('refuses a folder of another major version', async () => {
    await using folder = await makeFolder();
    await mkdir(join(folder.path, 'postgres'));
    await writeFile(join(folder.path, 'postgres/PG_VERSION'), '14\n');
    await assert.rejects(open(folder.path), {
      message: /written by PostgreSQL 14 and cannot be read by the installed version 1\d$/,
    });
  });

  test('writes no value of a row into the log', async () => {
    const lines: string[] = [];
    const log = createLog({ level: 'trace', stream: { write: (line) => lines.push(line) } });
    {
      await using opened = await open(dataDir, log);
      const insert = 'insert into marked values ($1)';
      await opened.database.query('create table marked (marker text primary key)');
      await opened.database.query(insert, ['MARKER']);
      await assert.rejects(opened.database.query(insert, ['MARKER']), { code: '23505' });
      await assert.rejects(opened.database.query("select 'MARKER'::int"), { code: '22P02' });
    }
    assert.ok(lines.some((line) => line.includes('Database server')));
    assert.deepEqual(
      lines.filter((line) => line.includes('MARKER')),
      [],
    );
  });

  describe('started by root', { skip: isRoot ? false : 'needs root' }, () => {
    test('runs as a user of its own', async () => {
      await using opened = await open(dataDir);
      for (const pid of opened.processIds()) assert.equal(ownerOf(pid), 61_801);
    });

    test('runs as the owner of a data folder that is not of root', async () => {
      await using folder = await makeFolder();
      await chown(folder.path, 61_999, 61_999);
      await using opened = await open(folder.path);
      for (const pid of opened.processIds()) assert.equal(ownerOf(pid), 61_999);
    });

    test('takes over a folder that root restored', async () => {
      for (const path of ['', ...(await readdir(join(dataDir, 'postgres'), { recursive: true }))]) {
        await chown(join(dataDir, 'postgres', path), 0, 0);
      }
      await using opened = await open(dataDir);
      assert.equal(await countRows(opened), 1);
    });
  });
});
