import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { openS3Server, S3_CREDENTIALS, type S3Server } from '../../../test/support/s3-server.ts';
import { silentLog, type Log } from '../../lib/log/log.ts';
import { openOperatorFetch } from '../../net/operator-fetch.ts';
import { parseBlobLocation } from './blob-location.ts';
import type { BlobStore } from './blob-store.ts';
import { createS3Blobs } from './s3.ts';

const TODAY = Date.UTC(2026, 10, 22);

interface TestBucket extends AsyncDisposable {
  server: S3Server;
  blobs: BlobStore;
}

async function openBucket(
  changes: { log?: Log; credentials?: typeof S3_CREDENTIALS; prefix?: string } = {},
): Promise<TestBucket> {
  const { log = silentLog, credentials = S3_CREDENTIALS, prefix = '' } = changes;
  const server = await openS3Server();
  const location = parseBlobLocation(
    `s3://bucket${prefix}?region=eu-test-1&endpoint=${server.origin}`,
    '/nowhere',
  );
  assert.ok('s3' in location);
  const endpoint = openOperatorFetch({ endpoint: new URL(server.origin), ownPorts: () => [] });
  const clock = { now: () => TODAY };
  const blobs = createS3Blobs({
    location: location.s3,
    credentials,
    send: endpoint.send,
    clock,
    log,
    retryDelaysMs: [0, 0],
  });
  return {
    server,
    blobs,
    async [Symbol.asyncDispose]() {
      await endpoint[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

const PICTURE = { contentType: 'image/png', bytes: Buffer.from('picture') };

test('objects lie below the prefix, with their content type', async () => {
  await using bucket = await openBucket({ prefix: '/a/b' });
  const key = await bucket.blobs.put(PICTURE);
  assert.deepEqual(
    [...bucket.server.objects],
    [[`a/b/${key}`, { bytes: PICTURE.bytes, contentType: 'image/png' }]],
  );
});

test('what may pass is tried again, a stream from its beginning', async () => {
  await using bucket = await openBucket();
  bucket.server.refusals.push(503, 500);
  const pieces = [Buffer.from('ab'), Buffer.from('cd')];
  const key = await bucket.blobs.put({
    contentType: 'audio/mpeg',
    stream: Readable.from(pieces),
    maxBytes: 4,
  });
  assert.deepEqual(bucket.server.objects.get(key)?.bytes, Buffer.from('abcd'));
  assert.equal(bucket.server.requests.length, 3);
});

test('what does not pass is SERVICE_UNAVAILABLE, and the log says why', async () => {
  const lines: unknown[] = [];
  const log = { ...silentLog, warn: (_text: string, fields?: object) => lines.push(fields) };
  await using bucket = await openBucket({ log });
  bucket.server.refusals.push(503, 503, 503);
  await assert.rejects(bucket.blobs.put(PICTURE), { code: 'SERVICE_UNAVAILABLE' });
  await using stranger = await openBucket({
    log,
    credentials: { ...S3_CREDENTIALS, secretAccessKey: 'of somebody else' },
  });
  await assert.rejects(stranger.blobs.put(PICTURE), {
    code: 'SERVICE_UNAVAILABLE',
    message: 'The store of files does not answer properly',
  });
  await assert.rejects(stranger.blobs.sweep(TODAY), { code: 'SERVICE_UNAVAILABLE' });
  assert.equal(stranger.server.requests.length, 2, 'a refusal is final');
  assert.match(
    String(lines.map((line) => (line as { error: Error }).error.message)),
    /503 SlowDown.*403 Sig/,
  );
  assert.equal(lines.length, 3);
});

test('a sweep goes through lists of many pages and leaves what is not ours', async () => {
  await using bucket = await openBucket();
  const name = (day: string, i: number): string => `${day}/${String(i).padStart(32, '0')}.png`;
  const foreign = ['0-before', '20261101/holiday & sea.png', 'zz', 'deep/20200101/x.png'];
  const keep = [...foreign, name('20261122', 1), name('20261121', 2), name('20261120', 3)];
  const old = Array.from({ length: 9 }, (_, i) => name(i < 5 ? '20261101' : '20261119', i));
  for (const each of [...keep, ...old])
    bucket.server.objects.set(each, { bytes: Buffer.alloc(0), contentType: undefined });
  assert.equal(await bucket.blobs.sweep(TODAY - 2 * 86_400_000), 9);
  assert.deepEqual([...bucket.server.objects.keys()].toSorted(), keep.toSorted());
});

test('a waiting request ends with its signal', async () => {
  await using bucket = await openBucket();
  const key = await bucket.blobs.put(PICTURE);
  const abort = new AbortController();
  const opened = await bucket.blobs.open(key, abort.signal);
  assert.ok(opened);
  const body = await opened.read(undefined, abort.signal);
  abort.abort(new Error('nobody waits'));
  await assert.rejects(opened.read(undefined, abort.signal), /nobody waits/);
  await assert.rejects(bucket.blobs.open(key, abort.signal), /nobody waits/);
  if (!body.closed) await once(body, 'close').catch(() => {});
  assert.ok(body.destroyed);
});
