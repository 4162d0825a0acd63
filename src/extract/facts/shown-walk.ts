import { isHidden } from '../../html/main-content/measure/is-hidden.ts';
import { isUnseen } from '../../html/main-content/measure/is-unseen.ts';
import { HIDDEN_MARK } from '../../html/marks.ts';
import * as T from '../../html/tags.ts';
import type { RemovalMask, Tree } from '../../html/tree.ts';

/** A page, and what of it is content. */
export interface ShownPage {
  readonly tree: Tree;
  readonly removed: RemovalMask;
  readonly base: URL;
}

/** An element that a reader sees. */
export interface ShownElement {
  readonly node: number;
  readonly tag: number;
  /** It stands in the part of the page that is kept; bylines often do not. */
  readonly isContent: boolean;
}

/** The elements that readers see, in document order. */
export function* shownElements({ tree, removed }: ShownPage): Generator<ShownElement> {
  const { tag, end, length } = tree;
  let removedUntil = 0;
  for (let node = 1; node < length;) {
    const kind = tag[node]!;
    if (kind === T.BODY || kind === T.HTML || kind < T.FIRST_ELEMENT_TAG) {
      node++;
      continue;
    }
    if (isUnseen(tree, node) || (isHidden(tree, node) && !isOnlySilent(tree, node))) {
      node = end[node]!;
      continue;
    }
    if (removed[node] !== 0) removedUntil = Math.max(removedUntil, end[node]!);
    yield { node, tag: kind, isContent: node >= removedUntil };
    node++;
  }
}

/** Shops keep a price from being read aloud where a sentence beside it says the same. */
function isOnlySilent(tree: Tree, node: number): boolean {
  return (
    tree.attribute(node, 'aria-hidden') === 'true' &&
    tree.attribute(node, 'hidden') === undefined &&
    tree.attribute(node, HIDDEN_MARK) === undefined &&
    tree.attribute(node, 'style') === undefined
  );
}
