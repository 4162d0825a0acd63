import { cleanValue } from '../../html/metadata/text.ts';
import { isUnseen } from '../../html/main-content/measure/is-unseen.ts';
import { TEXT } from '../../html/tags.ts';
import type { Tree } from '../../html/tree.ts';

/** Texts are looked for in so many nodes at most: reading each element's text stays linear in the page. */
const MOST_NODES = 150;
const MOST_OF_CUT = 2_000;

/** The text of an element when it has at most `longest` characters; undefined for a longer one, '' for none. */
export function shortText(tree: Tree, element: number, longest: number): string | undefined {
  if (tree.end[element]! - element > MOST_NODES) return undefined;
  const clean = textBetween(tree, { first: element + 1, stop: tree.end[element]!, most: 4 * longest });
  return clean.length > longest ? undefined : clean;
}

/** The text of an element, cut where it gets longer than `longest` characters or has too many parts. */
export function cutText(tree: Tree, element: number, longest: number): string {
  const stop = Math.min(tree.end[element]!, element + MOST_OF_CUT);
  return textBetween(tree, { first: element + 1, stop, most: 2 * longest }).slice(0, longest);
}

interface TextRange {
  first: number;
  stop: number;
  /** Characters. */
  most: number;
}

function textBetween(tree: Tree, { first, stop, most }: TextRange): string {
  const { tag, end } = tree;
  let text = '';
  for (let node = first; node < stop && text.length <= most;) {
    if (tag[node] === TEXT) text += tree.text(node);
    else if (isUnseen(tree, node)) {
      node = end[node]!;
      continue;
    } else text += ' ';
    node++;
  }
  return cleanValue(text);
}
