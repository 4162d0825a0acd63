import type { Draft } from '../draft.ts';
import { RULE, ruleName, type RuleName } from '../rules.ts';

/** With fewer pages a text that no other has may be one that is written anew for each page, such as a list of news. */
const LEAST_PAGES = 6;
/** Words in sentences that a block must have of its own. */
const LEAST_PROSE = 20;
/** The share of the block's words that these sentences are. */
const PROSE_SHARE = 0.6;
/** More links than this are a way to other pages. */
const MOST_LINKS = 0.1;

/** Rules that go by the place, the element or the name of a block: the text itself may say otherwise. */
const DOUBTFUL: ReadonlySet<RuleName> = new Set([
  'outside main',
  'outside the prose',
  'above the title',
  'page header',
  'page footer',
  'aside',
  'sidebar',
  'promotion',
  'notice',
  'dialog',
]);

/** Gives back removed blocks whose sentences stand on no other page of the template. */
export function giveBackUnique(draft: Draft, others: Uint8Array, pages: number): void {
  if (pages < LEAST_PAGES) return;
  const { tree, measures, removals } = draft;
  const { mask } = removals;
  for (let node = 1; node < tree.length;) {
    if (mask[node] === 0) {
      node++;
      continue;
    }
    const end = tree.end[node]!;
    if (
      mask[node] !== RULE.invisible &&
      DOUBTFUL.has(ruleName(mask[node]!)) &&
      isOwnText(draft, node, others)
    ) {
      const inside = findRemovedInside(draft, node);
      removals.restore([node], measures);
      for (const { top, rule } of inside) removals.removeAgain(top, rule);
    }
    node = end;
  }
}

/** Tells whether a removed block is text that no other page has. */
function isOwnText(
  { tree, measures: { own }, removals: { mask } }: Draft,
  block: number,
  others: Uint8Array,
): boolean {
  let words = 0;
  let linkWords = 0;
  let prose = 0;
  for (let node = block; node < tree.end[block]!;) {
    if (node !== block && mask[node] !== 0) {
      node = tree.end[node]!;
      continue;
    }
    words += own.words[node]!;
    linkWords += own.linkWords[node]!;
    if (others[node] === 0) prose += own.proseWords[node]!;
    node++;
  }
  return prose >= LEAST_PROSE && prose >= PROSE_SHARE * words && linkWords <= MOST_LINKS * words;
}

/** The blocks within a removed one that other rules had taken out before. */
function findRemovedInside(
  { tree, removals: { mask } }: Draft,
  block: number,
): Array<{ top: number; rule: RuleName }> {
  const inside: Array<{ top: number; rule: RuleName }> = [];
  for (let node = block + 1; node < tree.end[block]!;) {
    if (mask[node] === 0) node++;
    else {
      if (mask[node] !== RULE.invisible) inside.push({ top: node, rule: ruleName(mask[node]!) });
      node = tree.end[node]!;
    }
  }
  return inside;
}
