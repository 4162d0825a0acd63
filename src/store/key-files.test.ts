import assert from 'node:assert/strict';
import { link, mkdtempDisposable, readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { createKeyFiles } from './key-files.ts';

test('a key is there until it is destroyed, and then nowhere', async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-keys-'));
  const place = path.join(folder.path, 'keys');
  const files = createKeyFiles(place);
  assert.deepEqual(await files.madeBefore(Infinity), []);
  const [one, other] = [await files.create(), await files.create()];
  assert.deepEqual(createKeyFiles(place).read(one.name), one.key);
  assert.notDeepEqual(one.key, other.key);
  const file = path.join(place, one.name.toString('hex'));
  if (process.platform !== 'win32') assert.equal((await stat(file)).mode & 0o777, 0o600);
  // The bytes themselves are overwritten, whatever still points to them.
  const second = path.join(folder.path, 'second name');
  await link(file, second);
  await files.destroy(one.name);
  await files.destroy(one.name);
  assert.equal(files.read(one.name), undefined);
  assert.ok(!(await readFile(second)).includes(one.key));
  assert.deepEqual(await readdir(place), [other.name.toString('hex')]);
  assert.deepEqual(await files.madeBefore(Date.now() - 60_000), []);
  assert.deepEqual(await files.madeBefore(Date.now() + 60_000), [other.name]);
});
