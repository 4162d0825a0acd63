import * as T from '../../tags.ts';
import type { Tree } from '../../tree.ts';
import type { Draft } from '../draft.ts';
import type { PageMeasures } from '../measure/page-measures.ts';

/** A block of prose must be this long for its repetition to be no accident. */
const LEAST_PROSE = 15;
/** The same for a block whose links all lead where links above lead: an entry shown again. */
const LEAST_ENTRY = 4;
/** A block goes when this share of its words has been said before. */
const REPEATED_SHARE = 0.9;

/** A longer quote is a whole post, which stands above. */
const LONGEST_QUOTE = 80;

/** Without these a table has a hole. */
const TABLE_PARTS: ReadonlySet<number> = new Set([T.TBODY, T.TR, T.TD, T.TH]);

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

/** The text that stands above already, by node, with all below the node once summed up. */
interface Repeated {
  readonly words: Float32Array;
  /** Words of long blocks of prose. */
  readonly prose: Float32Array;
  readonly links: Float32Array;
}

/**
 * Takes out blocks that say again what stands above: the same text for wide and for narrow screens, slides that a
 * carousel copied, entries shown twice. The first of each stays. `mayQuote`: block quotes of some
 * sentences repeat on purpose, as answers on forums do.
 */
export function dropRepeats(draft: Draft, mayQuote: boolean): void {
  const { tree, measures, removals } = draft;
  const repeated = findRepeated(draft, mayQuote);
  if (repeated === undefined) return;
  let quotedUntil = 0;
  for (let node = 1; node < tree.length;) {
    if (tree.tag[node] === T.BLOCKQUOTE) quotedUntil = Math.max(quotedUntil, tree.end[node]!);
    // A short answer below a long quote is new.
    const least = mayQuote && node >= quotedUntil ? 1 : REPEATED_SHARE;
    const isProse = repeated.prose[node]! >= LEAST_PROSE;
    if (removals.mask[node] !== 0 || (!isProse && repeated.words[node]! < LEAST_ENTRY)) {
      node = tree.end[node]!;
    } else if (
      ((isProse && isCopied(tree.tag[node]!, mayQuote)) || isEntry(draft, node, repeated)) &&
      repeated.words[node]! >= least * measures.words[node]! &&
      !TABLE_PARTS.has(tree.tag[node]!)
    ) {
      removals.remove(node, 'repeated', measures);
      node = tree.end[node]!;
    } else {
      node++;
    }
  }
}

/** An answer on a forum quotes a whole post without meaning to. */
function isCopied(tag: number, mayQuote: boolean): boolean {
  return !SINGLE.has(tag) || (mayQuote && tag === T.BLOCKQUOTE);
}

function isEntry({ measures }: Draft, node: number, { links }: Repeated): boolean {
  return measures.links[node]! > 0 && links[node] === measures.links[node];
}

/** Undefined when nothing long enough stands on the page twice. */
function findRepeated({ tree, measures }: Draft, mayQuote: boolean): Repeated | undefined {
  const again = findRepeatedTexts(tree, measures, mayQuote);
  if (again.reduce((sum, node) => sum + measures.own.words[node]!, 0) < LEAST_ENTRY) return undefined;
  const { own } = measures;
  const repeated: Repeated = {
    words: new Float32Array(tree.length),
    prose: new Float32Array(tree.length),
    links: new Float32Array(tree.length),
  };
  for (const node of again) {
    repeated.words[node] = own.words[node]!;
    if (own.proseWords[node]! >= LEAST_PROSE) repeated.prose[node] = own.proseWords[node]!;
  }
  markRepeatedLinks(tree, measures, repeated.links);
  const { words, prose, links } = repeated;
  for (let at = measures.filled.length - 1; at > 0; at--) {
    const node = measures.filled[at]!;
    const parent = tree.parent[node]!;
    words[parent]! += words[node]!;
    prose[parent]! += prose[node]!;
    links[parent]! += links[node]!;
  }
  return repeated;
}

/** Blocks whose own text is that of a block above. */
function findRepeatedTexts(
  tree: Tree,
  { own, words, letters, filled }: PageMeasures,
  mayQuote: boolean,
): number[] {
  const seen = new Set<number>();
  const again: number[] = [];
  let quotedUntil = 0;
  for (const node of filled) {
    if (mayQuote && tree.tag[node] === T.BLOCKQUOTE && words[node]! <= LONGEST_QUOTE)
      quotedUntil = tree.end[node]!;
    if (node < quotedUntil || own.words[node] === 0 || words[node] === 0) continue;
    // 32 bits of hash and the count of half words: exact in a double.
    const key = letters[node]! + 2 * own.words[node]! * 2 ** 32;
    if (seen.has(key)) again.push(node);
    else seen.add(key);
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
