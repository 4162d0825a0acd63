import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageKey, SITEMAPS_KEY, shortDigest } from './page-key.ts';
import { createSeals } from './seal.ts';

const COMPARISON = { ignoreQueryParameters: false, deduplicateSimilarURLs: true };

test('keys are the same after a way through the database, sealed or not', async () => {
  const seals = createSeals('a secret of this test');
  for (const seal of [seals.sealOf(null), seals.sealOf(await seals.createKey())]) {
    for (let index = 0; index < 50; index++) {
      const { key } = pageKey(new URL(`http://site.test/${index}`), COMPARISON, seal);
      const bytes = Buffer.from(key, 'base64url');
      assert.equal(bytes.length, 16);
      assert.equal(bytes.toString('base64url'), key);
      assert.notEqual(key, SITEMAPS_KEY);
    }
  }
  const digest = Buffer.from('0123456789abcdef0123456789abcdef').toString('base64url');
  assert.equal(Buffer.from(shortDigest(digest), 'base64url').toString(), '0123456789abcdef');
});

test('a sealed job tells neither its hosts nor its URLs, not even to another job', async () => {
  const seals = createSeals('a secret of this test');
  const url = new URL('http://site.test/page');
  const [one, other] = [seals.sealOf(await seals.createKey()), seals.sealOf(await seals.createKey())].map(
    (seal) => pageKey(url, COMPARISON, seal),
  );
  const open = pageKey(url, COMPARISON, seals.sealOf(null));
  assert.equal(open.host, 'site.test');
  assert.equal(new Set([one?.host, other?.host, open.host]).size, 3);
  assert.equal(new Set([one?.key, other?.key, open.key]).size, 3);
});
