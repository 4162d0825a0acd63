import * as T from '../../tags.ts';
import { findCardLists } from '../measure/card-lists.ts';
import type { Draft } from '../draft.ts';

/** Cards must make up this share of the list's words, and link with this many words each. */
const CARD_SHARE = 0.5;
const LINK_WORDS = 2;
/** Cards that say more for each word of a link hold the text itself: answers, picks, parts of a service. */
const LINK_SHARE = 0.05;
/** Cards with more than this share of the page's words are what it shows. */
const LARGEST_SHARE = 0.5;

/** Takes out lists of cards that hold at most `prose` of the page's prose: beside a text they lead to other pages. */
export function dropCards({ tree, measures, removals }: Draft, prose: number): void {
  for (const { node, cards, words } of findCardLists(tree, measures)) {
    if (words < CARD_SHARE * measures.words[node]!) continue;
    if (measures.linkWords[node]! < Math.max(LINK_WORDS * cards, LINK_SHARE * measures.words[node]!))
      continue;
    if (tree.tag[node] === T.TBODY || tree.tag[node] === T.TABLE || tree.tag[node] === T.TR) continue;
    if (measures.proseWords[node]! > prose * measures.proseWords[0]!) continue;
    if (words > LARGEST_SHARE * measures.words[0]!) continue;
    removals.remove(node, 'cards', measures);
  }
}
