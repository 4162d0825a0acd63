import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { memoryPageBytes } from './memory-page-bytes.ts';

test('the size of pages is that of our own', { skip: process.platform !== 'linux' }, () => {
  const [, kilobytes] = /^KernelPageSize: +(\d+) kB$/m.exec(readFileSync('/proc/self/smaps', 'utf8')) ?? [];
  assert.equal(memoryPageBytes(), Number(kilobytes) * 1024);
});

test('pages of 64 KB are told among the other facts, and where nothing is told they are the usual ones', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'decant-auxv-'));
  const file = join(folder.path, 'auxv');
  await writeFile(file, new Uint8Array(new BigUint64Array([33n, 6n, 6n, 65_536n, 0n, 0n]).buffer));
  assert.equal(memoryPageBytes(file), 65_536);
  assert.equal(memoryPageBytes(join(folder.path, 'none')), 4096);
});
