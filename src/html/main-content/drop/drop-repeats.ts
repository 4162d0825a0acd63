import * as T from '../../tags.ts';
import type { Draft } from '../draft.ts';
import { elementClass, HEADING } from '../measure/element-classes.ts';
import { behindBeginning } from './begin-quote.ts';
import { isEntryAgain, isPartOfEntry } from './repeated-entries.ts';
import {
  findRepeated,
  firstFrom,
  LEAST_ENTRY,
  LEAST_PROSE,
  LONGEST_QUOTE,
  TEXTS_COMPARED,
  type Repeated,
} from './repeated-texts.ts';
import { SINGLE } from './single-blocks.ts';

/** A block goes when this share of its words has been said before. */
const REPEATED_SHARE = 0.9;
/** A block of so few words on a forum quotes, whatever its element. */
const SHORT_QUOTE = 40;
/** Forums that quote in other elements than `blockquote` call them so. */
const QUOTE_NAME = /(?:^|[\s_-])quote(?:$|[\s_-])/i;
/** Words of the head of a post, and the levels on which what stands below it is looked for. */
const HEAD_WORDS = 24;
const HEAD_LEVELS = 4;
/** So many blocks below a head are looked at. */
const MOST_SIBLINGS = 16;

/** Without these a table has a hole, and a quote no author. */
const PARTS: ReadonlySet<number> = new Set([T.FIGCAPTION, T.THEAD, T.TBODY, T.TR, T.TD, T.TH]);

/** A block of one text is a copy when it says so many words again. */
const LONG_COPY = 40;
/** Names of blocks that are shown on screens of some width only. */
const FOR_WIDTH = /mobile|desktop|tablet/i;
/** A copy is of blocks that stand together: the place it was taken from has at most this many times its texts. */
const LARGEST_SOURCE = 2;
/** A text that is not this share of its entry has no part in it. */
const ENTRY_SHARE = 0.5;
/** So many words of an entry are new. */
const NEW_WORDS = 2;
/** So many words of sentences below a heading are new. */
const NEW_PROSE = 10;
/** A heading is looked for among so many of the first nodes of a block. */
const HEAD_NODES = 8;

/** The ways in which a page of some type repeats itself on purpose, or does not. */
export interface Repeating {
  /** Block quotes of some sentences answer what they quote. */
  readonly mayQuote?: boolean;
  /** Its items are entries, and one that is shown twice is none of the text. */
  readonly mayListAgain?: boolean;
}

/**
 * Takes out blocks that say again what stands above: the same text for wide and for narrow screens, slides that a
 * carousel copied, entries shown twice. The first of each stays, and so does the beginning of a long quote.
 */
export function dropRepeats(draft: Draft, repeating: Repeating): void {
  const { tree, measures, removals } = draft;
  const { mayQuote = false } = repeating;
  const repeated = findRepeated(draft, mayQuote);
  if (repeated === undefined) return;
  const copies = new Copies(draft, repeated);
  let quotedUntil = 0;
  for (let node = 1; node < tree.length;) {
    if (tree.tag[node] === T.BLOCKQUOTE) quotedUntil = Math.max(quotedUntil, tree.end[node]!);
    const isQuoted = mayQuote && node < quotedUntil;
    // A short answer below a long quote is new.
    const least = mayQuote && !isQuoted ? 1 : REPEATED_SHARE;
    const isLong = repeated.prose[node]! >= LEAST_PROSE || repeated.words[node]! >= LEAST_ENTRY;
    const isOut = removals.mask[node] !== 0 || !isLong;
    const isAgain = !isOut && repeated.words[node]! >= least * measures.words[node]!;
    if (isAgain && isRepeat(draft, node, repeated, repeating)) {
      copies.drop(node, isQuoted);
      node = tree.end[node]!;
    } else {
      node = isOut ? tree.end[node]! : node + 1;
    }
  }
  copies.giveBackNew();
}

/** The copies of a page that go, and what is new in them. */
class Copies {
  readonly #draft: Draft;
  readonly #repeated: Repeated;
  readonly #new: number[] = [];

  constructor(draft: Draft, repeated: Repeated) {
    this.#draft = draft;
    this.#repeated = repeated;
  }

