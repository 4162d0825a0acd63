import * as T from '../tags.ts';
import type { Draft } from './draft.ts';
import type { RuleName } from './rules.ts';
import { elementClass, HEADING } from './measure/element-classes.ts';
import { namesAt } from './classify/block-labels.ts';
import { COMMENTS } from './classify/vocabulary.ts';
import { StreamedParts } from './streamed-parts.ts';

/** `main` is believed when it holds this share of the words and of the prose. */
const MAIN_SHARE = 0.35;
/** A sibling that holds this share of the prose, and is prose to that share itself, belongs to the text. */
const SIBLING_SHARE = 0.14;
const SIBLING_DENSITY = 0.6;

/** A block with more of its words in links leads elsewhere. */
const MOST_LINKS = 0.5;
/** A block of so many words of prose, with fewer links and without a name of frame, is a part of the text: questions, notes. */
const PART_PROSE = 80;
const PART_LINKS = 0.1;
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

/** The items of a list are one content, even when one of them holds most of it; a listing is none, however long. */
const INDIVISIBLE: ReadonlySet<number> = new Set([T.P, T.UL, T.OL, T.DL, T.PRE]);

/** Takes out everything around the page's `main` element, when that holds a good part of the page. */
export function stayInMain(draft: Draft): void {
  const main = findMain(draft);
  const { words, proseWords } = draft.measures;
  if (main < 0 || words[main]! < MAIN_SHARE * words[0]! || proseWords[main]! < MAIN_SHARE * proseWords[0]!)
    return;
  const streamed = new StreamedParts(draft.tree);
  const isInMain = (node: number): boolean => streamed.belongTo(node, main);
  for (let inside = main; inside > 0; inside = draft.tree.parent[inside]!) {
    keepOnly(draft, inside, 'outside main', isInMain);
  }
}

function findMain({ tree, measures, removals }: Draft): number {
  const { length, tag, end } = tree;
  // Roles are read on pages that use no `main` element only: on all others they would cost and say nothing.
  const mayBeRole = !tag.includes(T.MAIN);
  let main = -1;
  for (let node = 1; node < length;) {
    if (removals.mask[node] !== 0 || (tag[node] !== T.TEXT && measures.words[node] === 0)) {
      node = end[node]!;
      continue;
    }
    const isMain =
      tag[node] === T.MAIN ||
      (mayBeRole &&
        (tag[node] === T.DIV || tag[node] === T.SECTION) &&
        tree.attribute(node, 'role') === 'main');
    if (isMain && (main < 0 || measures.words[node]! > measures.words[main]!)) main = node;
    node++;
  }
  return main;
}

/**
 * Goes down from the top while one child holds at least `least` of the page's prose, and takes out what stands beside
 * it and does not belong to the text: what is left is the smallest block around the text, with what leads to it.
 * Comments never stand for the text, however long they are.
 */
export function narrowToProse(draft: Draft, least: number): void {
  const { tree, measures, removals } = draft;
  const { proseWords } = measures;
  const total = proseWords[0]!;
  if (total === 0) return;
  const streamed = new StreamedParts(tree);
  for (let at = 0; ;) {
    let next = -1;
    for (let child = at + 1; child < tree.end[at]! && next < 0; child = tree.end[child]!) {
      if (removals.mask[child] === 0 && proseWords[child]! >= least * total) next = child;
    }
    if (next < 0 || INDIVISIBLE.has(tree.tag[next]!) || (namesAt(tree, next) & COMMENTS) !== 0) return;
    const inside = next;
    const text = findText(draft, at, inside);
    keepOnly(draft, inside, 'outside the prose', (node) => text.has(node) || streamed.belongTo(node, inside));
    at = next;
  }
}

/** Children of `parent` that belong to the text in `body`, each with the headings right above it. */
function findText(draft: Draft, parent: number, body: number): ReadonlySet<number> {
  const { tree, measures, removals } = draft;
  const text = new Set<number>();
  const headings: number[] = [];
  for (let child = parent + 1; child < tree.end[parent]!; child = tree.end[child]!) {
    if (removals.mask[child] !== 0 || measures.words[child] === 0 || tree.tag[child] === T.TEXT) continue;
    if ((elementClass(tree.tag[child]!) & HEADING) !== 0) {
      headings.push(child);
      continue;
    }
    if (child === body || isText(draft, child, body)) {
      text.add(child);
      for (const heading of headings) text.add(heading);
    }
    headings.length = 0;
  }
  return text;
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

/** Takes out the siblings of `kept`, but for text nodes and those that `spares` approves. */
function keepOnly(
  { tree, measures, removals }: Draft,
  kept: number,
  rule: RuleName,
  spares: (node: number) => boolean,
): void {
  const parent = tree.parent[kept]!;
  for (let child = parent + 1; child < tree.end[parent]!; child = tree.end[child]!) {
    if (child === kept || removals.mask[child] !== 0 || tree.tag[child] === T.TEXT) continue;
    if (measures.words[child]! + measures.media[child]! > 0 && !spares(child))
      removals.remove(child, rule, measures);
  }
}
