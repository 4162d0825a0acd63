import { partitionPoint } from '../../../lib/partition-point.ts';
import * as T from '../../tags.ts';
import type { Tree } from '../../tree.ts';

const ASKS: ReadonlySet<number> = new Set([T.INPUT, T.TEXTAREA, T.SELECT, T.BUTTON]);

/** The outermost `article` and `main` elements of a page, and what asks for an answer. Read once, in one pass. */
export class TextRegions {
  readonly #tree: Tree;
  readonly #regions: number[] = [];
  readonly #controls: number[] = [];

  constructor(tree: Tree) {
    this.#tree = tree;
    let until = 0;
    for (let node = 1; node < tree.length; node++) {
      const tag = tree.tag[node]!;
      if (ASKS.has(tag)) this.#controls.push(node);
      if (node < until || (tag !== T.ARTICLE && tag !== T.MAIN)) continue;
      this.#regions.push(node);
      until = tree.end[node]!;
    }
  }

  /** Whether a block lies in an `article` or `main` and asks for nothing. */
  showsText(block: number): boolean {
    const above = firstFrom(this.#regions, block) - 1;
    if (above < 0 || this.#tree.end[this.#regions[above]!]! <= block) return false;
    const control = this.#controls[firstFrom(this.#controls, block)];
    return control === undefined || control >= this.#tree.end[block]!;
  }
}

/** The place of the first number from `least` on, in ascending `numbers`. */
function firstFrom(numbers: readonly number[], least: number): number {
  return partitionPoint(numbers.length, (at) => numbers[at]! < least);
}
