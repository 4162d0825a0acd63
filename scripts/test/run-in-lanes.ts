/** Runs the works in their order, so many at a time; after one that `isLast` says so, no other begins. Resolves with what came of each, in their order. */
export async function runInLanes<T>(
  works: ReadonlyArray<() => Promise<T>>,
  lanes: number,
  isLast: (result: T) => boolean,
): Promise<T[]> {
  const results: T[] = [];
  const state = { next: 0, isOver: false };
  const lane = async (): Promise<void> => {
    while (!state.isOver && state.next < works.length) {
      const index = state.next++;
      const result = await works[index]?.();
      if (result === undefined) return;
      results[index] = result;
      state.isOver ||= isLast(result);
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, works.length) }, lane));
  return results.filter((result) => result !== undefined);
}
