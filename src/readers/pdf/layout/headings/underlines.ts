import type { RulingLine } from '../tables/ruling-lines.ts';
import type { TextLine } from '../text-line.ts';
import { partitionPoint } from '../../../../lib/partition-point.ts';

/** How far above the baseline the line may stand, in sizes of the text: lines are thick. */
const MOST_ABOVE = 0.05;
/** How much of either end of the text may have no line below it, in sizes. */
const MOST_BARE = 0.5;

/** How far below the baseline the line stands at most, in sizes of the text. */
const MOST_BELOW = 0.35;
/** How far it may reach over the ends of the text, in sizes. */
const MOST_OVERHANG = 0.6;
/** Rules at one height that are looked at. */
const MAX_RULES = 64;

/** Tells whether a line is drawn below a line of text and no further; `rules` are horizontal ones from the top down. */
export function underlineTest(rules: readonly RulingLine[]): (line: TextLine) => boolean {
  return ({ baseline, size, box }) => {
    const bottom = baseline + size * MOST_BELOW;
    let index = firstAt(rules, baseline - size * MOST_ABOVE);
    for (const end = index + MAX_RULES; index < rules.length && index < end; index++) {
      const { at, from, to } = rules[index]!;
      if (at > bottom) return false;
      const isBelowAll = from < box.left + size * MOST_BARE && to > box.right - size * MOST_BARE;
      const isNoLonger = from > box.left - size * MOST_OVERHANG && to < box.right + size * MOST_OVERHANG;
      if (isBelowAll && isNoLonger) return true;
    }
    return false;
  };
}

/** Index of the first rule at or below `y`. */
function firstAt(rules: readonly RulingLine[], y: number): number {
  return partitionPoint(rules.length, (index) => rules[index]!.at < y);
}
