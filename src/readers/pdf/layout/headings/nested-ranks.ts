/** A heading's style, as far as its place in a file tells its level. */
interface PlacedStyle {
  /** Headings that have it. */
  count: number;
  firstPage: number;
}

/** The rank above all headings. */
const ROOT = 0;

/**
 * Levels by rank: one deeper than the rank that its headings mostly stand below, so that a larger number or a closing word somewhere in the
 * file takes no level from the headings before it. `order` has the styles of the headings one after the other, `ranks` that of each, 1 for
 * the largest.
 */
export function levelsOfRanks<Style extends PlacedStyle>(
  order: readonly Style[],
  ranks: ReadonlyMap<Style, number>,
): Map<number, number> {
  const levels = new Map<number, number>([[ROOT, 0]]);
  const above = countAbove(order, ranks);
  for (const [rank, counts] of [...above].toSorted(([one], [other]) => one - other)) {
    let parent = ROOT;
    let most = 0;
    for (const [other, count] of counts) {
      if (count > most || (count === most && other > parent)) [parent, most] = [other, count];
    }
    levels.set(rank, (levels.get(parent) ?? 0) + 1);
  }
  return levels;
}

/** How often headings of each rank stand below those of others, and of none. */
function countAbove<Style extends PlacedStyle>(
  order: readonly Style[],
  ranks: ReadonlyMap<Style, number>,
): Map<number, Map<number, number>> {
  const above = new Map<number, Map<number, number>>();
  const open: number[] = [];
  for (const style of order) {
    const rank = ranks.get(style) ?? ROOT;
    while (open.length > 0 && open.at(-1)! >= rank) open.pop();
    const counts = above.get(rank) ?? new Map<number, number>();
    above.set(rank, counts);
    const parent = open.at(-1) ?? ROOT;
    counts.set(parent, (counts.get(parent) ?? 0) + 1);
    // A single one in the midst of a file, such as a large number or a farewell, has no chapter below it.
    if (style.count > 1 || style.firstPage === order[0]?.firstPage) open.push(rank);
  }
  return above;
}
