import assert from 'node:assert/strict';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { fromBufferPromise, openPromise, type ZipFile } from 'yauzl';
import { writeZip, type ZipEntry } from './write-zip.ts';

const MODIFIED = new Date('2026-11-23T20:15:42Z');

async function* each(entries: readonly [string, string][]): AsyncGenerator<ZipEntry> {
  for (const [name, text] of entries) yield { name, content: Buffer.from(text) };
}

/** Reads an archive as programs do that others wrote. */
async function readZip(zip: ZipFile): Promise<[string, string][]> {
  const found: [string, string][] = [];
  for await (const entry of zip.eachEntry()) {
    assert.equal(entry.getLastModDate({ timezone: 'UTC' }).toISOString(), '2026-11-23T20:15:42.000Z');
    const bytes = await buffer(await zip.openReadStreamPromise(entry));
    found.push([entry.fileName, bytes.toString()]);
  }
  return found;
}

test('an archive is read by others as it was written', async () => {
  const entries: [string, string][] = [
    ['a.md', '# A\n'.repeat(1_000)],
    ['docs/größe-日本.md', 'Größe'],
    ['empty.md', ''],
    ['x', 'x'],
  ];
  const bytes = await buffer(writeZip(each(entries), { modified: MODIFIED }));
  assert.ok(bytes.length < 1_500);
  assert.deepEqual(await readZip(await fromBufferPromise(bytes)), entries);
});

test('an archive of nothing is one', async () => {
  const bytes = await buffer(writeZip(each([]), { modified: MODIFIED }));
  assert.deepEqual(await readZip(await fromBufferPromise(bytes)), []);
});

test('an archive is larger than four gigabytes', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'decant-zip-'));
  try {
    // The bytes before are a hole in the file, which takes no room.
    const offset = 5 * 2 ** 30;
    const entries: [string, string][] = [
      ['far.md', 'far'],
      ['further.md', 'further'],
    ];
    const file = path.join(folder, 'large.zip');
    {
      await using handle = await open(file, 'w');
      let at = offset;
      for await (const bytes of writeZip(
        each([
          ['far.md', 'far'],
          ['further.md', 'further'],
        ]),
        { modified: MODIFIED, offset },
      )) {
        await handle.write(bytes, 0, bytes.length, at);
        at += bytes.length;
      }
    }
    assert.deepEqual(await readZip(await openPromise(file)), entries);
  } finally {
    await rm(folder, { recursive: true });
  }
});
