import { partitionPoint } from '../../../lib/partition-point.ts';
import * as T from '../../tags.ts';
import type { Tree } from '../../tree.ts';
import type { Draft } from '../draft.ts';
import { elementClass, HEADING } from '../measure/element-classes.ts';
import type { PageMeasures } from '../measure/page-measures.ts';

/** A block of prose must be this long for its repetition to be no accident. */
const LEAST_PROSE = 15;
/** The same for a block whose links all lead where links above lead: an entry shown again. */
const LEAST_ENTRY = 4;
/** A block goes when this share of its words has been said before. */
const REPEATED_SHARE = 0.9;

/** A longer quote is a whole post, which stands above. */
const LONGEST_QUOTE = 80;
/** A block of so few words on a forum quotes, whatever its element. */
const SHORT_QUOTE = 40;

/** Without these a table has a hole, and a quote no author. */
const PARTS: ReadonlySet<number> = new Set([T.FIGCAPTION, T.THEAD, T.TBODY, T.TR, T.TD, T.TH]);

/** One of these may say again what another one says: a step of a plan, a question to each, a quote. A copied block holds it. */
const SINGLE: ReadonlySet<number> = new Set([
  T.P,
  T.LI,
  T.UL,
  T.OL,
  T.BLOCKQUOTE,
  T.PRE,
  T.DD,
  T.DT,
  T.DL,
  T.SPAN,
  T.FIGCAPTION,
]);

/** A block of one text is a copy when it says so many words again. */
const LONG_COPY = 40;
/** Names of blocks that are shown on screens of some width only. */
const FOR_WIDTH = /mobile|desktop|tablet/i;
/** A text that comes more often is repeated by a template. */
const MOST_TIMES = 5;
/** Texts of so many words tell where a copy was taken from. */
const LONG_TEXT = 4;
/** A copy is of blocks that stand together: the place it was taken from has at most this many times its texts. */
const LARGEST_SOURCE = 2;
/** A text stands at most so deep in a part of an entry. */
const ENTRY_DEPTH = 32;
/** So many blocks beside one are looked at. */
const MOST_SIBLINGS = 16;
/** So many words of sentences below a heading are new. */
const NEW_PROSE = 10;
/** A heading is looked for among so many of the first nodes of a block. */
const HEAD_NODES = 8;
/** So many of its texts are looked at. */
const TEXTS_COMPARED = 32;

/** The text that stands above already, by node, with all below the node once summed up. */
interface Repeated {
  readonly words: Float32Array;
  /** Words of long blocks of prose. */
  readonly prose: Float32Array;
  readonly links: Float32Array;
  /** All of its texts, and those of some words. */
  readonly texts: Again;
  readonly longTexts: Again;
  /** Blocks whose own text stands on the page many times. */
  readonly often: ReadonlySet<number>;
}

/** The blocks that say again what one above says. */
interface Again {
  readonly nodes: number[];
  /** The number of the text that each repeats, of all texts on the page. */
  readonly sources: number[];
  /** The block that said each text first. */
  readonly saidBy: number[];
}

function longOf({ nodes, sources, saidBy }: Again, words: Float32Array): Again {
  const isLong = (_: number, at: number): boolean => words[nodes[at]!]! >= LONG_TEXT;
  return { nodes: nodes.filter(isLong), sources: sources.filter(isLong), saidBy: saidBy.filter(isLong) };
}

/** The ways in which a page of some type repeats itself on purpose, or does not. */
export interface Repeating {
  /** Block quotes of some sentences answer what they quote. */
  readonly mayQuote?: boolean;
  /** Its items are entries, and one that is shown twice is none of the text. */
  readonly mayListAgain?: boolean;
}

/**
 * Takes out blocks that say again what stands above: the same text for wide and for narrow screens, slides that a
 * carousel copied, entries shown twice. The first of each stays.
 */
export function dropRepeats(draft: Draft, repeating: Repeating): void {
  const { tree, measures, removals } = draft;
  const { mayQuote = false } = repeating;
  const repeated = findRepeated(draft, mayQuote);
  if (repeated === undefined) return;
  let quotedUntil = 0;
  for (let node = 1; node < tree.length;) {
    if (tree.tag[node] === T.BLOCKQUOTE) quotedUntil = Math.max(quotedUntil, tree.end[node]!);
    // A short answer below a long quote is new.
    const least = mayQuote && node >= quotedUntil ? 1 : REPEATED_SHARE;
    const isLong = repeated.prose[node]! >= LEAST_PROSE || repeated.words[node]! >= LEAST_ENTRY;
    if (removals.mask[node] !== 0 || !isLong) {
      node = tree.end[node]!;
    } else if (
      repeated.words[node]! >= least * measures.words[node]! &&
      isRepeat(draft, node, repeated, repeating)
    ) {
      removals.remove(node, 'repeated', measures);
      node = tree.end[node]!;
    } else {
      node++;
    }
  }
}

/** Whether a block of repeated words is a copy of one above, or an entry shown twice. */
function isRepeat(
  draft: Draft,
  node: number,
  repeated: Repeated,
  { mayQuote = false, mayListAgain = false }: Repeating,
): boolean {
  if (
    PARTS.has(draft.tree.tag[node]!) ||
    isHeadOfNew(draft, node, repeated) ||
    isPartOfEntry(draft, node, repeated)
  )
    return false;
  const isProse = repeated.prose[node]! >= LEAST_PROSE;
  return (isProse && isCopy(draft, node, repeated, mayQuote)) || isEntry(draft, node, repeated, mayListAgain);
}

