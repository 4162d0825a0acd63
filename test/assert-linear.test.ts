import { rejects } from 'node:assert/strict';
import { test } from 'node:test';

import { assertLinear } from './support/assert-linear.ts';

/** So many steps of work that cannot be left out. */
function step(count: number): number {
  let state = 1;
  for (let index = 0; index < count; index++) state = (Math.imul(state, 48_271) + index) | 0;
  return state;
}

test('quadratic work is told from linear work', async () => {
  await assertLinear(20_000_000, (size) => () => step(size));
  await rejects(
    assertLinear(12_000, (size) => () => step(size ** 2), 'squares'),
    { message: /^squares: \d+\.\d ms, and \d+\.\d ms for 8 times the size$/ },
  );
});
