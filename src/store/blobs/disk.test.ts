import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { silentLog } from '../../lib/log/log.ts';
import type { BlobStore } from './blob-store.ts';
import { createDiskBlobs } from './disk.ts';

const TODAY = Date.UTC(2026, 10, 22);

async function openFolder(): Promise<AsyncDisposable & { folder: string; blobs: BlobStore }> {
  const root = await mkdtemp(path.join(tmpdir(), 'decant-disk-'));
  const folder = path.join(root, 'new', 'blobs');
  const blobs = createDiskBlobs({ folder, clock: { now: () => TODAY }, log: silentLog });
  return { folder, blobs, [Symbol.asyncDispose]: () => rm(root, { recursive: true }) };
}

test('folders and files are for their owner only', { skip: process.platform === 'win32' }, async () => {
  await using disk = await openFolder();
  const key = await disk.blobs.put({ contentType: 'image/png', bytes: Buffer.from('a') });
  const modes = await Promise.all(
    [disk.folder, path.join(disk.folder, '20261122'), path.join(disk.folder, key)].map(
      async (place) => (await stat(place)).mode & 0o777,
    ),
  );
  assert.deepEqual(modes, [0o700, 0o700, 0o600]);
  assert.equal(await readFile(path.join(disk.folder, key), 'utf8'), 'a');
});

test('a put that fails leaves no file behind', async () => {
  await using disk = await openFolder();
  const stream = Readable.from([Buffer.alloc(10), Buffer.alloc(10)]);
  await assert.rejects(disk.blobs.put({ contentType: 'audio/mpeg', stream, maxBytes: 15 }), {
    limitBytes: 15,
  });
  assert.deepEqual(await readdir(path.join(disk.folder, '20261122')), []);
});

test('a sweep takes what a crash left, and nothing that is not ours', async () => {
  await using disk = await openFolder();
  const [old, foreign] = ['20200101', '20200102'].map((day) => path.join(disk.folder, day));
  const ours = `${'ab'.repeat(16)}.mp4`;
  for (const folder of [old, foreign]) {
    await mkdir(String(folder), { recursive: true });
    await writeFile(path.join(String(folder), ours), '');
    await writeFile(path.join(String(folder), `${ours}.draft`), '');
  }
  await writeFile(path.join(String(foreign), 'holiday.jpg'), '');
  await mkdir(path.join(disk.folder, '2020'));
  assert.equal(await disk.blobs.sweep(TODAY), 2);
  assert.deepEqual((await readdir(disk.folder)).toSorted(), ['2020', '20200102']);
  assert.deepEqual(await readdir(String(foreign)), ['holiday.jpg']);
});

test('links lead nowhere', { skip: process.platform === 'win32' }, async () => {
  await using disk = await openFolder();
  const secret = path.join(disk.folder, 'secret');
  const day = path.join(disk.folder, '20261122');
  await mkdir(day, { recursive: true });
  await writeFile(secret, 'secret');
  const name = `${'ab'.repeat(16)}.png`;
  await symlink(secret, path.join(day, name));
  await symlink(disk.folder, path.join(disk.folder, '20200101'));
  assert.equal(await disk.blobs.open(`20261122/${name}`), undefined);
  assert.equal(await disk.blobs.renew(`20261122/${name}`), undefined);
  assert.equal(await disk.blobs.sweep(TODAY), 0);
  assert.equal(await readFile(secret, 'utf8'), 'secret');
});

test('a folder that cannot be written is said to be that', async () => {
  await using disk = await openFolder();
  await mkdir(path.dirname(disk.folder), { recursive: true });
  await writeFile(disk.folder, 'a file is in the way');
  await assert.rejects(disk.blobs.put({ contentType: 'image/png', bytes: Buffer.from('a') }), {
    code: 'SERVICE_UNAVAILABLE',
    message: 'Files cannot be stored now',
  });
  assert.equal(await disk.blobs.sweep(TODAY), 0);
  assert.equal(await disk.blobs.has(`20261122/${'ab'.repeat(16)}.png`), false);
});

test('a folder of somebody else keeps its rights', { skip: process.platform === 'win32' }, async () => {
  await using disk = await openFolder();
  await mkdir(disk.folder, { recursive: true });
  await chmod(disk.folder, 0o750);
  await disk.blobs.put({ contentType: 'image/png', bytes: Buffer.from('a') });
  assert.equal((await stat(disk.folder)).mode & 0o777, 0o750);
});
