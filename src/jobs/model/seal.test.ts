import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSeals, CREDENTIALS_PREFIX } from './seal.ts';

test('texts of a job without a key stay as they are, but for passwords in URLs', () => {
  const seal = createSeals('a secret of this test').sealOf(null);
  for (const text of [
    'http://site.test/a@b?c=d@e#f@g',
    'mailto:a@b.test',
    '{"url":"http://site.test/","to":"a@b"}',
    '',
  ]) {
    assert.equal(seal.seal(text), text);
    assert.equal(seal.open(text), text);
  }
  for (const text of [
    'http://user:hunter2@site.test/',
    '{"crawl":{"url":"https://user:hunter2@site.test/"}}',
    `${CREDENTIALS_PREFIX}no such text`,
  ]) {
    const kept = seal.seal(text);
    assert.ok(kept.startsWith(CREDENTIALS_PREFIX) && !kept.includes('hunter2'), kept);
    assert.equal(seal.open(kept), text);
    assert.throws(() => createSeals('another secret').sealOf(null).open(kept));
  }
});
