import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSearchAllowance } from './search-allowance.ts';

test('searches come in a burst, then at a steady pace, and the burst does not grow', () => {
  const clock = { ms: 0 };
  const mayBegin = createSearchAllowance(() => clock.ms);
  const begun = (): number => Array.from({ length: 50 }, () => mayBegin()).filter(Boolean).length;
  assert.equal(begun(), 20);
  assert.equal(begun(), 0);
  clock.ms += 1_000;
  assert.equal(begun(), 5);
  clock.ms += 1_000_000;
  assert.equal(begun(), 20);
});
