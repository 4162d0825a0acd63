import { partitionPoint } from '../../../lib/partition-point.ts';
import * as T from '../../tags.ts';
import type { Tree } from '../../tree.ts';
import type { Draft } from '../draft.ts';
import type { PageMeasures } from '../measure/page-measures.ts';

/** A block of prose must be this long for its repetition to be no accident. */
export const LEAST_PROSE = 15;
/** The same for a block whose links all lead where links above lead: an entry shown again. */
export const LEAST_ENTRY = 4;
/** A longer quote is a whole post, which stands above. */
export const LONGEST_QUOTE = 80;
/** So many of the texts of a block are looked at. */
export const TEXTS_COMPARED = 32;
/** A text that comes more often is repeated by a template. */
const MOST_TIMES = 5;
/** Texts of so many words tell where a copy was taken from. */
const LONG_TEXT = 4;
/** A text stands at most so deep in a part of an entry. */
const ENTRY_DEPTH = 32;

/** The text that stands above already, by node, with all below the node once summed up. */
export interface Repeated {
  readonly words: Float32Array;
  /** Words of long blocks of prose. */
  readonly prose: Float32Array;
  readonly links: Float32Array;
  /** The first link to where a link leads, by each link that is not the first. */
  readonly firstLinks: ReadonlyMap<number, number>;
  /** All of its texts, and those of some words. */
  readonly texts: Again;
  readonly longTexts: Again;
  /** Blocks whose own text stands on the page many times. */
  readonly often: ReadonlySet<number>;
}

/** The blocks that say again what one above says. */
export interface Again {
  readonly nodes: number[];
  /** The number of the text that each repeats, of all texts on the page. */
  readonly sources: number[];
  /** The block that said each text first. */
  readonly saidBy: number[];
}

/** Finds the texts that stand on a page twice; undefined when nothing long enough does. */
export function findRepeated({ tree, measures }: Draft, mayQuote: boolean): Repeated | undefined {
  const again = findRepeatedTexts(tree, measures, mayQuote);
  if (again.nodes.reduce((sum, node) => sum + measures.own.words[node]!, 0) < LEAST_ENTRY) return undefined;
  const { own } = measures;
  const repeated: Repeated = {
    words: new Float32Array(tree.length),
    prose: new Float32Array(tree.length),
    links: new Float32Array(tree.length),
    firstLinks: findFirstLinks(tree, measures),
    texts: again,
    longTexts: longOf(again, own.words),
    often: findOften(again),
  };
  const { words, prose, links } = repeated;
  for (const node of again.nodes) {
    words[node] = own.words[node]!;
    if (own.proseWords[node]! >= LEAST_PROSE) prose[node] = own.proseWords[node]!;
  }
  for (const link of repeated.firstLinks.keys()) links[link] = 1;
  for (let at = measures.filled.length - 1; at > 0; at--) {
    const node = measures.filled[at]!;
    const parent = tree.parent[node]!;
    words[parent]! += words[node]!;
    prose[parent]! += prose[node]!;
    links[parent]! += links[node]!;
  }
  return repeated;
}

/** Blocks whose text comes so often that a template repeats it. */
function findOften({ nodes, sources }: Again): ReadonlySet<number> {
  const times = new Map<number, number>();
  for (const source of sources) times.set(source, (times.get(source) ?? 1) + 1);
  return new Set(nodes.filter((_, at) => times.get(sources[at]!)! > MOST_TIMES));
}

/** Blocks whose own text is that of a block above. */
function findRepeatedTexts(
  tree: Tree,
  { own, words, letters, filled }: PageMeasures,
  mayQuote: boolean,
): Again {
  const seen = new Map<number, number>();
  const again: Again = { nodes: [], sources: [], saidBy: [] };
  const said: number[] = [];
  let quotedUntil = 0;
  for (const node of filled) {
    if (mayQuote && tree.tag[node] === T.BLOCKQUOTE && words[node]! <= LONGEST_QUOTE)
      quotedUntil = tree.end[node]!;
    if (node < quotedUntil || own.words[node] === 0 || words[node] === 0) continue;
    // 32 bits of hash and the count of half words: exact in a double.
    const key = letters[node]! + 2 * own.words[node]! * 2 ** 32;
    const source = seen.get(key);
    if (source === undefined) {
      seen.set(key, said.length);
    } else {
      again.nodes.push(node);
      again.sources.push(source);
      again.saidBy.push(said[source]!);
    }
    said.push(node);
  }
  return again;
}

/** The first link to where each link leads that is not the first. */
function findFirstLinks(tree: Tree, { own, links, filled }: PageMeasures): ReadonlyMap<number, number> {
  const seen = new Map<string, number>();
  const firstLinks = new Map<number, number>();
  for (const node of filled) {
    if (own.links[node] === 0 || links[node] === 0) continue;
    const address = tree.attribute(node, 'href') ?? '';
    const first = seen.get(address);
    if (first === undefined) seen.set(address, node);
    else firstLinks.set(node, first);
  }
  return firstLinks;
}

function longOf({ nodes, sources, saidBy }: Again, words: Float32Array): Again {
  const isLong = (_: number, at: number): boolean => words[nodes[at]!]! >= LONG_TEXT;
  return { nodes: nodes.filter(isLong), sources: sources.filter(isLong), saidBy: saidBy.filter(isLong) };
}

/** The place of the first text at a node or after it. */
export function firstFrom({ nodes }: Again, node: number): number {
  return partitionPoint(nodes.length, (at) => nodes[at]! < node);
}

/** The places of the first texts in a block that no template repeats. */
export function rarePlaces(tree: Tree, block: number, { texts, often }: Repeated): number[] {
  const first = firstFrom(texts, block);
  const end = Math.min(firstFrom(texts, tree.end[block]!), first + TEXTS_COMPARED);
  const places: number[] = [];
  for (let at = first; at < end; at++) if (!often.has(texts.nodes[at]!)) places.push(at);
  return places;
}

/** The block around the text said first that corresponds to `block` around the one at `place`; -1 when there is none. */
export function counterpart(tree: Tree, block: number, { nodes, saidBy }: Again, place: number): number {
  let source = saidBy[place]!;
  let levels = 0;
  for (let at = nodes[place]!; at > block; at = tree.parent[at]!) {
    if (++levels > ENTRY_DEPTH || source <= 0) return -1;
    source = tree.parent[source]!;
  }
  return source;
}
