import { rejects } from 'node:assert/strict';
import { test } from 'node:test';

import { assertLinear } from './support/assert-linear.ts';
import { threadMs } from './support/thread-ms.ts';

/** Work of so much time of the processor: counted steps take five times as long where the compiler has not come to them. */
function work(ms: number): void {
  const endMs = threadMs() + ms;
  while (threadMs() < endMs);
}

test('quadratic work is told from linear work', async () => {
  await assertLinear(400, (size) => () => work(size));
  await rejects(
    assertLinear(400, (size) => () => work(size ** 2 / 200), 'squares'),
    { message: /^squares: \d+\.\d ms, and \d+\.\d ms for 8 times the size$/ },
  );
});
