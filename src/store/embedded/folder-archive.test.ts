import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtempDisposable, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { packFolder, unpackFolder } from './folder-archive.ts';

test('a folder comes out as it went in, closed to others', async () => {
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'decant-archive-'));
  const source = join(temporary.path, 'source');
  const target = join(temporary.path, 'target');
  await mkdir(join(source, 'a/empty'), { recursive: true });
  // More files than are written at once, an empty one, and one that spans many chunks.
  const contents = new Map([
    ['a/large', randomBytes(300_000)],
    ['a/none', Buffer.alloc(0)],
    ...Array.from({ length: 30 }, (_, index): [string, Buffer] => [
      `file ${index}`,
      Buffer.from(`content ${index}`),
    ]),
  ]);
  for (const [path, content] of contents) await writeFile(join(source, path), content);

  const archive = join(temporary.path, 'archive.zst');
  await writeFile(archive, await packFolder(source));
  await unpackFolder(pathToFileURL(archive), target, undefined);

  assert.deepEqual(
    (await readdir(target, { recursive: true })).toSorted(),
    (await readdir(source, { recursive: true })).toSorted(),
  );
  for (const [path, content] of contents) assert.ok(content.equals(await readFile(join(target, path))), path);
  assert.equal((await stat(join(target, 'a'))).mode & 0o777, 0o700);
  assert.equal((await stat(join(target, 'a/large'))).mode & 0o777, 0o600);
});

test('an archive that ends early is refused', async () => {
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'decant-archive-'));
  await writeFile(join(temporary.path, 'file'), randomBytes(100_000));
  const archive = join(temporary.path, 'archive.zst');
  await writeFile(archive, (await packFolder(temporary.path)).subarray(0, 50_000));
  await assert.rejects(unpackFolder(pathToFileURL(archive), join(temporary.path, 'target'), undefined));
});
