import * as T from '../../tags.ts';
import type { Tree } from '../../tree.ts';
import type { Draft } from '../draft.ts';
import { elementClass, HEADING } from '../measure/element-classes.ts';

const LONGEST_NAME = 4;
/** So many nodes of a block are looked at, and so many of a name. */
const BLOCK_NODES = 256;
const NAME_NODES = 16;

/**
 * The name in a block about who wrote a post: its first link or heading that says more than a letter, which stands in
 * for a portrait, when that is short.
 */
export function findPosterName({ tree }: Draft, block: number): number | undefined {
  if (tree.tag[block] === T.A) return undefined;
  const end = Math.min(tree.end[block]!, block + BLOCK_NODES);
  for (let node = block + 1; node < end; node++) {
    const tag = tree.tag[node]!;
    if (tag !== T.A && (elementClass(tag) & HEADING) === 0) continue;
    const name = textOf(tree, node);
    if (name.length <= 1) continue;
    return name.split(/\s+/).length <= LONGEST_NAME ? node : undefined;
  }
  return undefined;
}

function textOf(tree: Tree, node: number): string {
  const end = Math.min(tree.end[node]!, node + NAME_NODES);
  let text = '';
  for (let inside = node + 1; inside < end; inside++) {
    if (tree.tag[inside] === T.TEXT) text += tree.text(inside);
  }
  return text.trim();
}