/**
 * Whether a block says in one entry what its counterpart says in another that looks alike: both authors are of one firm,
 * both goods have one size. The entry as a whole is new, else it had gone. A template repeats what comes often.
 */
function isPartOfEntry({ tree }: Draft, node: number, { texts, often }: Repeated): boolean {
  const { nodes, saidBy } = texts;
  const first = firstFrom(texts, node);
  const end = Math.min(firstFrom(texts, tree.end[node]!), first + TEXTS_COMPARED);
  let rare = first;
  while (rare < end && often.has(nodes[rare]!)) rare++;
  if (rare >= end) return false;
  let source = saidBy[rare]!;
  let levels = 0;
  for (let at = nodes[rare]!; at > node; at = tree.parent[at]!) {
    if (++levels > ENTRY_DEPTH) return false;
    source = tree.parent[source]!;
  }
  const entry = tree.parent[node]!;
  const other = tree.parent[source]!;
  return (
    entry !== other &&
    looksLike(tree, node, source) &&
    looksLike(tree, entry, other) &&
    !isEntryItself(tree, node)
  );
}

/** Whether blocks that look like one stand beside it. */
function isEntryItself(tree: Tree, node: number): boolean {
  const parent = tree.parent[node]!;
  let siblings = 0;
  for (
    let child = parent + 1;
    child < tree.end[parent]! && siblings < MOST_SIBLINGS;
    child = tree.end[child]!
  ) {
    if (tree.tag[child] === T.TEXT) continue;
    siblings++;
    if (child !== node && looksLike(tree, child, node)) return true;
  }
  return false;
}

function looksLike(tree: Tree, node: number, other: number): boolean {
  return (
    tree.tag[node] === tree.tag[other] && tree.attribute(node, 'class') === tree.attribute(other, 'class')
  );
}

/** Whether a block stands above as a whole. An answer on a forum quotes a whole post without meaning to. */
function isCopy({ tree, measures }: Draft, node: number, repeated: Repeated, mayQuote: boolean): boolean {
  const tag = tree.tag[node]!;
  if (mayQuote) return measures.words[node]! > SHORT_QUOTE && (!SINGLE.has(tag) || tag === T.BLOCKQUOTE);
  if (SINGLE.has(tag)) return false;
  const end = tree.end[node]!;
  const texts = firstFrom(repeated.texts, end) - firstFrom(repeated.texts, node);
  if (texts === 1)
    return measures.words[node]! >= LONG_COPY || FOR_WIDTH.test(tree.attribute(node, 'class') ?? '');
  const { nodes, sources } = repeated.longTexts;
  const first = firstFrom(repeated.longTexts, node);
  let from = Infinity;
  let to = 0;
  for (let at = first; at < first + TEXTS_COMPARED && at < nodes.length && nodes[at]! < end; at++) {
    from = Math.min(from, sources[at]!);
    to = Math.max(to, sources[at]!);
  }
  return to - from < LARGEST_SOURCE * texts + 1;
}

/** Whether a block is the heading of what its parent goes on to say. */
function isHeadOfNew({ tree, measures }: Draft, node: number, { prose }: Repeated): boolean {
  const parent = tree.parent[node]!;
  if (measures.proseWords[parent]! - prose[parent]! < NEW_PROSE) return false;
  const end = Math.min(tree.end[node]!, node + HEAD_NODES);
  for (let inside = node; inside < end; inside++) {
    if ((elementClass(tree.tag[inside]!) & HEADING) !== 0)
      return measures.words[inside] === measures.words[node];
  }
  return false;
}

/** The place of the first text at a node or after it. */
function firstFrom({ nodes }: Again, node: number): number {
  return partitionPoint(nodes.length, (at) => nodes[at]! < node);
}

function isEntry(
  { tree, measures }: Draft,
  node: number,
  { links, often }: Repeated,
  mayListAgain: boolean,
): boolean {
  const tag = tree.tag[node]!;
  if (measures.links[node] === 0 || links[node] !== measures.links[node]) return false;
  if (mayListAgain) return true;
  const isSingle = SINGLE.has(tag) || (elementClass(tag) & HEADING) !== 0;
  return !isSingle || often.has(node);
}

/** Undefined when nothing long enough stands on the page twice. */
function findRepeated({ tree, measures }: Draft, mayQuote: boolean): Repeated | undefined {
  const again = findRepeatedTexts(tree, measures, mayQuote);
  if (again.nodes.reduce((sum, node) => sum + measures.own.words[node]!, 0) < LEAST_ENTRY) return undefined;
  const { own } = measures;
  const repeated: Repeated = {
    words: new Float32Array(tree.length),
    prose: new Float32Array(tree.length),
    links: new Float32Array(tree.length),
    texts: again,
    longTexts: longOf(again, own.words),
    often: findOften(again),
  };
  const { words, prose, links } = repeated;
  for (const node of again.nodes) {
    words[node] = own.words[node]!;
    if (own.proseWords[node]! >= LEAST_PROSE) prose[node] = own.proseWords[node]!;
  }
  markRepeatedLinks(tree, measures, repeated.links);
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

function markRepeatedLinks(tree: Tree, { own, links, filled }: PageMeasures, repeated: Float32Array): void {
  const seen = new Set<string>();
  for (const node of filled) {
    if (own.links[node] === 0 || links[node] === 0) continue;
    const address = tree.attribute(node, 'href') ?? '';
    if (seen.has(address)) repeated[node] = 1;
    else seen.add(address);
  }
}
