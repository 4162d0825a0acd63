import type { Tree } from '../../tree.ts';
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
  const { words, links, media, filled } = measures;
  if (media[0]! < MIN_CARDS || links[0]! < MIN_CARDS) return [];
  const cardsOf = new Int32Array(length);
  const wordsOf = new Float32Array(length);
  let isAny = false;
  for (const node of filled) {
    if (node === 0) continue;
    if (media[node] === 0 || links[node] === 0 || links[node]! > MAX_CARD_LINKS) continue;
    if (words[node]! < 2 || words[node]! > MAX_CARD_WORDS) continue;
    const count = ++cardsOf[parent[node]!]!;
    isAny ||= count >= MIN_CARDS;
    wordsOf[parent[node]!]! += words[node]!;
  }
  const lists: CardList[] = [];
  if (!isAny) return lists;
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
