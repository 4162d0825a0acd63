/** A machine that is eight times as busy as a quiet one still has the time. */
const MOST_DOUBLINGS = 3;

/**
 * Tests a limit of time: `assertion` is given a limit in ms that a quiet machine does with, and twice as much while it
 * fails, since on a busy machine that which comes before the limit and after it takes the time itself.
 */
export async function givenTime(ms: number, assertion: (ms: number) => Promise<void>): Promise<void> {
  for (let doublings = 0; ; doublings++) {
    try {
      return await assertion(ms * 2 ** doublings);
    } catch (error) {
      if (doublings === MOST_DOUBLINGS) throw error;
    }
  }
}
