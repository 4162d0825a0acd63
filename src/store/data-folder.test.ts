import assert from 'node:assert/strict';
import { mkdtempDisposable, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { ConfigError } from '../config.ts';
import { requireDataFolder } from './data-folder.ts';

async function refusalOf(folder: string): Promise<string> {
  const error: unknown = await requireDataFolder(folder).catch((reason: unknown) => reason);
  assert.ok(error instanceof ConfigError, String(error));
  return error.message;
}

test('a data folder is made with all that is above it, and nothing is left in it', async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-folder-'));
  const deep = path.join(folder.path, 'a/b/c');
  await requireDataFolder(deep);
  await requireDataFolder(deep);
  assert.deepEqual(await readdir(deep), []);
});

test('a file in its place is said in plain words, with the folder and the variable', async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-folder-'));
  const file = path.join(folder.path, 'file');
  await writeFile(file, '');
  for (const place of [file, path.join(file, 'below'), path.join(file, 'far/below')]) {
    assert.equal(
      await refusalOf(place),
      `The data folder ${place} cannot be used: it is a file, or lies below one. Set DECANT_DATA_DIR to a folder that this user may write to`,
    );
  }
});

test(
  'a folder that takes nothing is refused at once',
  { skip: process.platform !== 'linux' && 'no /proc' },
  async () => {
    assert.match(
      await refusalOf('/proc/decant'),
      /^The data folder \/proc\/decant cannot be used: .*DECANT_DATA_DIR/,
    );
  },
);
