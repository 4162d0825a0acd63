import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { fastify } from 'fastify';
import { createReadBlob, type ReadBlob } from '../../features/blobs/read-blob.ts';
import { createBlobUrls, type BlobUrls } from '../../features/blobs/sign-blob.ts';
import { silentLog } from '../../lib/log/log.ts';
import type { BlobStore } from '../../store/blobs/blob-store.ts';
import { createDiskBlobs } from '../../store/blobs/disk.ts';
import { addBlobRoute } from './blobs.ts';
import { trackRequests } from './draining.ts';
import { answerError } from './errors.ts';

const NOW = Date.UTC(2026, 10, 22, 12);

interface BlobDoor extends AsyncDisposable {
  blobs: BlobStore;
  urls: BlobUrls;
  clock: { time: number };
  origin: string;
}

/** The route as the server adds it, over a store in a temporary folder. */
async function openDoor(change: (readBlob: ReadBlob) => ReadBlob = (same) => same): Promise<BlobDoor> {
  const folder = await mkdtemp(path.join(tmpdir(), 'decant-door-'));
  const clock = {
    time: NOW,
    now() {
      return this.time;
    },
  };
  const blobs = createDiskBlobs({ folder, clock, log: silentLog });
  const urls = createBlobUrls({ secret: 'the secret of the door', clock });
  const server = fastify({
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1024 },
  });
  server.setErrorHandler((error, _request, reply) => {
    const { status, headers, body } = answerError(error, silentLog);
    return reply.status(status).headers(headers).send(body);
  });
  const readBlob = change(createReadBlob({ store: blobs, urls }));
  addBlobRoute(server, { readBlob }, trackRequests(server.server));
  const origin = await server.listen({ host: '127.0.0.1', port: 0 });
  return {
    blobs,
    urls,
    clock,
    origin,
    async [Symbol.asyncDispose]() {
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function putText({ blobs, urls, origin }: BlobDoor, contentType = 'image/png'): Promise<string> {
  return urls.urlOf(await blobs.put({ contentType, bytes: Buffer.from('0123456789') }), origin);
}

test('a signed URL gives the file to whoever has it, as what it is and nothing else', async () => {
  await using door = await openDoor();
  const answer = await fetch(await putText(door));
  assert.equal(answer.status, 200);
  assert.equal(await answer.text(), '0123456789');
  const headers = Object.fromEntries(answer.headers);
  delete headers['date'];
  assert.deepEqual(headers, {
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=3600',
    connection: 'keep-alive',
    'content-disposition': 'inline; filename="20261122.png"',
    'content-length': '10',
    'content-security-policy': 'sandbox',
    'content-type': 'image/png',
    'keep-alive': 'timeout=72',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
});

test('what strangers call HTML is bytes; a PDF can be shown', async () => {
  await using door = await openDoor();
  const html = await fetch(await putText(door, 'text/html'));
  assert.equal(html.headers.get('content-type'), 'application/octet-stream');
  const pdf = await fetch(await putText(door, 'application/pdf'));
  assert.deepEqual(
    [pdf.headers.get('content-type'), pdf.headers.get('content-security-policy')],
    ['application/pdf', null],
  );
  await Promise.all([html.text(), pdf.text()]);
});

test('HEAD tells the size, and nothing is read', async () => {
  await using door = await openDoor((readBlob) => async (link, signal) => ({
    ...(await readBlob(link, signal)),
    read: () => assert.fail('nothing is to be read'),
  }));
  const answer = await fetch(await putText(door), { method: 'HEAD' });
  assert.deepEqual(
    [answer.status, answer.headers.get('content-length'), answer.headers.get('content-type')],
    [200, '10', 'image/png'],
  );
  assert.equal(await answer.text(), '');
});

test('players may ask for a part', async () => {
  await using door = await openDoor();
  const url = await putText(door, 'video/mp4');
  const ask = async (range: string): Promise<unknown[]> => {
    const answer = await fetch(url, { headers: { range } });
    const { status, headers } = answer;
    return [status, headers.get('content-range'), headers.get('content-length'), await answer.text()];
  };
  assert.deepEqual(await ask('bytes=2-4'), [206, 'bytes 2-4/10', '3', '234']);
  assert.deepEqual(await ask('bytes=-2'), [206, 'bytes 8-9/10', '2', '89']);
  assert.deepEqual(await ask('bytes=0-1,4-5'), [200, null, '10', '0123456789']);
  const [status, range, , text] = await ask('bytes=10-');
  assert.deepEqual([status, range], [416, 'bytes */10']);
  assert.equal(JSON.parse(String(text)).success, false);
});

test('a link that is not ours, has expired or leads to nothing says so and is not kept by browsers', async () => {
  await using door = await openDoor();
  const url = await putText(door);
  const ask = async (address: string, method = 'GET'): Promise<unknown[]> => {
    const answer = await fetch(address, { method });
    const text = await answer.text();
    const error = text === '' ? '' : (JSON.parse(text) as { error: string }).error;
    return [answer.status, answer.headers.get('cache-control'), error];
  };
  const forged = [403, null, 'The signature of this link is not valid'];
  assert.deepEqual(await ask(url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))), forged);
  assert.deepEqual(await ask(`${url}&expires=99999999999`), forged);
  assert.deepEqual(await ask(url.split('?')[0] ?? ''), forged);
  assert.deepEqual(await ask(`${door.origin}/blobs/..%2f..%2fsecret?expires=1&signature=a`), forged);
  assert.deepEqual(await ask(url, 'PUT').then(([status]) => status), 404);
  await door.blobs.sweep(NOW + 86_400_000);
  assert.deepEqual(await ask(url), [404, null, 'This file is not kept any more']);
  door.clock.time += 86_400_000;
  assert.deepEqual(await ask(url), [404, null, 'This link has expired']);
  assert.deepEqual(await ask(url, 'HEAD'), [404, null, '']);
});

test('a file is not read on for a client that went away', async () => {
  const endless = new Readable({ read: () => void endless.push(Buffer.alloc(65_536)) });
  await using door = await openDoor((readBlob) => async (link, signal) => ({
    ...(await readBlob(link, signal)),
    sizeBytes: 1e12,
    read: async () => endless,
  }));
  const request = get(await putText(door));
  const [answer] = (await once(request, 'response')) as [Readable];
  await once(answer, 'data');
  const isClosed = once(endless, 'close');
  request.on('error', () => {});
  answer.on('error', () => {});
  request.destroy();
  await isClosed.catch(() => {});
  assert.ok(endless.destroyed);
});
