import * as T from '../tags.ts';
import type { Draft } from './draft.ts';
import type { RuleName } from './rules.ts';
import { namesAt } from './classify/block-labels.ts';
import { COMMENTS } from './classify/vocabulary.ts';
import { findTextBeside } from './text-beside.ts';
import { StreamedParts } from './streamed-parts.ts';

/** `main` is believed when it holds this share of the words and of the prose. */
const MAIN_SHARE = 0.35;
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
    const text = findTextBeside(draft, at, inside);
    keepOnly(draft, inside, 'outside the prose', (node) => text.has(node) || streamed.belongTo(node, inside));
    at = next;
  }
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
