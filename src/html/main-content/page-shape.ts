import type { Tree } from '../tree.ts';
import { findCardLists } from './card-lists.ts';
import type { PageMeasures } from './page-measures.ts';

/** How the visible page divides, its declared frame left out. */
export interface PageShape {
  /** Share of the words that stand in prose. */
  readonly proseShare: number;
  /** Share of the words that are links. */
  readonly linkShare: number;
  /** Currency signs. */
  readonly prices: number;
  /** Repeated small blocks with a link and a picture. */
  readonly cards: number;
  /** Share of the words that stand in cards. */
  readonly cardShare: number;
}

export function shapeOf(tree: Tree, measures: PageMeasures): PageShape {
  const words = Math.max(1, measures.words[0]!);
  const lists = findCardLists(tree, measures);
  return {
    proseShare: measures.proseWords[0]! / words,
    linkShare: measures.linkWords[0]! / words,
    prices: measures.prices[0]!,
    cards: lists.reduce((sum, { cards }) => sum + cards, 0),
    cardShare: lists.reduce((sum, list) => sum + list.words, 0) / words,
  };
}
