import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';

import { runInLanes } from './run-in-lanes.ts';

test('no more than the lanes run at a time, and the results keep their order', async () => {
  let running = 0;
  let most = 0;
  const works = Array.from({ length: 7 }, (_, index) => async () => {
    most = Math.max(most, ++running);
    for (let turns = 0; turns < (7 - index) * 2; turns++) await turn();
    running--;
    return index;
  });
  deepEqual(await runInLanes(works, 3, () => false), [0, 1, 2, 3, 4, 5, 6]);
  equal(most, 3);
});

test('after the last one nothing begins', async () => {
  const begun: number[] = [];
  const works = [0, 1, 2, 3].map((index) => async () => {
    begun.push(index);
    await turn();
    return index;
  });
  deepEqual(await runInLanes(works, 1, (result) => result === 1), [0, 1]);
  deepEqual(begun, [0, 1]);
});
