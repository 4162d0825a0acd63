import assert from 'node:assert/strict';
import { test } from 'node:test';
import { median, quantile } from './statistics.ts';

test('quantiles by nearest rank, in any order', () => {
  const values = [5, 1, 4, 2, 3, 10, 9, 8, 7, 6];
  assert.equal(median(values), 5);
  assert.equal(quantile(values, 0.95), 10);
  assert.equal(quantile(values, 0.1), 1);
  assert.equal(quantile([3], 0), 3);
});

test('nothing has no quantile', () => {
  assert.throws(() => median([]), RangeError);
});
