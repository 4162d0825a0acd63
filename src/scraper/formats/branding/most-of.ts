/** The value that weighs most; undefined when there is none. The first wins a tie. */
export function mostOf<T, V extends string | number>(
  items: readonly T[],
  valueOf: (item: T) => V | undefined,
  weightOf: (item: T) => number,
): V | undefined {
  const weights = new Map<V, number>();
  for (const item of items) {
    const value = valueOf(item);
    if (value !== undefined) weights.set(value, (weights.get(value) ?? 0) + weightOf(item));
  }
  let best: V | undefined;
  let bestWeight = -Infinity;
  for (const [value, weight] of weights) {
    if (weight <= bestWeight) continue;
    best = value;
    bestWeight = weight;
  }
  return best;
}
