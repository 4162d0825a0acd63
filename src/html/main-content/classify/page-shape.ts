import * as T from '../../tags.ts';
import type { Tree } from '../../tree.ts';
import type { BlockLabel } from './block-labels.ts';
import { findCardLists } from '../measure/card-lists.ts';
import type { PageMeasures } from '../measure/page-measures.ts';
import { elementClass, HEADING } from '../measure/element-classes.ts';
import { COMMENTS } from './vocabulary.ts';

/** A headline is a heading that leads on in so many words; a front page is one with most of its headings such. */
const HEADLINE_WORDS = 5;
const MOST_HEADINGS = 0.5;

/** How the visible page divides, its declared frame left out. */
export interface PageShape {
  /** Words of prose. */
  readonly prose: number;
  /** Words of prose in blocks that are named comments. */
  readonly comments: number;
  /** Share of the words that stand in prose. */
  readonly proseShare: number;
  /** Share of the words that are links. */
  readonly linkShare: number;
  /** Share of the words that stand in blocks of code. */
  readonly codeShare: number;
  /** Currency signs. */
  readonly prices: number;
  /** Repeated small blocks with a link and a picture. */
  readonly cards: number;
  /** Share of the words that stand in cards. */
  readonly cardShare: number;
  /** Headings that are links of several words, when most headings are; else 0. */
  readonly headlines: number;
}

export function shapeOf(tree: Tree, measures: PageMeasures, labels: readonly BlockLabel[]): PageShape {
  const words = Math.max(1, measures.words[0]!);
  const lists = findCardLists(tree, measures);
  return {
    prose: measures.proseWords[0]!,
    comments: proseNamed(tree, measures, labels, COMMENTS),
    proseShare: measures.proseWords[0]! / words,
    linkShare: measures.linkWords[0]! / words,
    codeShare: codeWords(tree, measures) / words,
    prices: measures.prices[0]!,
    cards: lists.reduce((sum, { cards }) => sum + cards, 0),
    cardShare: lists.reduce((sum, list) => sum + list.words, 0) / words,
    headlines: countHeadlines(tree, measures),
  };
}

function codeWords(tree: Tree, { filled, words }: PageMeasures): number {
  let code = 0;
  let end = 0;
  for (const node of filled) {
    if (node < end || tree.tag[node] !== T.PRE) continue;
    code += words[node]!;
    end = tree.end[node]!;
  }
  return code;
}

/** Prose of all blocks whose names have the bit; what lies inside such a block is counted once. */
function proseNamed(tree: Tree, measures: PageMeasures, labels: readonly BlockLabel[], bit: number): number {
  let prose = 0;
  let end = 0;
  for (const { node, names } of labels) {
    if (node < end || (names & bit) === 0) continue;
    prose += measures.proseWords[node]!;
    end = tree.end[node]!;
  }
  return prose;
}

/** Headings that lead on, when most of the page's headings do; else 0. */
function countHeadlines(tree: Tree, { filled, words, linkWords }: PageMeasures): number {
  let headings = 0;
  let headlines = 0;
  for (const node of filled) {
    if ((elementClass(tree.tag[node]!) & HEADING) === 0 || words[node] === 0) continue;
    headings++;
    if (linkWords[node]! >= HEADLINE_WORDS) headlines++;
  }
  return headlines >= MOST_HEADINGS * headings ? headlines : 0;
}
