import { FIRST_ELEMENT_TAG, LI } from '../../html/tags.ts';
import type { Tree } from '../../html/tree.ts';

/** Elements above a block that are looked at, and nodes between two siblings. */
const LEVELS = 6;
const NODES_BETWEEN = 4;
/** Larger elements are sections of a page. */
const MAX_NODES = 120;

/** Finds the cards of a page: small elements that stand beside others of their kind, each with some short blocks. */
export class CardFinder {
  readonly #tree: Tree;
  /** The card found last. */
  #last = -1;

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  /** Whether two nodes, in document order, are of one card. */
  areOfOneCard(first: number, second: number): boolean {
    const { parent, end } = this.#tree;
    let element = parent[second]!;
    for (let level = 0; level < LEVELS && element > 0; level++) {
      if (end[element]! - element > MAX_NODES) return false;
      if (element <= first) return this.#isCard(element);
      element = parent[element]!;
    }
    return false;
  }

  #isCard(element: number): boolean {
    const isOne =
      element === this.#last ||
      this.#areAlike(this.#last, element) ||
      this.#areAlike(this.#next(element), element);
    if (isOne) this.#last = element;
    return isOne;
  }

  #areAlike(one: number, other: number): boolean {
    const tree = this.#tree;
    if (one === -1 || tree.tag[one] !== tree.tag[other] || tree.parent[one] !== tree.parent[other])
      return false;
    return tree.tag[one] === LI || tree.attribute(one, 'class') === tree.attribute(other, 'class');
  }

  /** The next element beside it, -1 when there is none near. */
  #next(element: number): number {
    const { tag, parent, end } = this.#tree;
    const stop = end[parent[element]!]!;
    let sibling = end[element]!;
    for (let nodes = 0; nodes < NODES_BETWEEN && sibling < stop; nodes++) {
      if (tag[sibling]! >= FIRST_ELEMENT_TAG) return sibling;
      sibling = end[sibling]!;
    }
    return -1;
  }
}
