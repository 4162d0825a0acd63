/** Pages that were answered with an error, by status. */
export type ErrorStatuses = ReadonlyMap<number, number>;

/** From here on a status says that what came is no page of the site. */
const FIRST_ERROR = 400;

export function isErrorStatus(status: unknown): status is number {
  return typeof status === 'number' && status >= FIRST_ERROR;
}

/** Counts a page when its status is an error. */
export function countStatus(counts: Map<number, number>, status: unknown): void {
  if (isErrorStatus(status)) counts.set(status, (counts.get(status) ?? 0) + 1);
}

/** `5 answered with an error (4×404, 1×500)`; undefined when there are none. */
export function describeErrorStatuses(counts: ErrorStatuses, areLeftOut: boolean): string | undefined {
  if (counts.size === 0) return undefined;
  const byNumber = [...counts].toSorted(([, a], [, b]) => b - a);
  const list = byNumber.map(([status, count]) => `${count}×${status}`).join(', ');
  const end = areLeftOut ? ' and left out' : '';
  return `${sumOf(counts)} answered with an error (${list})${end}`;
}

export function sumOf(counts: ErrorStatuses): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
