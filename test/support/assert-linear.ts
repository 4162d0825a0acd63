import { ok } from 'node:assert/strict';

import { pickSize } from './pick-size.ts';
import { threadMs } from './thread-ms.ts';

/** Linear work takes so many times as long for so many times the size, quadratic work 64 times as long. */
const FACTOR = 8;
const MOST_TIMES = 30;
/** Quadratic work of so much of a size still takes many times as long as it may. */
const SHARE = pickSize(1 / 2, 1);
/** Less than this is the machine's noise: on some, the memory that large work takes costs more than the work. */
const NEGLIGIBLE_MS = 4;
/** A busy machine only ever makes work slower, so the least of some tries counts; most work needs one. */
const TRIES = 5;

type Work = () => unknown;

/**
 * Fails unless work takes time linear in the size of what it works on: half of the size given (with `--large` all of it) and
 * an eighth of that are compared, in time of the processor on this thread, so neither a slow nor a busy machine decides.
 * `prepare` makes an input and returns the work on it, which alone is measured.
 */
export async function assertLinear(
  size: number,
  prepare: (size: number) => Work | Promise<Work>,
  name = 'the work',
): Promise<void> {
  const largeSize = Math.ceil(size * SHARE);
  const large = await prepare(largeSize);
  let largeMs = await costMs(large);
  if (largeMs <= MOST_TIMES * NEGLIGIBLE_MS) return;

  const small = await prepare(Math.ceil(largeSize / FACTOR));
  // Twice: the one time that something else was counted with it, quadratic work would do.
  let smallMs = await costMs(small);
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

async function costMs(work: Work): Promise<number> {
  const before = threadMs();
  await work();
  return threadMs() - before;
}
