import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtempDisposable, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { compiledCodeFolder } from '../../bin/compiled-code-folder.mjs';

const skip = process.platform === 'win32' && 'there are no owners and modes';

async function openHome() {
  return mkdtempDisposable(path.join(tmpdir(), 'decant-test-cache-'));
}

test('compiled code lies in a folder of its own that is its user’s alone', { skip }, async () => {
  await using home = await openHome();
  const folder = compiledCodeFolder(home.path);
  assert.equal(folder, path.join(home.path, 'decant', 'compiled'));
  assert.equal((await stat(folder)).mode & 0o777, 0o700);
  assert.equal(compiledCodeFolder(home.path), folder, 'a second start finds it');
});

test('a folder that others may write to, or that leads elsewhere, is not used', { skip }, async () => {
  for (const spoil of [
    (folder: string) => chmod(folder, 0o770),
    (folder: string) => chmod(path.dirname(folder), 0o777),
  ]) {
    await using home = await openHome();
    await spoil(compiledCodeFolder(home.path)!);
    assert.equal(compiledCodeFolder(home.path), undefined);
  }
  await using home = await openHome();
  await using elsewhere = await openHome();
  await mkdir(path.join(home.path, 'decant'), { mode: 0o700 });
  await symlink(elsewhere.path, path.join(home.path, 'decant', 'compiled'));
  assert.equal(compiledCodeFolder(home.path), undefined);
});

test('where no folder can be made there is none', async () => {
  await using home = await openHome();
  await writeFile(path.join(home.path, 'decant'), '');
  assert.equal(compiledCodeFolder(home.path), undefined);
});
