import * as T from '../../tags.ts';
import { findCardLists, type CardList } from '../measure/card-lists.ts';
import type { Draft } from '../draft.ts';

/** Cards must make up this share of the list's words, and link with this many words each. */
const CARD_SHARE = 0.5;
const LINK_WORDS = 2;
/** Cards that say more for each word of a link hold the text itself: answers, picks, parts of a service. */
const LINK_SHARE = 0.05;
/** Cards with more than this share of the page's words are what it shows. */
const LARGEST_SHARE = 0.5;
/** A table would have a hole. */
const TABLE_PARTS: ReadonlySet<number> = new Set([T.TABLE, T.TBODY, T.TR]);

/** Prices of a card, and the share of its words that are links, where it shows a pick of the text. */
const MOST_PRICES = 3;
const PICK_LINKS = 0.5;
/** The share of the prose that stands below the picks of a text. */
const PROSE_BELOW = 0.5;

/** The cards of a page that do not lead to other pages, and the share of those that do. */
export interface CardKinds {
  /** Share of the page's prose that cards may hold and go. */
  readonly prose: number;
  /** With their prices, above the text that tells of them. */
  readonly mayBePicks: boolean;
}

/** Takes out lists of cards: beside a text they lead to other pages. */
export function dropCards(draft: Draft, kinds: CardKinds): void {
  const { tree, measures, removals } = draft;
  let approach: number | undefined;
  for (const list of findCardLists(tree, measures)) {
    const { node } = list;
    if (!leadElsewhere(draft, list, kinds.prose)) continue;
    if (kinds.mayBePicks && showPrices(draft, list)) {
      approach ??= endOfApproach(draft);
      if (node < approach) continue;
    }
    removals.remove(node, 'cards', measures);
  }
}

function leadElsewhere({ tree, measures }: Draft, { node, cards, words }: CardList, prose: number): boolean {
  const linkWords = measures.linkWords[node]!;
  return (
    !TABLE_PARTS.has(tree.tag[node]!) &&
    words >= CARD_SHARE * measures.words[node]! &&
    linkWords >= Math.max(LINK_WORDS * cards, LINK_SHARE * measures.words[node]!) &&
    measures.proseWords[node]! <= prose * measures.proseWords[0]! &&
    words <= LARGEST_SHARE * measures.words[0]!
  );
}

/** Whether cards show their prices, and say more than links do. */
function showPrices({ measures }: Draft, { node, cards }: CardList): boolean {
  const prices = measures.prices[node]!;
  if (prices < cards || prices > MOST_PRICES * cards) return false;
  return measures.linkWords[node]! <= PICK_LINKS * measures.words[node]!;
}

/** The node at which the larger part of the page's prose begins. */
function endOfApproach({ measures: { filled, own, words, proseWords } }: Draft): number {
  let below = 0;
  for (let at = filled.length - 1; at > 0; at--) {
    const node = filled[at]!;
    if (words[node] !== 0) below += own.proseWords[node]!;
    if (below >= PROSE_BELOW * proseWords[0]!) return node;
  }
  return 0;
}
