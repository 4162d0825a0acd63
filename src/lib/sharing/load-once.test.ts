import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadOnce } from './load-once.ts';

test('what was loaded stays, and a load that failed is made again', async () => {
  let loads = 0;
  const load = loadOnce(async () => {
    if (++loads === 1) throw new RangeError('no');
    return loads;
  });
  const first = await Promise.allSettled([load(), load()]);
  assert.deepEqual(
    first.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.equal(loads, 1);
  assert.deepEqual(await Promise.all([load(), load()]), [2, 2]);
  assert.equal(await load(), 2);
});
