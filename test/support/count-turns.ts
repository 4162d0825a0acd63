import { mock } from 'node:test';

/**
 * Counts how often others got their turn on the main thread while the work was going on. The clock moves a millisecond each time
 * that it is read: slices of work end after so many looks at it, on a fast machine as on a slow one.
 */
export async function countTurns(work: () => Promise<unknown>): Promise<number> {
  const state = { turns: 0, isOver: false, now: performance.now() };
  const tick = (): void => {
    state.turns++;
    if (!state.isOver) setImmediate(tick);
  };
  const clock = mock.method(performance, 'now', () => ++state.now);
  setImmediate(tick);
  try {
    await work();
  } finally {
    clock.mock.restore();
    state.isOver = true;
  }
  return state.turns;
}
