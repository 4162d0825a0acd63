import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromBufferPromise } from 'yauzl';
import { writeZip, type ZipEntry } from './write-zip.ts';

test('an archive holds more than 65,535 files', async () => {
  async function* many(): AsyncGenerator<ZipEntry> {
    for (let at = 0; at < 66_000; at++) yield { name: `${at}.md`, content: Buffer.alloc(0) };
  }
  const pieces: Buffer[] = [];
  for await (const piece of writeZip(many(), { modified: new Date() })) pieces.push(piece);
  const zip = await fromBufferPromise(Buffer.concat(pieces));
  const names = new Set<string>();
  for await (const { fileName } of zip.eachEntry()) names.add(fileName);
  assert.deepEqual([zip.entryCount, names.size, names.has('65999.md')], [66_000, 66_000, true]);
});
