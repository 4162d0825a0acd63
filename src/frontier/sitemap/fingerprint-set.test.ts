import assert from 'node:assert/strict';
import { it } from 'node:test';
import { FingerprintSet } from './fingerprint-set.ts';

it('FingerprintSet has each text once', () => {
  const set = new FingerprintSet();
  const texts = Array.from({ length: 20_000 }, (_, index) => `https://site.test/${index * 7}`);
  assert.equal(
    texts.find((text) => !set.add(text)),
    undefined,
  );
  assert.equal(set.size, 20_000);
  assert.equal(
    texts.find((text) => set.add(text)),
    undefined,
  );
  assert.equal(set.size, 20_000);
  assert.equal(set.add(''), true);
  assert.equal(set.add('\ud800'), true);
  assert.equal(set.add(''), false);
  assert.equal(set.size, 20_002);
});
