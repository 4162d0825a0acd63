import * as T from '../tags.ts';
import type { Tree } from '../tree.ts';
import type { PageMeasures } from './measure/page-measures.ts';

export interface MainHeading {
  /** The first h1 that has words, -1 when there is none. */
  readonly node: number;
  /** False when the page has several: then the first may as well be a logo. */
  readonly isOnly: boolean;
}

export function findMainHeading(tree: Tree, measures: PageMeasures): MainHeading {
  let first = -1;
  for (let node = 1; node < tree.length; node++) {
    if (tree.tag[node] !== T.H1 || measures.words[node] === 0) continue;
    if (first >= 0) return { node: first, isOnly: false };
    first = node;
  }
  return { node: first, isOnly: first >= 0 };
}
