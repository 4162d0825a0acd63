import * as T from '../../tags.ts';
import type { RemovalMask, Tree } from '../../tree.ts';
import { BLOCK, CONTROL, elementClass, HEADING, MEDIA, UNSEEN } from './element-classes.ts';
import { isUnseen } from './is-unseen.ts';
import { RULE } from '../rules.ts';
import { countWords, type TextCount } from './word-count.ts';

/** Words a block needs to read as prose when it has sentence marks, and when it has none. */
const PROSE_WORDS = 10;
const UNMARKED_PROSE_WORDS = 25;
/** A block whose words are links to this share is a list of links, not prose. */
const PROSE_LINK_SHARE = 0.6;

/** Counts by node. */
interface Counts {
  readonly words: Float32Array;
  readonly linkWords: Float32Array;
  /** Words of blocks that read as sentences: long enough, not mostly links, not a heading or control. */
  readonly proseWords: Float32Array;
  /** Currency signs. */
  readonly prices: Float32Array;
  /** `a` elements. */
  readonly links: Float32Array;
  /** Pictures, sound, film, embeds. */
  readonly media: Float32Array;
}

/** The measures of each subtree, by node. Nodes that the mask took out count nothing. */
export interface PageMeasures extends Counts {
  /** The measures of each node without its descendants; text belongs to its nearest block ancestor. */
  readonly own: Counts;
  /** Hash of the letters of each node's own text: blocks that say the same have the same. */
  readonly letters: Int32Array;
  /** The nodes that held anything when the page was measured, in document order: a third of a usual page. */
  readonly filled: Int32Array;
}

/**
 * Counts the page once, and marks in `removed` what shows nothing, and each `noscript` that `isFallback` approves.
 * Subtrees that are removed are passed over.
 */
// oxlint-disable-next-line complexity -- one pass over every node of a page
export function measurePage(
  tree: Tree,
  removed: RemovalMask,
  isFallback: (noscript: number) => boolean = () => false,
): PageMeasures {
  const { length, tag, parent, end } = tree;
  // One allocation for all columns: zeroing and collecting small arrays is a good part of what measuring costs.
  const columns = new Float32Array((2 * COLUMNS + 1) * length);
  const own = countsIn(columns, 0, length);
  const { words, linkWords, prices, links, media } = own;
  const marks = columns.subarray(2 * COLUMNS * length);
  const letters = new Int32Array(length);
  // Nodes that hold anything: most hold nothing, and one column is quicker to pass over than six.
  const holds = new Uint8Array(length);
  // Nearest block, negative inside a link.
  const block = new Int32Array(length);
  const count: TextCount = { words: 0, marks: 0, prices: 0, letters: 0 };
  let codeUntil = 0;
  for (let node = 1; node < length;) {
    if (removed[node] !== 0) {
      node = end[node]!;
      continue;
    }
    const kind = tag[node]!;
    const owner = block[parent[node]!]!;
    if (kind === T.TEXT) {
      const at = owner < 0 ? -owner : owner;
      count.words = 0;
      count.marks = 0;
      count.prices = 0;
      count.letters = letters[at]!;
      countText(tree, node, count);
      if (count.words > 0 || count.prices > 0) {
        holds[at] = 1;
        words[at]! += count.words;
        // In code a currency sign is none.
        if (node >= codeUntil) prices[at]! += count.prices;
        marks[at]! += count.marks;
        letters[at] = count.letters;
        if (owner < 0) linkWords[at]! += count.words;
      }
    } else {
      const bits = elementClass(kind);
      if (kind === T.NOSCRIPT ? isFallback(node) : (bits & UNSEEN) !== 0 && isUnseen(tree, node)) {
        removed[node] = RULE.invisible;
        node = end[node]!;
        continue;
      }
      const at = (bits & BLOCK) !== 0 ? node : owner < 0 ? -owner : owner;
      block[node] = kind === T.A || owner < 0 ? -at : at;
      if (kind === T.PRE) codeUntil = end[node]!;
      if (kind === T.A) links[node] = holds[node] = 1;
      if ((bits & MEDIA) !== 0) media[node] = holds[node] = 1;
    }
    node++;
  }
  const sums = countsIn(columns, COLUMNS, length);
  return { ...sums, own, letters, filled: sumUp(tree, { own, marks, holds }, sums) };
}

