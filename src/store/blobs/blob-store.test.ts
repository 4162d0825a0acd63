import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { openS3Server, S3_CREDENTIALS } from '../../../test/support/s3-server.ts';
import { silentLog } from '../../lib/log/log.ts';
import { BodyTooLargeError } from '../../net/connection/exchange-error.ts';
import type { BlobStore } from './blob-store.ts';
import { openBlobStore } from './open-blob-store.ts';

const DAY_MS = 86_400_000;
const TODAY = Date.UTC(2026, 10, 22);

interface TestStore extends AsyncDisposable {
  blobs: BlobStore;
  clock: { now(): number; time: number };
}

function openClock(): TestStore['clock'] {
  return {
    time: TODAY + 1000,
    now() {
      return this.time;
    },
  };
}

const stores: Readonly<Record<string, () => Promise<TestStore>>> = {
  async folder() {
    const clock = openClock();
    const dataDir = await mkdtemp(path.join(tmpdir(), 'decant-blobs-'));
    const blobs = openBlobStore({ location: undefined, dataDir, ownPorts: () => [], clock, log: silentLog });
    return { blobs, clock, [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true }) };
  },
  async bucket() {
    const clock = openClock();
    const server = await openS3Server();
    const location = `s3://bucket/pre/fix?region=eu-test-1&endpoint=${server.origin}`;
    const options = { ...S3_CREDENTIALS, ownPorts: () => [], clock, log: silentLog };
    const blobs = openBlobStore({ ...options, location, dataDir: '' });
    return {
      blobs,
      clock,
      async [Symbol.asyncDispose]() {
        await blobs[Symbol.asyncDispose]();
        await server[Symbol.asyncDispose]();
      },
    };
  },
};

async function read(blobs: BlobStore, key: string, range?: { start: number; end: number }): Promise<string> {
  const blob = await blobs.open(key);
  assert.ok(blob);
  return (await buffer(await blob.read(range))).toString();
}

for (const [name, open] of Object.entries(stores)) {
  test(`${name}: what is put can be read, whole and in part`, async () => {
    await using store = await open();
    const { blobs } = store;
    const key = await blobs.put({ contentType: 'image/png', bytes: Buffer.from('0123456789') });
    assert.match(key, /^20261122\/[0-9a-f]{32}\.png$/);
    const blob = await blobs.open(key);
    assert.deepEqual([blob?.contentType, blob?.sizeBytes], ['image/png', 10]);
    assert.equal(await read(blobs, key), '0123456789');
    assert.equal(await read(blobs, key, { start: 2, end: 4 }), '234');
    const empty = await blobs.put({ contentType: 'x/y', bytes: Buffer.alloc(0) });
    assert.deepEqual([await read(blobs, empty), (await blobs.open(empty))?.sizeBytes], ['', 0]);
    assert.deepEqual(
      [await blobs.has(key), await blobs.has(key.replace('20261122', '20261121'))],
      [true, false],
    );
  });

  test(`${name}: no key leads to anything else`, async () => {
    await using store = await open();
    for (const key of [
      '',
      '../secret',
      '20261122/../../etc/passwd',
      '20261122',
      `20261122/${'0'.repeat(32)}.png`,
    ])
      assert.deepEqual(
        [await store.blobs.open(key), await store.blobs.renew(key)],
        [undefined, undefined],
        key,
      );
  });

  test(`${name}: a stream is stored as it comes, up to its limit`, async () => {
    await using store = await open();
    const { blobs } = store;
    const pieces = Array.from({ length: 40 }, (_, i) => Buffer.alloc(50_000, i));
    const put = (maxBytes: number): Promise<string> =>
      blobs.put({ contentType: 'video/mp4', stream: Readable.from(pieces), maxBytes });
    const blob = await blobs.open(await put(2_000_000));
    assert.ok(blob);
    assert.equal(blob.sizeBytes, 2_000_000);
    assert.deepEqual(await buffer(await blob.read()), Buffer.concat(pieces));
    await assert.rejects(put(1_999_999), BodyTooLargeError);
  });

  test(`${name}: a stream that fails or is aborted fails the put with its own reason, and is closed`, async () => {
    await using store = await open();
    const put = (stream: Readable, signal?: AbortSignal): Promise<string> =>
      store.blobs.put({ contentType: 'video/mp4', stream, maxBytes: 100 }, signal);
    const failing = new PassThrough();
    const isRefused = assert.rejects(put(failing), /the site went away/);
    failing.write('abc');
    failing.destroy(new Error('the site went away'));
    await isRefused;
    const hanging = new PassThrough();
    const abort = new AbortController();
    const isAborted = assert.rejects(put(hanging, abort.signal), /nobody waits/);
    hanging.write('abc');
    abort.abort(new Error('nobody waits'));
    await isAborted;
    assert.ok(hanging.destroyed);
    const late = new PassThrough();
    await assert.rejects(put(late, abort.signal), /nobody waits/);
    assert.ok(late.destroyed);
    await assert.rejects(
      store.blobs.put({ contentType: 'image/png', bytes: Buffer.from('a') }, abort.signal),
      /nobody waits/,
    );
    assert.equal(await store.blobs.sweep(TODAY + 3 * DAY_MS), 0);
  });

  test(`${name}: days go whole, and what was renewed stays`, async () => {
    await using store = await open();
    const { blobs, clock } = store;
    const put = (text: string): Promise<string> =>
      blobs.put({ contentType: 'application/pdf', bytes: Buffer.from(text) });
    clock.time = TODAY - 2 * DAY_MS;
    const old = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(put));
    clock.time = TODAY - 1;
    const yesterday = await put('y');
    clock.time = TODAY;
    const renewed = (await blobs.renew(old[0] ?? '')) ?? '';
    assert.match(renewed, /^20261122\/[0-9a-f]{32}\.pdf$/);
    assert.equal(await blobs.renew(renewed), renewed);
    assert.equal(await blobs.sweep(TODAY - 2 * DAY_MS), 0);
    assert.equal(await blobs.sweep(TODAY - 1), 5);
    assert.equal(await blobs.sweep(TODAY - 1), 0);
    assert.deepEqual(await Promise.all(old.map((key) => blobs.has(key))), Array(5).fill(false));
    assert.equal(await blobs.renew(old[0] ?? ''), undefined);
    assert.deepEqual([await read(blobs, renewed), await read(blobs, yesterday)], ['a', 'y']);
  });

  test(`${name}: a blob that goes before it is read is not found`, async () => {
    await using store = await open();
    const { blobs } = store;
    const blob = await blobs.open(await blobs.put({ contentType: 'image/png', bytes: Buffer.from('a') }));
    assert.equal(await blobs.sweep(TODAY + DAY_MS), 1);
    await assert.rejects(async () => blob?.read(), { code: 'NOT_FOUND' });
    await assert.rejects(async () => blob?.read({ start: 0, end: 0 }), { code: 'NOT_FOUND' });
  });
}
