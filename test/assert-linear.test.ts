import { rejects } from 'node:assert/strict';
import { test } from 'node:test';

import { assertLinear } from './support/assert-linear.ts';
import { threadMs } from './support/thread-ms.ts';

/** So many steps of work that cannot be left out. */
function step(count: number): number {
  let state = 1;
  for (let index = 0; index < count; index++) state = (Math.imul(state, 48_271) + index) | 0;
  return state;
}

/** How many steps take about so long here: enough to be no noise, and no more. A busy machine only makes them slower. */
function stepsIn(ms: number): number {
  const tried = 5_000_000;
  let leastMs = Infinity;
  for (let tries = 0; tries < 5; tries++) {
    const before = threadMs();
    step(tried);
    leastMs = Math.min(leastMs, threadMs() - before);
  }
  return Math.ceil((tried * ms) / Math.max(1, leastMs));
}

test('quadratic work is told from linear work', async () => {
  step(1_000_000);
  // Half of it is no noise yet, when the machine was busy before and is not now.
  const steps = stepsIn(150);
  await assertLinear(2 * steps, (size) => () => step(size));
  await rejects(
    // A square is no small integer for the compiler, whose loop would take five times as long.
    assertLinear(2 * Math.ceil(Math.sqrt(steps)), (size) => () => step((size ** 2) | 0), 'squares'),
    { message: /^squares: \d+\.\d ms, and \d+\.\d ms for 8 times the size$/ },
  );
});
