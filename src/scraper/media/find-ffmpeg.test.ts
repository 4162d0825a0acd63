import assert from 'node:assert/strict';
import { chmod, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { canHoldPrograms, findWalls, type Walls } from '../../confine/kernel/walls.ts';
import { findFfmpeg } from './find-ffmpeg.ts';

const OPEN: Walls = { hasFilter: false, landlock: 0, unshare: [] };

async function writeFfmpeg(folder: string, text: string): Promise<string> {
  await chmod(folder, 0o755);
  const path = join(folder, 'ffmpeg');
  await writeFile(path, `#!/bin/sh\n${text}\n`);
  await chmod(path, 0o755);
  return path;
}

test('an ffmpeg of the search path is used only within walls that it runs in', async (t) => {
  const walls = await findWalls();
  await using folder = await mkdtempDisposable(join(tmpdir(), 'decant-ffmpeg-'));
  const searchPath = folder.path;
  const path = await writeFfmpeg(searchPath, 'echo version > written');
  const find = (these: Walls) => findFfmpeg({ ffmpegPath: undefined, searchPath }, these);
  assert.deepEqual(await find(OPEN), { problem: `${path} is not used unasked: nothing here can hold it` });
  if (!canHoldPrograms(walls)) return t.skip('this machine lacks the filter or Landlock');
  assert.deepEqual(await find(walls), { path });
  // One that needs what it may not have.
  await writeFfmpeg(searchPath, 'cat /etc/passwd || exit 1');
  assert.deepEqual(await find(walls), { problem: `${path} is not used: it does not run confined` });
});

test('the one that the operator names is used', async () => {
  const named = { ffmpegPath: '/opt/ffmpeg', searchPath: '/usr/bin' };
  assert.deepEqual(await findFfmpeg(named, OPEN), { path: '/opt/ffmpeg' });
  assert.deepEqual(await findFfmpeg({ ffmpegPath: undefined, searchPath: '' }, OPEN), { problem: 'none' });
});
