import * as T from '../../tags.ts';
import type { Tree } from '../../tree.ts';
import { elementClass, UNSEEN } from './element-classes.ts';

/** True for a node that shows nothing: script, style, head, inert template, an SVG drawing, a comment. */
export function isUnseen(tree: Tree, node: number): boolean {
  const tag = tree.tag[node]!;
  if ((elementClass(tag) & UNSEEN) === 0) return false;
  return tag !== T.TEMPLATE || tree.attribute(node, 'shadowrootmode') === undefined;
}
