/**
 * Places of the parts of a line in logical order, from their embedding levels in visual order: every run of a level and those
 * above it is turned round, from the highest down to the lowest odd one (UAX #9, rule L2, which is its own inverse).
 */
export function logicalOrder(levels: readonly number[]): number[] {
  const order = levels.map((_, place) => place);
  const highest = levels.reduce((most, level) => Math.max(most, level), 0);
  // The outermost runs first: the inverse of the rule.
  for (let level = 1; level <= highest; level++) {
    for (let at = 0; at < order.length; at++) {
      const start = at;
      while (at < order.length && levels[order[at]!]! >= level) at++;
      if (at - start > 1) turnRound(order, start, at);
    }
  }
  return order;
}

function turnRound(order: number[], start: number, end: number): void {
  for (let low = start, high = end - 1; low < high; low++, high--) {
    const place = order[low]!;
    order[low] = order[high]!;
    order[high] = place;
  }
}
