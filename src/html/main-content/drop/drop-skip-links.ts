import * as T from '../../tags.ts';
import type { Draft } from '../draft.ts';

/** Longer ones are text that happens to be a link. */
const MAX_WORDS = 8;
/** After so many pieces of text the page itself has begun. */
const MAX_PIECES_BEFORE = 2;

/** Takes out links within the page that stand before anything else: "skip to content" in whatever language. */
export function dropSkipLinks({ tree, measures, removals }: Draft): void {
  let piecesBefore = 0;
  for (let node = 1; node < tree.length && piecesBefore <= MAX_PIECES_BEFORE;) {
    const tag = tree.tag[node]!;
    if ((tag >= T.H1 && tag <= T.H6) || tag === T.MAIN || tag === T.ARTICLE) return;
    if (removals.mask[node] !== 0) {
      node = tree.end[node]!;
    } else if (
      tag === T.A &&
      measures.words[node]! <= MAX_WORDS &&
      isWithinPage(tree.attribute(node, 'href'))
    ) {
      removals.remove(node, 'skip link', measures);
      node = tree.end[node]!;
    } else {
      if (tag === T.TEXT && tree.text(node).trim() !== '') piecesBefore++;
      node++;
    }
  }
}

function isWithinPage(href: string | undefined): boolean {
  return href !== undefined && href.length > 1 && href.startsWith('#');
}
