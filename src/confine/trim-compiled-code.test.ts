import assert from 'node:assert/strict';
import { mkdir, mkdtempDisposable, readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { createTrimCompiledCode } from './trim-compiled-code.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 24);

test('code that nobody has run for a month goes, and the folder of a version that has none left', async () => {
  await using home = await mkdtempDisposable(path.join(tmpdir(), 'decant-trim-'));
  const put = async (file: string, daysUnread: number, daysOld: number): Promise<void> => {
    const to = path.join(home.path, file);
    await mkdir(path.dirname(to), { recursive: true });
    await writeFile(to, '');
    await utimes(to, new Date(NOW - daysUnread * DAY_MS), new Date(NOW - daysOld * DAY_MS));
  };
  await put('v24/read', 1, 90);
  await put('v24/unread', 31, 90);
  await put('v24/new', 31, 1);
  await put('v22/unread', 31, 31);
  await put('program-used/v24/read', 1, 90);
  await put('program-unused/v24/unread', 31, 90);
  await symlink('v24', path.join(home.path, 'program-used', 'v24-7'));
  await symlink('v24', path.join(home.path, 'program-unused', 'v24-7'));
  const trim = createTrimCompiledCode(home.path);
  assert.equal(await trim(NOW), 3);
  assert.deepEqual((await readdir(home.path, { recursive: true })).toSorted(), [
    'program-used',
    'program-used/v24',
    'program-used/v24-7',
    'program-used/v24-7/read',
    'program-used/v24/read',
    'v24',
    'v24/new',
    'v24/read',
  ]);
  await put('v24/unread', 31, 90);
  assert.equal(await trim(NOW + DAY_MS - 1), 0, 'once a day');
  assert.equal(await trim(NOW + DAY_MS), 1);
});
