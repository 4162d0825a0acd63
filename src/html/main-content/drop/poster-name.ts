import * as T from '../../tags.ts';
import type { Draft } from '../draft.ts';
import { elementClass, HEADING } from '../measure/element-classes.ts';

const LONGEST_NAME = 4;

/** The name in a block about who wrote a post: its first link or heading, when that is short. */
export function findPosterName({ tree, measures }: Draft, block: number): number | undefined {
  if (tree.tag[block] === T.A) return undefined;
  for (let node = block + 1; node < tree.end[block]!; node++) {
    const tag = tree.tag[node]!;
    if ((tag !== T.A && (elementClass(tag) & HEADING) === 0) || measures.words[node] === 0) continue;
    return measures.words[node]! <= LONGEST_NAME ? node : undefined;
  }
  return undefined;
}
