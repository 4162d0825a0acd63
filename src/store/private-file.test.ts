import assert from 'node:assert/strict';
import { mkdtempDisposable, readdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { createPrivateFile, readPrivateFile } from './private-file.ts';

test('of several that make the file at once all get the same text, and only the owner can read it', async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-private-'));
  const file = path.join(folder.path, 'deep', 'secret');
  const texts = await Promise.all(
    Array.from({ length: 8 }, (_, index) => createPrivateFile(file, `text ${index}`)),
  );
  assert.equal(new Set(texts).size, 1);
  assert.equal(await readPrivateFile(file), texts[0]);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  assert.deepEqual(await readdir(path.dirname(file)), ['secret']);
});

test('an empty file, as a crash leaves it, counts as absent and is replaced', async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-private-'));
  const file = path.join(folder.path, 'secret');
  assert.equal(await readPrivateFile(file), undefined);
  await writeFile(file, '');
  assert.equal(await readPrivateFile(file), undefined);
  assert.equal(await createPrivateFile(file, 'new'), 'new');
  assert.equal(await createPrivateFile(file, 'newer'), 'new');
});
