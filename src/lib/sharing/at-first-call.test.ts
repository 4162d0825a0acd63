import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atFirstCall } from './at-first-call.ts';

test('the code is loaded by the first call, once, and every call has its own arguments', async () => {
  let loads = 0;
  const double = atFirstCall(async () => {
    loads++;
    return async (value: number) => value * 2;
  });
  assert.equal(loads, 0);
  assert.deepEqual(await Promise.all([double(1), double(2)]), [2, 4]);
  assert.equal(await double(3), 6);
  assert.equal(loads, 1);
});

test('a call rejects as the loaded function does', async () => {
  const fail = atFirstCall(async () => async () => {
    throw new RangeError('no');
  });
  await assert.rejects(fail(), RangeError);
});
