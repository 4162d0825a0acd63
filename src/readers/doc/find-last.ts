import { partitionPoint } from '../../lib/partition-point.ts';

/** Index of the last of the ascending `starts` that is not above `value`; -1 when all are. */
export function findLast(starts: ArrayLike<number>, value: number): number {
  return partitionPoint(starts.length, (index) => starts[index]! <= value) - 1;
}
