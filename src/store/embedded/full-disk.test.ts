import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtempDisposable, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { eventually } from '../../../test/support/eventually.ts';
import { silentLog } from '../../lib/log/log.ts';
import { openPostgres } from '../connection/postgres.ts';
import { openEmbeddedServer } from './embedded-server.ts';

/** A small disk for this test, or a word on why there is none. */
async function mountDisk(t: TestContext, mebibytes: number): Promise<string> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'decant-disk-'));
  const path = join(folder.path, 'disk');
  await mkdir(path);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', path], { stdio: 'ignore' });
  } catch {
    await folder.remove();
    return '';
  }
  t.after(async () => {
    execFileSync('umount', [path]);
    await folder.remove();
  });
  return path;
}

/** Takes all that is left. */
async function fill(disk: string): Promise<void> {
  const { bavail, bsize } = await statfs(disk);
  await writeFile(join(disk, 'ballast'), Buffer.alloc(bavail * bsize));
}

async function open(dataDir: string): Promise<Awaited<ReturnType<typeof openEmbeddedServer>>> {
  return openEmbeddedServer({ dataDir, log: silentLog });
}

describe('the embedded server on a full disk', { timeout: 120_000 }, () => {
  test('says so when a new database does not fit, and leaves no half of one', async (t) => {
    const disk = await mountDisk(t, 5);
    if (disk === '') return t.skip('this machine does not allow mounts');
    await assert.rejects(open(disk), {
      message: `The embedded database cannot be written: the disk of ${join(disk, 'postgres')} is full`,
    });
    const { blocks, bavail } = await statfs(disk);
    assert.ok(bavail / blocks > 0.9);
  });

  test('says so when it cannot start again, and starts once there is room', async (t) => {
    const disk = await mountDisk(t, 40);
    if (disk === '') return t.skip('this machine does not allow mounts');
    await (await open(disk))[Symbol.asyncDispose]();
    await fill(disk);
    await assert.rejects(open(disk), { message: /the disk of .* is full$/i });
    await rm(join(disk, 'ballast'));
    await (await open(disk))[Symbol.asyncDispose]();
  });

  test('refuses statements while it runs, and goes on once there is room', async (t) => {
    const disk = await mountDisk(t, 60);
    if (disk === '') return t.skip('this machine does not allow mounts');
    await using server = await open(disk);
    await using database = openPostgres({ connection: server.connection, maxConnections: 2, log: silentLog });
    await database.query('create table kept (id bigint primary key, content text)');
    await fill(disk);
    const insert =
      "insert into kept select $1, string_agg(md5(n::text), '') from generate_series(1, 20000) as n";
    let acknowledged = 0;
    const failure = await (async () => {
      for (;;) {
        try {
          await database.query(insert, [acknowledged]);
          acknowledged++;
        } catch (error) {
          return error;
        }
      }
    })();
    assert.match(String(failure), /The disk of the database is full|The database cannot be reached/);
    await rm(join(disk, 'ballast'));
    await eventually(async () => void (await database.query('insert into kept (id) values (-1)')));
    const { rows } = await database.query('select count(*)::int as count from kept where id >= 0');
    assert.deepEqual(rows, [{ count: acknowledged }]);
  });
});
