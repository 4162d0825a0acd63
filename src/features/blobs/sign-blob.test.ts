import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBlobKey } from '../../lib/blob-key.ts';
import { createReadBlob } from './read-blob.ts';
import { createBlobUrls, type BlobLink } from './sign-blob.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2026, 10, 22, 12);
const PICTURE = createBlobKey('image/png', NOW);

function openUrls(secret = 'the secret of this installation'): {
  clock: { time: number; now(): number };
  urls: ReturnType<typeof createBlobUrls>;
} {
  const clock = {
    time: NOW,
    now() {
      return this.time;
    },
  };
  return { clock, urls: createBlobUrls({ secret, clock }) };
}

function linkOf(url: string): BlobLink {
  const { pathname, searchParams } = new URL(url);
  return {
    name: pathname.slice('/blobs/'.length),
    expires: searchParams.get('expires') ?? '',
    signature: searchParams.get('signature') ?? '',
  };
}

test('a link leads to its blob until it expires: pictures a day, sound and moving pictures an hour', () => {
  for (const [type, hours] of Object.entries({ 'image/png': 24, 'audio/mpeg': 1, 'video/x-flv': 1 })) {
    const { urls, clock } = openUrls();
    const key = createBlobKey(type, NOW);
    const link = linkOf(urls.urlOf(key, 'https://decant.test/base'.replace('/base', '')));
    assert.equal(Number(link.expires) * 1000, NOW + hours * HOUR_MS);
    clock.time = NOW + hours * HOUR_MS - 1;
    assert.deepEqual(urls.verify(link), { key, isExpired: false });
    clock.time++;
    assert.deepEqual(urls.verify(link), { key, isExpired: true });
  }
});

test('a link shows nothing of the key but its extension, and is the same for the same end', () => {
  const { urls } = openUrls();
  const [one, other] = [
    urls.urlOf(PICTURE, 'http://x', { ttlMs: 60_000 }),
    urls.urlOf(createBlobKey('image/png', NOW), 'http://x'),
  ].map(linkOf);
  assert.notEqual(one?.name, other?.name);
  assert.equal(
    urls.urlOf(PICTURE, 'http://x', { from: NOW }),
    urls.urlOf(PICTURE, 'http://x', { from: NOW }),
  );
  assert.match(one?.name ?? '', /^[\w-]+\.png$/);
  assert.ok(!Buffer.from(one?.name ?? '', 'base64url').includes(PICTURE.slice(9, 20)));
  assert.equal(one?.expires, String(NOW / 1000 + 60));
});

test('a link that was changed anywhere, or made with another secret, is not ours', () => {
  const { urls } = openUrls();
  const link = linkOf(urls.urlOf(PICTURE, 'http://x'));
  const later = String(Number(link.expires) + 1);
  const changed: BlobLink[] = [
    { ...link, expires: later },
    { ...link, expires: `${link.expires}.0` },
    { ...link, expires: '' },
    { ...link, name: link.name.replace('.png', '.jpg') },
    { ...link, name: PICTURE },
    { ...link, name: '' },
    { ...link, name: `${link.expires}\n${link.name}`, expires: '' },
    { ...link, signature: '' },
    { ...link, signature: link.signature.slice(0, -1) },
    { ...link, signature: `${link.signature}=` },
    { ...link, signature: `${link.signature.slice(0, -1)}é` },
    linkOf(openUrls('the secret of another installation').urls.urlOf(PICTURE, 'http://x')),
  ];
  for (const each of changed) assert.equal(urls.verify(each), undefined, JSON.stringify(each));
  assert.ok(urls.verify(link));
});

test('what a link leads to is read from the store; else it says what is wrong', async () => {
  const { urls, clock } = openUrls();
  const opened: string[] = [];
  const blob = { contentType: 'image/png', sizeBytes: 1, read: () => assert.fail('is not read yet') };
  const store = {
    open: async (key: string) => {
      opened.push(key);
      return key === PICTURE ? blob : undefined;
    },
  };
  const readBlob = createReadBlob({ store, urls });
  const link = linkOf(urls.urlOf(PICTURE, 'http://x'));
  assert.deepEqual(await readBlob(link), { ...blob, fileName: '20261122.png' });
  const gone = linkOf(urls.urlOf(createBlobKey('image/png', NOW), 'http://x'));
  await assert.rejects(readBlob(gone), { code: 'NOT_FOUND', message: 'This file is not kept any more' });
  await assert.rejects(readBlob({ ...link, signature: 'x' }), { code: 'FORBIDDEN', status: 403 });
  clock.time += 25 * HOUR_MS;
  await assert.rejects(readBlob(link), { code: 'NOT_FOUND', message: 'This link has expired' });
  assert.equal(opened.length, 2);
});