  /** Takes out a copy; of a quote, what stands behind its beginning. */
  drop(node: number, isQuoted: boolean): void {
    const { tree, measures, removals } = this.#draft;
    for (const part of isQuoted ? behindBeginning(tree, node) : [node])
      removals.remove(part, 'repeated', measures);
    if (!isQuoted) this.#new.push(...newIn(this.#draft, node, this.#repeated));
  }

  giveBackNew(): void {
    const { measures, removals } = this.#draft;
    if (this.#new.length > 0) removals.restore(this.#new, measures);
  }
}

/** The sentences, and the title, that a copy has and its original has not. */
function newIn({ tree, measures: { own, words } }: Draft, copy: number, repeated: Repeated): number[] {
  const found: number[] = [];
  if (repeated.words[copy]! >= words[copy]!) return found;
  for (let node = copy; node < tree.end[copy]!; node++) {
    if (own.words[node] === 0 || repeated.words[node] !== 0) continue;
    if (own.proseWords[node] !== 0 || tree.tag[node] === T.H1) found.push(node);
  }
  return found;
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
  if (mayQuote && !isProse && isHeadOfPost(draft, node)) return false;
  return (
    (isProse && isCopy(draft, node, repeated, mayQuote)) || isEntryAgain(draft, node, repeated, mayListAgain)
  );
}

/** Whether a few words stand above sentences: who wrote the post, who may have written another one above. */
function isHeadOfPost({ tree, measures }: Draft, block: number): boolean {
  if (measures.words[block]! > HEAD_WORDS) return false;
  let siblings = 0;
  let at = block;
  for (let level = 0; level < HEAD_LEVELS && at > 0; level++) {
    const until = tree.end[tree.parent[at]!]!;
    for (let node = tree.end[at]!; node < until && siblings < MOST_SIBLINGS; node = tree.end[node]!) {
      if (measures.words[node] !== 0) return measures.proseWords[node] !== 0;
      if (tree.tag[node] !== T.TEXT) siblings++;
    }
    at = tree.parent[at]!;
  }
  return false;
}

/** Whether a block stands above as a whole. An answer on a forum quotes a whole post without meaning to. */
function isCopy(draft: Draft, node: number, repeated: Repeated, mayQuote: boolean): boolean {
  const { tree, measures } = draft;
  const tag = tree.tag[node]!;
  if (mayQuote) {
    const isQuote = QUOTE_NAME.test(tree.attribute(node, 'class') ?? '');
    return (
      measures.words[node]! > (isQuote ? LONGEST_QUOTE : SHORT_QUOTE) &&
      (!SINGLE.has(tag) || tag === T.BLOCKQUOTE)
    );
  }
  if (SINGLE.has(tag)) return false;
  const texts = firstFrom(repeated.texts, tree.end[node]!) - firstFrom(repeated.texts, node);
  if (texts > 1) return isOfOnePlace(draft, node, repeated, texts);
  const isLong = measures.words[node]! >= LONG_COPY || FOR_WIDTH.test(tree.attribute(node, 'class') ?? '');
  return isLong && !isTextOfEntry(draft, node, repeated);
}

/** Whether the texts of a block stand together above. */
function isOfOnePlace({ tree }: Draft, node: number, { longTexts }: Repeated, texts: number): boolean {
  const { nodes, sources } = longTexts;
  const end = tree.end[node]!;
  const first = firstFrom(longTexts, node);
  let from = Infinity;
  let to = 0;
  for (let at = first; at < first + TEXTS_COMPARED && at < nodes.length && nodes[at]! < end; at++) {
    from = Math.min(from, sources[at]!);
    to = Math.max(to, sources[at]!);
  }
  return to - from < LARGEST_SOURCE * texts + 1;
}

/** Whether a text is most of an entry that goes on with something new: who said it, and when. */
function isTextOfEntry({ tree, measures }: Draft, node: number, { words }: Repeated): boolean {
  const entry = tree.parent[node]!;
  return (
    measures.words[entry]! - words[entry]! >= NEW_WORDS &&
    measures.words[node]! >= ENTRY_SHARE * measures.words[entry]!
  );
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
