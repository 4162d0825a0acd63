import { HIDDEN_MARK } from '../../marks.ts';
import type { Tree } from '../../tree.ts';

const INVISIBLE_STYLE = /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

/** Whether the page itself hides the element, by what is written or as a browser saw it, or keeps it from being read aloud. */
export function isHidden(tree: Tree, node: number): boolean {
  return tree.attribute(node, 'aria-hidden') === 'true' || isUnshown(tree, node);
}

/** Whether the page does not show the element. */
export function isUnshown(tree: Tree, node: number): boolean {
  if (tree.attribute(node, 'hidden') !== undefined) return true;
  if (tree.attribute(node, HIDDEN_MARK) !== undefined) return true;
  const style = tree.attribute(node, 'style');
  return style !== undefined && INVISIBLE_STYLE.test(style);
}
