import { partitionPoint } from '../../../lib/partition-point.ts';
import * as T from '../../tags.ts';
import type { Tree } from '../../tree.ts';

const FIELDS: ReadonlySet<number> = new Set([T.INPUT, T.TEXTAREA, T.SELECT]);

/** The outermost `article` and `main` elements of a page, and what asks for an answer. Read once, in one pass. */
export class TextRegions {
  readonly #tree: Tree;
  readonly #regions: number[] = [];
  readonly #fields: number[] = [];
  readonly #buttons: number[] = [];

  constructor(tree: Tree) {
    this.#tree = tree;
    let until = 0;
    for (let node = 1; node < tree.length; node++) {
      const tag = tree.tag[node]!;
      if (FIELDS.has(tag)) this.#fields.push(node);
      else if (tag === T.BUTTON) this.#buttons.push(node);
      if (node < until || (tag !== T.ARTICLE && tag !== T.MAIN)) continue;
      this.#regions.push(node);
      until = tree.end[node]!;
    }
  }

  /** Whether a block lies in an `article` or `main` and asks for nothing. */
  showsText(block: number): boolean {
    return this.tellsText(block) && !this.#isAnyIn(this.#buttons, block);
  }

  /** Whether a block lies in an `article` or `main` and has no field to fill in; it may have buttons. */
  tellsText(block: number): boolean {
    const above = firstFrom(this.#regions, block) - 1;
    if (above < 0 || this.#tree.end[this.#regions[above]!]! <= block) return false;
    return !this.#isAnyIn(this.#fields, block);
  }

  #isAnyIn(nodes: readonly number[], block: number): boolean {
    const first = nodes[firstFrom(nodes, block)];
    return first !== undefined && first < this.#tree.end[block]!;
  }
}

/** The place of the first number from `least` on, in ascending `numbers`. */
function firstFrom(numbers: readonly number[], least: number): number {
  return partitionPoint(numbers.length, (at) => numbers[at]! < least);
}
