import * as T from '../../tags.ts';
import type { Tree } from '../../tree.ts';
import { countWords } from '../measure/word-count.ts';

/** Words of a quote that say whom and what it answers, and the fewest that say more than a name. */
const MOST_WORDS = 40;
const LEAST_WORDS = 12;

/**
 * The nodes of a long quote that stand behind its beginning: who is quoted, and the first sentences. The quote itself
 * when it does not begin with a short text.
 */
export function behindBeginning(tree: Tree, quote: number): readonly number[] {
  const count = { words: 0, marks: 0, prices: 0, letters: 0 };
  let words = 0;
  for (let node = quote + 1; node < tree.end[quote]!; node++) {
    if (tree.tag[node] !== T.TEXT || tree.isBlank(node)) continue;
    count.words = 0;
    countWords(tree.text(node), count);
    if (words + count.words <= MOST_WORDS) {
      words += count.words;
      continue;
    }
    return words < LEAST_WORDS ? [quote] : fromOn(tree, quote, outermost(tree, quote, node));
  }
  return [quote];
}

/** The outermost element in a quote that begins with a text. */
function outermost(tree: Tree, quote: number, text: number): number {
  let node = text;
  while (tree.parent[node]! > quote && tree.parent[node] === node - 1) node = tree.parent[node]!;
  return node;
}

/** All of a block from `first` on: the node, and what stands behind it on each level. */
function fromOn(tree: Tree, block: number, first: number): number[] {
  const nodes: number[] = [];
  for (let at = first; at > block; at = tree.parent[at]!) {
    const until = tree.end[tree.parent[at]!]!;
    const from = at === first ? at : tree.end[at]!;
    for (let node = from; node < until; node = tree.end[node]!) nodes.push(node);
  }
  return nodes;
}
