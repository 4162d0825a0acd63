import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blobContentType, createBlobKey, isBlobKey } from './blob-key.ts';

const NOON = Date.UTC(2026, 10, 22, 12);

test('a key tells its day of UTC and its content type, and nothing else', () => {
  const keys = Array.from({ length: 50 }, () => createBlobKey('image/png', NOON));
  for (const key of keys) assert.match(key, /^20261122\/[0-9a-f]{32}\.png$/);
  assert.equal(new Set(keys).size, 50);
  assert.match(createBlobKey('image/png', Date.UTC(2026, 10, 23) - 1), /^20261122/);
});

test('content types survive the way through a key; what has no extension is just bytes', () => {
  for (const type of ['image/jpeg', 'application/pdf', 'audio/mpeg', 'video/mp4', 'video/mp2t', 'audio/webm'])
    assert.equal(blobContentType(createBlobKey(type, NOON)), type);
  assert.equal(blobContentType(createBlobKey('Image/PNG; a=b', NOON)), 'image/png');
  for (const type of ['text/html', 'image/svg+xml', 'application/x/../../etc', 'constructor', ''])
    assert.equal(blobContentType(createBlobKey(type, NOON)), 'application/octet-stream');
  assert.equal(blobContentType('20261122/x.constructor'), 'application/octet-stream');
});

test('only keys are keys', () => {
  const key = createBlobKey('image/png', NOON);
  assert.ok(isBlobKey(key));
  for (const text of [`/${key}`, `../${key}`, `${key}\n`, `${key}/..`, key.toUpperCase(), key.slice(1), ''])
    assert.ok(!isBlobKey(text), JSON.stringify(text));
});
