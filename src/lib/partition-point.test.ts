import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partitionPoint } from './partition-point.ts';

test('the point lies behind the last thing that comes before, wherever that is', () => {
  for (let count = 0; count < 40; count++) {
    for (let point = 0; point <= count; point++) {
      assert.equal(
        partitionPoint(count, (index) => index < point),
        point,
      );
    }
  }
});

test('as many looks as halvings, and none beside the things', () => {
  const seen: number[] = [];
  partitionPoint(1_000_000, (index) => {
    seen.push(index);
    return index < 999_999;
  });
  assert.ok(seen.length <= 20);
  assert.ok(seen.every((index) => index >= 0 && index < 1_000_000));
});

test('a billion things are halved without an overflow', () => {
  const point = 2 ** 31 - 3;
  assert.equal(
    partitionPoint(2 ** 31 - 1, (index) => index < point),
    point,
  );
});
