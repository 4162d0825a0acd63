import assert from 'node:assert/strict';
import { mkdir, mkdtempDisposable, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderSize } from './folder-size.ts';

test('files are counted wherever they lie, and links lead nowhere', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'decant-size-'));
  const before = await folderSize(folder.path);
  await mkdir(join(folder.path, 'a', 'b'), { recursive: true });
  await writeFile(join(folder.path, 'a', 'one'), Buffer.alloc(100_000, 1));
  await writeFile(join(folder.path, 'a', 'b', 'two'), Buffer.alloc(50_000, 1));
  await symlink('/usr', join(folder.path, 'a', 'usr'));
  const bytes = (await folderSize(folder.path)) - before;
  assert.ok(bytes >= 150_000 && bytes < 250_000, String(bytes));
});

test('a folder that is not there has no size', async () => {
  assert.equal(await folderSize('/nowhere/at/all'), 0);
});