/** Half of all texts only indent what follows: those are not even read. */
function countText(tree: Tree, node: number, count: TextCount): void {
  if (!tree.isBlank(node)) countWords(tree.text(node), count);
}

/** The counts at each node. */
interface CountedNodes {
  readonly own: Counts;
  /** Sentence marks. */
  readonly marks: Float32Array;
  /** 1 where a node holds anything. */
  readonly holds: Uint8Array;
}

/**
 * Tells prose from other text, and adds what each node holds to all its ancestors, in one pass from the end. Gives the
 * nodes that hold anything.
 */
function sumUp({ length, parent, tag }: Tree, { own, marks, holds }: CountedNodes, sums: Counts): Int32Array {
  const filled = new Int32Array(length);
  let first = length;
  for (let node = length - 1; node >= 0; node--) {
    if (holds[node] === 0) continue;
    filled[--first] = node;
    if (own.words[node]! >= PROSE_WORDS && isProse(tag[node]!, own, node, marks[node]!)) {
      own.proseWords[node] = own.words[node]!;
    }
    addOwn(own, sums, node);
    if (node === 0) break;
    addToParent(sums, node, parent[node]!);
    holds[parent[node]!] = 1;
  }
  return filled.subarray(first);
}

function addOwn(own: Counts, sums: Counts, node: number): void {
  if (own.media[node] !== 0) sums.media[node]! += own.media[node]!;
  if (own.links[node] !== 0) sums.links[node]! += own.links[node]!;
  if (own.prices[node] !== 0) sums.prices[node]! += own.prices[node]!;
  if (own.words[node] === 0) return;
  sums.words[node]! += own.words[node]!;
  sums.linkWords[node]! += own.linkWords[node]!;
  sums.proseWords[node]! += own.proseWords[node]!;
}

/** Takes newly removed subtrees out of the sums, without reading any text again. */
export function remeasure(tree: Tree, removed: RemovalMask, measures: PageMeasures): void {
  const { own, filled, words, linkWords, proseWords, prices, links, media } = measures;
  let removedUntil = 0;
  for (const node of filled) {
    if (node >= removedUntil && removed[node] !== 0) removedUntil = tree.end[node]!;
    const isRemoved = node < removedUntil;
    words[node] = isRemoved ? 0 : own.words[node]!;
    linkWords[node] = isRemoved ? 0 : own.linkWords[node]!;
    proseWords[node] = isRemoved ? 0 : own.proseWords[node]!;
    prices[node] = isRemoved ? 0 : own.prices[node]!;
    links[node] = isRemoved ? 0 : own.links[node]!;
    media[node] = isRemoved ? 0 : own.media[node]!;
  }
  for (let at = filled.length - 1; at >= 0; at--) {
    const node = filled[at]!;
    if (node > 0) addToParent(measures, node, tree.parent[node]!);
  }
}

/** Number of arrays in `Counts`. */
const COLUMNS = 6;

/** `Counts` over six columns of `columns`, from the `first`. */
function countsIn(columns: Float32Array, first: number, length: number): Counts {
  const column = (at: number): Float32Array =>
    columns.subarray((first + at) * length, (first + at + 1) * length);
  return {
    words: column(0),
    linkWords: column(1),
    proseWords: column(2),
    prices: column(3),
    links: column(4),
    media: column(5),
  };
}

function addToParent(
  { words, linkWords, proseWords, prices, links, media }: Counts,
  node: number,
  parent: number,
): void {
  if (media[node] !== 0) media[parent]! += media[node]!;
  if (links[node] !== 0) links[parent]! += links[node]!;
  if (prices[node] !== 0) prices[parent]! += prices[node]!;
  if (words[node] === 0) return;
  words[parent]! += words[node]!;
  linkWords[parent]! += linkWords[node]!;
  proseWords[parent]! += proseWords[node]!;
}

function isProse(tag: number, own: Counts, block: number, marks: number): boolean {
  const words = own.words[block]!;
  if (words < UNMARKED_PROSE_WORDS && marks === 0) return false;
  if (own.linkWords[block]! > PROSE_LINK_SHARE * words) return false;
  return (elementClass(tag) & (HEADING | CONTROL)) === 0;
}
