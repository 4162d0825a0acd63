import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, chown, copyFile, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Attempts } from '../../../test/support/documents/attack-node.ts';
import { openCanaries, type Canaries } from '../../../test/support/open-canaries.ts';
import { otherUser } from '../../../test/support/other-user.ts';
import { confinedCommand, type ProgramOrder } from './program-order.ts';
import { canHoldPrograms, findWalls, type Walls } from '../kernel/walls.ts';

const execute = promisify(execFile);
const PARTS = fileURLToPath(new URL('../../../test/support/documents/', import.meta.url));
const { identity } = otherUser;
const PORTS_SINCE = 4;

describe('a program of others', { skip: process.platform !== 'linux', timeout: 120_000 }, () => {
  const resources = new AsyncDisposableStack();
  let canaries: Canaries;
  let walls: Walls;
  /** Files that anybody may read, and write. */
  let secret: string;
  let foreign: string;
  /** A program in a package of its own: Node may not look for one above it. */
  let program: string;

  before(async () => {
    walls = await findWalls();
    canaries = resources.use(await openCanaries());
    const folder = resources.use(await mkdtempDisposable(join(tmpdir(), 'decant-secret-')));
    await chmod(folder.path, 0o755);
    secret = join(folder.path, 'secret');
    foreign = join(folder.path, 'foreign');
    for (const file of [secret, foreign]) {
      await writeFile(file, 'of others');
      await chmod(file, 0o666);
    }
  });
  after(() => resources.disposeAsync());

  before(async () => {
    const folder = resources.use(await mkdtempDisposable(join(tmpdir(), 'decant-attack-')));
    await chmod(folder.path, 0o755);
    await writeFile(join(folder.path, 'package.json'), '{"type":"module"}');
    for (const name of ['attack-program.ts', 'attack-node.ts'])
      await copyFile(join(PARTS, name), join(folder.path, name));
    program = join(folder.path, 'attack-program.ts');
  });

  async function openFolder(user: ProgramOrder['identity']): Promise<AsyncDisposable & { path: string }> {
    const folder = await mkdtempDisposable(join(tmpdir(), 'decant-program-'));
    if (user) await chown(folder.path, user.uid, user.gid);
    return { path: folder.path, [Symbol.asyncDispose]: () => folder.remove() };
  }

  function orderOf(folder: string, more: Partial<ProgramOrder>): ProgramOrder {
    return {
      path: process.execPath,
      args: ['--disable-warning=ExperimentalWarning', program, canaries.path, secret, foreign],
      env: { PATH: '/usr/bin:/bin' },
      programs: [program],
      folder,
      // Threads of Node take a good part of it before they begin.
      maxMemoryBytes: 6_000_000_000,
      maxFileBytes: 1_000_000,
      ...more,
    };
  }

  async function run(order: ProgramOrder, these: Walls = walls): Promise<void> {
    const { command, args, env, identity: user } = confinedCommand(order, these);
    await execute(command, args, { cwd: order.folder, env, ...user });
  }

  async function attack(more: Partial<ProgramOrder>, these?: Walls): Promise<Attempts> {
    await using folder = await openFolder(more.identity);
    await run(orderOf(folder.path, more), these);
    return JSON.parse(await readFile(join(folder.path, 'attempts.json'), 'utf8')) as Attempts;
  }

  /** Lists the attempts that succeeded, except for those that tell the process's own identity. */
  function succeeded(attempts: Attempts): string[] {
    return Object.keys(attempts).filter((name) => attempts[name] === 'done');
  }

  test('reaches nothing but its folder, as whoever it runs', async (t) => {
    if (!canHoldPrograms(walls)) return t.skip('this machine lacks the filter or Landlock');
    const users = otherUser.whyNot === false ? [undefined, identity] : [undefined];
    for (const user of users) {
      for (const unshare of new Set([walls.unshare, []])) {
        const attempts = await attack({ identity: user }, { ...walls, unshare });
        assert.deepEqual(succeeded(attempts), []);
        if (user) assert.equal(attempts['uid'], String(user.uid));
        assert.equal(attempts['environment'], 'PATH');
      }
    }
  });

  test('reaches one port and starts others when that is allowed', async (t) => {
    if (!canHoldPrograms(walls) || walls.landlock < PORTS_SINCE)
      return t.skip('this machine lacks the filter, or a Landlock that knows ports');
    assert.deepEqual(succeeded(await attack({ port: canaries.port })), ['execute', 'tcp']);
    assert.deepEqual(succeeded(await attack({ port: canaries.port + 1 })), ['execute']);
  });

  test('is what it is where nothing can hold it', async () => {
    const attempts = await attack({}, { hasFilter: false, landlock: 0, unshare: [] });
    for (const name of ['tcp', 'unixSocket', 'udp', 'execute', 'readSecret', 'writeForeign'])
      assert.equal(attempts[name], 'done', name);
  });

  test('has as much memory and disk as it is given', async (t) => {
    if (!canHoldPrograms(walls)) return t.skip('this machine lacks the filter or Landlock');
    await using folder = await openFolder(undefined);
    const maxMemoryBytes = 1_500_000_000;
    const script = (text: string) =>
      orderOf(folder.path, { args: ['-e', text], programs: [], maxMemoryBytes });
    await run(script('require("fs").writeFileSync("file", Buffer.alloc(900_000))'));
    await assert.rejects(run(script('require("fs").writeFileSync("file", Buffer.alloc(1_100_000))')));
    await run(script('Buffer.alloc(300_000_000, 1)'));
    await assert.rejects(run(script('Buffer.alloc(1_500_000_000, 1)')));
  });

  test('may be a script whose interpreter lies anywhere, and a program of the system', async () => {
    await using folder = await openFolder(undefined);
    const path = join(folder.path, 'script');
    const text = "require('node:fs').writeFileSync('written', process.argv[2])";
    await writeFile(path, `#!${process.execPath}\n${text}\n`);
    await chmod(path, 0o755);
    await run(orderOf(folder.path, { path, args: ['by the script'], programs: [] }));
    assert.equal(await readFile(join(folder.path, 'written'), 'utf8'), 'by the script');
    const args = ['-c', 'echo by the shell > written'];
    await run(orderOf(folder.path, { path: '/bin/sh', args, programs: [] }));
    assert.equal(await readFile(join(folder.path, 'written'), 'utf8'), 'by the shell\n');
  });
});
