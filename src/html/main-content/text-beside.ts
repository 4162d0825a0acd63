import * as T from '../tags.ts';
import type { Tree } from '../tree.ts';
import { namesAt } from './classify/block-labels.ts';
import type { Draft } from './draft.ts';
import { elementClass, HEADING } from './measure/element-classes.ts';

/** A sibling that holds this share of the prose, and is prose to that share itself, belongs to the text. */
const SIBLING_SHARE = 0.14;
const SIBLING_DENSITY = 0.6;

/** A block with more of its words in links leads elsewhere. */
const MOST_LINKS = 0.5;
/** A block of so many words of prose, with fewer links and without a name of frame, is a part of the text: questions, notes. */
const PART_PROSE = 80;
const PART_LINKS = 0.1;
/** The links of a block that looks like a part of the text, and of a list under a heading. */
const ALIKE_LINKS = 0.12;
const LIST_LINKS = 0.65;
/** A paragraph of so many words says something. */
const SENTENCE = 6;
/** Elements that are text themselves. */
const TEXT: ReadonlySet<number> = new Set([
  T.P,
  T.UL,
  T.OL,
  T.PRE,
  T.TABLE,
  T.TR,
  T.BLOCKQUOTE,
  T.DL,
  T.SECTION,
]);

/** A child that is not text by itself, with the headings right above it. */
interface Headed {
  readonly node: number;
  readonly headings: readonly number[];
}

/** Children of `parent` that belong to the text in `body`, each with the headings right above it. */
export function findTextBeside(draft: Draft, parent: number, body: number): ReadonlySet<number> {
  const { tree, measures, removals } = draft;
  const text = new Set<number>();
  const looks = new Set<string>();
  const others: Headed[] = [];
  let headings: number[] = [];
  for (let child = parent + 1; child < tree.end[parent]!; child = tree.end[child]!) {
    if (removals.mask[child] !== 0 || measures.words[child] === 0 || tree.tag[child] === T.TEXT) continue;
    if ((elementClass(tree.tag[child]!) & HEADING) !== 0) {
      headings.push(child);
      continue;
    }
    if (child === body || isText(draft, child, body)) {
      for (const node of [child, ...headings]) text.add(node);
      looks.add(lookOf(tree, child));
    } else {
      others.push({ node: child, headings });
    }
    headings = [];
  }
  for (const other of others) {
    if (isHeadedList(draft, other) || isAlike(draft, other.node, looks))
      for (const node of [other.node, ...other.headings]) text.add(node);
  }
  addPictures(draft, parent, body, text);
  return text;
}

/** Adds the pictures that stand within the text, or between the title and the text. */
function addPictures(draft: Draft, parent: number, body: number, text: Set<number>): void {
  const { tree, measures, removals, title } = draft;
  const leadsToText = title.node >= 0 && title.node < body;
  let last = body;
  for (const node of text) last = Math.max(last, node);
  let isBelow = false;
  for (let child = parent + 1; child < last; child = tree.end[child]!) {
    isBelow ||= text.has(child) || (leadsToText && title.node < tree.end[child]!);
    if (!isBelow || removals.mask[child] !== 0) continue;
    if (measures.words[child] === 0 && measures.media[child] !== 0 && namesAt(tree, child) === 0)
      text.add(child);
  }
}

/** Whether a block is a list under a heading, in which many items are links and others are not: supplies, sources. */
function isHeadedList({ tree, measures }: Draft, { node, headings }: Headed): boolean {
  const tag = tree.tag[node]!;
  return (
    headings.length > 0 &&
    (tag === T.UL || tag === T.OL) &&
    measures.linkWords[node]! <= LIST_LINKS * measures.words[node]!
  );
}

/** Whether a block looks like a part of the text beside it, and says something without leading elsewhere. */
function isAlike({ tree, measures }: Draft, node: number, looks: ReadonlySet<string>): boolean {
  const look = lookOf(tree, node);
  return (
    look !== '' &&
    looks.has(look) &&
    measures.proseWords[node]! > 0 &&
    measures.linkWords[node]! <= ALIKE_LINKS * measures.words[node]! &&
    namesAt(tree, node) === 0
  );
}

/** The element with its classes; '' for one without a class. */
function lookOf(tree: Tree, node: number): string {
  const names = tree.attribute(node, 'class')?.trim() ?? '';
  return names === '' ? '' : `${tree.tag[node]} ${names}`;
}

/** Whether a block beside `body` belongs to the text: by its size, its element, or its place between title and body. */
function isText({ tree, measures, title }: Draft, node: number, body: number): boolean {
  const prose = measures.proseWords[node]!;
  const words = measures.words[node]!;
  const links = measures.linkWords[node]! / words;
  if (prose === 0) return TEXT.has(tree.tag[node]!) && words >= SENTENCE && links <= PART_LINKS;
  if (prose >= SIBLING_DENSITY * words) {
    if (prose >= SIBLING_SHARE * measures.proseWords[0]!) return true;
    if (prose >= PART_PROSE && links <= PART_LINKS && namesAt(tree, node) === 0) return true;
  }
  const leadsToBody = title.node >= 0 && title.node < node && node < body;
  return links <= MOST_LINKS && (leadsToBody || TEXT.has(tree.tag[node]!));
}
