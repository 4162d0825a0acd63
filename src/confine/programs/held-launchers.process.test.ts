import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { eventually } from '../../../test/support/eventually.ts';
import { processesOf } from '../../../test/support/processes-of.ts';
import { createHeldLaunchers } from './held-launchers.ts';
import { findKernelWalls } from '../kernel/walls.ts';

const STDIO = ['ignore', 'ignore', 'pipe', 'pipe'] as const;
const SYSTEM = ['/bin', '/usr/bin', '/lib', '/lib64', '/usr/lib', '/usr/lib64', '/etc/ld.so.cache'];

test('a launcher becomes its program, which sees what it was given; the next one waits already', async (context) => {
  const { landlock } = await findKernelWalls();
  if (landlock === 0) return context.skip('no Landlock here');
  await using folder = await mkdtempDisposable(join(tmpdir(), 'decant-held-'));
  await writeFile(join(folder.path, 'own'), 'of its own');
  using launchers = createHeldLaunchers(STDIO);
  const start = (script: string) => {
    const child = launchers.start({
      path: '/bin/sh',
      args: ['-c', script],
      env: { GIVEN: 'given' },
      folder: folder.path,
      readable: SYSTEM,
      writable: [folder.path, '/dev/null'],
      port: undefined,
      landlock,
    });
    const told = text(child.stderr!);
    return { child, told };
  };
  const first = start('cat own /etc/passwd >&2; echo $GIVEN >&2; echo x > made; exit 7');
  const [code] = (await once(first.child, 'exit')) as [number];
  const told = await first.told;
  assert.equal(code, 7);
  assert.match(told, /^of its own/);
  assert.match(told, /Permission denied/);
  assert.match(told, /given\n$/);
  assert.doesNotMatch(told, /root:/);
  assert.equal(await readFile(join(folder.path, 'made'), 'utf8'), 'x\n');
  // The second one has read nothing of the first one's.
  const second = start('head -c 3 <&3 >&2');
  second.child.stdio[3]!.on('error', () => undefined);
  (second.child.stdio[3] as Writable).write('its own');
  assert.equal(await second.told, 'its');
});

test('a launcher that is not needed ends with whoever keeps it', async (context) => {
  if ((await findKernelWalls()).landlock === 0) return context.skip('no Landlock here');
  const launchers = createHeldLaunchers(STDIO);
  const child = launchers.start({
    path: '/bin/true',
    args: [],
    env: {},
    folder: '/',
    readable: SYSTEM,
    writable: [],
    port: undefined,
    landlock: 1,
  });
  await once(child, 'exit');
  launchers[Symbol.dispose]();
  await eventually(async () => assert.deepEqual(processesOf(child.pid!), []));
});
