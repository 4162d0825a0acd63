/** A count that an attribute states, at most `max`; 1 where there is none that can be. */
export function countOf(value: string | undefined, max: number): number {
  const count = Number(value ?? 1);
  return Number.isInteger(count) && count > 0 ? Math.min(count, max) : 1;
}
