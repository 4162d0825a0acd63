/** Takes some weight from the first places, so that two middling places beat one good one. */
const DAMPING = 60;

/**
 * One list of several by reciprocal ranks: an entry that stands in several lists gains by each, and is given as in the first
 * of them that has it.
 */
export function mergeRanks<Item>(
  lists: ReadonlyArray<readonly Item[]>,
  keyOf: (item: Item) => string,
): Item[] {
  const merged = new Map<string, { item: Item; score: number }>();
  for (const list of lists) {
    const seen = new Set<string>();
    for (const [at, item] of list.entries()) {
      const key = keyOf(item);
      if (seen.has(key)) continue;
      seen.add(key);
      const entry = merged.get(key) ?? { item, score: 0 };
      entry.score += 1 / (DAMPING + at + 1);
      merged.set(key, entry);
    }
  }
  // The order of equal scores is that of their coming: the sort is stable.
  return [...merged.values()].toSorted((a, b) => b.score - a.score).map(({ item }) => item);
}
