import type { Tree } from '../tree.ts';
import type { PageMeasures } from './page-measures.ts';

const MIN_CARDS = 4;
const MAX_CARD_LINKS = 12;
const MAX_CARD_WORDS = 150;

/** An element that has several cards - small blocks with a link and a picture - among its children. */
export interface CardList {
  readonly node: number;
  readonly cards: number;
  /** Words of the cards. */
  readonly words: number;
}

/** The outermost card lists of what is left of the page, in document order. */
export function findCardLists(tree: Tree, measures: PageMeasures): CardList[] {
  const { length, parent, end } = tree;
  const { words, links, media } = measures;
  const cardsOf = new Int32Array(length);
  const wordsOf = new Float32Array(length);
  for (let node = 1; node < length; node++) {
    if (media[node] === 0 || links[node] === 0 || links[node]! > MAX_CARD_LINKS) continue;
    if (words[node]! < 2 || words[node]! > MAX_CARD_WORDS) continue;
    cardsOf[parent[node]!]!++;
    wordsOf[parent[node]!]! += words[node]!;
  }
  const lists: CardList[] = [];
  for (let node = 0; node < length;) {
    if (cardsOf[node]! < MIN_CARDS) {
      node++;
      continue;
    }
    lists.push({ node, cards: cardsOf[node]!, words: wordsOf[node]! });
    node = end[node]!;
  }
  return lists;
}
