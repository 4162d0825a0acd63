import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../test/support/eventually.ts';
import { lockDataFolder } from './data-folder-lock.ts';
import { processNamespace, processStartTime } from './process-identity.ts';

const FAST = { heartbeatMs: 20, silenceMs: 200 };

function holder(fields: object): string {
  const pid = process.ppid;
  const here = { pid, startedAt: processStartTime(pid), hostname: hostname(), namespace: processNamespace() };
  return JSON.stringify({ ...here, ...fields });
}

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'decant-lock-'));
  await work(folder.path);
}

test('a locked folder is refused with a sentence that names the holder, and free again afterwards', () =>
  withFolder(async (folder) => {
    const lock = await lockDataFolder(join(folder, 'made/on/the/way'));
    await assert.rejects(lockDataFolder(join(folder, 'made/on/the/way')), {
      code: 'CONFLICT',
      message: new RegExp(`is in use by process ${process.pid}: stop it or choose another DECANT_DATA_DIR$`),
    });
    await lock[Symbol.asyncDispose]();
    assert.deepEqual(await readdir(join(folder, 'made/on/the/way')), []);
    await using again = await lockDataFolder(join(folder, 'made/on/the/way'));
    assert.ok(again);
  }));

test('the lock of a living process is refused', () =>
  withFolder(async (folder) => {
    await writeFile(join(folder, 'lock'), holder({}));
    await assert.rejects(lockDataFolder(folder), { code: 'CONFLICT' });
  }));

test('a dead process, a recycled id, a zombie and a broken file are taken over at once', async (t) => {
  const dead = spawnSync('true').pid;
  // The shell turns into a program that never asks what became of its child.
  const parent = spawn('sh', ['-c', 'true & echo $!; exec sleep 30'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  t.after(() => parent.kill());
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  const zombie = Number(line.toString());
  await eventually(async () => assert.equal(processStartTime(zombie), undefined));

  const leftovers = {
    dead: holder({ pid: dead }),
    recycled: holder({ startedAt: '1' }),
    zombie: holder({ pid: zombie }),
    broken: '{"pid":',
  };
  for (const [name, content] of Object.entries(leftovers)) {
    await t.test(name, () =>
      withFolder(async (folder) => {
        await writeFile(join(folder, 'lock'), content);
        await using lock = await lockDataFolder(folder);
        assert.ok(lock);
        assert.match(await readFile(join(folder, 'lock'), 'utf8'), new RegExp(`"pid":${process.pid},`));
        assert.deepEqual(await readdir(folder), ['lock']);
      }),
    );
  }
});

test('another container is refused while its heart beats', () =>
  withFolder(async (folder) => {
    const path = join(folder, 'lock');
    await writeFile(path, holder({ namespace: 'pid:[1]' }));
    const heart = { isBeating: true };
    const beating = (async () => {
      for (let beat = 1; heart.isBeating; beat++) {
        await utimes(path, new Date(), new Date(Date.now() + beat));
        await sleep(FAST.heartbeatMs);
      }
    })();
    // However busy the machine is, its silence is shorter than this.
    await assert.rejects(lockDataFolder(folder, { ...FAST, silenceMs: 600_000 }), { code: 'CONFLICT' });
    heart.isBeating = false;
    await beating;
  }));

test('the lock of another container is taken over once it has been silent long enough', () =>
  withFolder(async (folder) => {
    const path = join(folder, 'lock');
    await writeFile(path, holder({ namespace: 'pid:[1]' }));
    const { mtimeMs } = await stat(path);
    await using lock = await lockDataFolder(folder, FAST);
    assert.ok(lock);
    assert.ok(Date.now() - mtimeMs >= FAST.silenceMs, 'it waited for the silence');
  }));

test('a holder shows that it lives', () =>
  withFolder(async (folder) => {
    const path = join(folder, 'lock');
    await using lock = await lockDataFolder(folder, FAST);
    assert.ok(lock);
    await utimes(path, 1, 1);
    await eventually(async () => assert.notEqual((await stat(path)).mtimeMs, 1_000));
  }));

test('of many that find the same dead lock at a time, one gets it, also where another died as it took the lock over', async () => {
  for (const more of [[], ['lock.turn']]) {
    await withFolder(async (folder) => {
      const dead = holder({ pid: spawnSync('true').pid });
      for (const name of ['lock', ...more]) await writeFile(join(folder, name), dead);
      const locks = await Promise.allSettled(Array.from({ length: 24 }, () => lockDataFolder(folder)));
      const got = locks.flatMap((lock) => (lock.status === 'fulfilled' ? [lock.value] : []));
      assert.equal(got.length, 1);
      assert.deepEqual(await readdir(folder), ['lock']);
      for (const lock of got) await lock[Symbol.asyncDispose]();
    });
  }
});

test('of several processes that find the same dead lock, one gets it', () =>
  withFolder(async (folder) => {
    await writeFile(join(folder, 'lock'), holder({ pid: spawnSync('true').pid }));
    const script = `
      import { lockDataFolder } from ${JSON.stringify(new URL('data-folder-lock.ts', import.meta.url).href)};
      await lockDataFolder(${JSON.stringify(folder)}).then(() => console.log('got'), (error) => console.log(error.code));
      process.stdin.resume();`;
    const children = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', script], {
        stdio: ['pipe', 'pipe', 'inherit'],
        env: {},
      }),
    );
    const answers = await Promise.all(
      children.map(async (child) => String((await once(child.stdout, 'data'))[0]).trim()),
    );
    for (const child of children) child.stdin.end();
    await Promise.all(children.map((child) => once(child, 'exit')));
    assert.deepEqual(answers.toSorted(), ['CONFLICT', 'CONFLICT', 'CONFLICT', 'got']);
  }));
