/**
 * How many of `count` things come before a place, found by halving: `isBefore`, asked for an index, is true for the first
 * ones and false for the rest. So it is the index of the first of the rest, and `count` when there is none.
 */
export function partitionPoint(count: number, isBefore: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
