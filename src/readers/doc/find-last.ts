/** Index of the last of the ascending `starts` that is not above `value`; -1 when all are. */
export function findLast(starts: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
