import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lateCalls } from './late-calls.ts';

test('calls are loaded together by the first of them, and each is its own', async () => {
  let loads = 0;
  const late = lateCalls(async () => {
    loads++;
    return {
      double: async (value: number) => value * 2,
      join: async (one: string, two: string) => one + two,
      fail: async () => Promise.reject(new RangeError('no')),
    };
  });
  const double = late('double');
  const join = late('join');
  assert.equal(loads, 0);
  assert.deepEqual(await Promise.all([double(2), join('a', 'b')]), [4, 'ab']);
  await assert.rejects(late('fail')(), RangeError);
  assert.equal(loads, 1);
});
