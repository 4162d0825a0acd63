import assert from 'node:assert/strict';
import { mkdtempDisposable, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { createWatchedFile } from './watched-file.ts';

test('a file is read again when it has changed, was replaced, has gone and has come back', async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-watched-'));
  const file = path.join(folder.path, 'hosts');
  const parsed: string[] = [];
  const read = createWatchedFile(file, (text) => {
    parsed.push(text);
    return text;
  });
  assert.equal(read(), '');
  await writeFile(file, 'one');
  assert.equal(read(), 'one');
  assert.equal(read(), 'one');
  await writeFile(`${file}.new`, 'two');
  await rename(`${file}.new`, file);
  assert.equal(read(), 'two');
  await rm(file);
  assert.equal(read(), '');
  assert.deepEqual(parsed, ['', 'one', 'two', '']);
});

test('what cannot be read counts as empty', async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-watched-'));
  assert.equal(createWatchedFile(folder.path, (text) => text)(), '');
});
