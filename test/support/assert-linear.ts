import { ok } from 'node:assert/strict';

import { threadMs } from './thread-ms.ts';

/** Linear work takes so many times as long for so many times the size, quadratic work 64 times as long. */
const FACTOR = 8;
const MOST_TIMES = 30;
/** Less than this is the machine's noise. */
const NEGLIGIBLE_MS = 2;
/** A busy machine only ever makes work slower, so the least of some tries counts; most work needs one. */
const TRIES = 5;

/**
 * Fails unless work takes time linear in the size of what it works on: the size given and an eighth of it are compared,
 * in time of the processor on this thread, so neither a slow nor a busy machine decides. `prepare` makes an input and
 * returns the work on it, which alone is measured.
 */
export async function assertLinear(
  size: number,
  prepare: (size: number) => () => unknown,
  name = 'the work',
): Promise<void> {
  const large = prepare(size);
  let largeMs = await costMs(large);
  if (largeMs <= MOST_TIMES * NEGLIGIBLE_MS) return;

  const small = prepare(Math.ceil(size / FACTOR));
  let smallMs = Infinity;
  for (let tries = 0; tries < TRIES; tries++) {
    smallMs = Math.min(smallMs, await costMs(small));
    if (largeMs <= MOST_TIMES * Math.max(smallMs, NEGLIGIBLE_MS)) return;
    largeMs = Math.min(largeMs, await costMs(large));
  }
  const [is, was] = [largeMs, smallMs].map((ms) => ms.toFixed(1));
  ok(
    largeMs <= MOST_TIMES * Math.max(smallMs, NEGLIGIBLE_MS),
    `${name}: ${was} ms, and ${is} ms for ${FACTOR} times the size`,
  );
}

async function costMs(work: () => unknown): Promise<number> {
  const before = threadMs();
  await work();
  return threadMs() - before;
}
