import * as T from '../../tags.ts';
import type { Tree } from '../../tree.ts';
import type { Draft } from '../draft.ts';
import { elementClass, HEADING } from '../measure/element-classes.ts';
import { counterpart, firstFrom, rarePlaces, type Repeated } from './repeated-texts.ts';
import { SINGLE } from './single-blocks.ts';

/** So many blocks beside one are looked at. */
const MOST_SIBLINGS = 16;
/** The first links of a block are looked for among so many of its nodes. */
const LINK_NODES = 64;
/** The part of an entry lies so deep in it. */
const PART_DEPTH = 4;

/** Whether a block is an entry shown again. `mayListAgain`: any block on the page may be one. */
export function isEntryAgain(
  { tree, measures }: Draft,
  node: number,
  repeated: Repeated,
  mayListAgain: boolean,
): boolean {
  const tag = tree.tag[node]!;
  if (measures.links[node] === 0 || repeated.links[node] !== measures.links[node]) return false;
  if (saysItsNameAgain(tree, node, repeated) || isOfAnother(tree, node, repeated)) return false;
  if (mayListAgain) return true;
  const isSingle = SINGLE.has(tag) || (elementClass(tag) & HEADING) !== 0;
  return !isSingle || repeated.often.has(node);
}

/** Whether one of several texts in a block is that of a block beside it, in the same entry: its name. */
function saysItsNameAgain(tree: Tree, node: number, repeated: Repeated): boolean {
  const { texts } = repeated;
  if (firstFrom(texts, tree.end[node]!) - firstFrom(texts, node) < 2) return false;
  return rarePlaces(tree, node, repeated).some((place) =>
    isWithin(tree, node, counterpart(tree, node, texts, place)),
  );
}

/**
 * Whether what a block says was said above of something else, a price say: its links lead to where the entry around it
 * leads, and the block that said it first leads elsewhere.
 */
function isOfAnother(tree: Tree, node: number, repeated: Repeated): boolean {
  const [place] = rarePlaces(tree, node, repeated);
  if (place === undefined) return false;
  const source = counterpart(tree, node, repeated.texts, place);
  const link = firstLinkOf(tree, node, repeated);
  if (source < 0 || link < 0 || isWithin(tree, link, source)) return false;
  let entry = node;
  for (let level = 0; level < PART_DEPTH && entry > 0; level++) entry = tree.parent[entry]!;
  return isWithin(tree, link, entry);
}

/** The first link on the page to where a block leads; -1 when none is found. */
function firstLinkOf(tree: Tree, node: number, { firstLinks }: Repeated): number {
  const end = Math.min(tree.end[node]!, node + LINK_NODES);
  for (let at = node; at < end; at++) {
    const link = firstLinks.get(at);
    if (link !== undefined) return link;
  }
  return -1;
}

function isWithin(tree: Tree, node: number, block: number): boolean {
  return block >= 0 && block <= node && node < tree.end[block]!;
}

/**
 * Whether a block says in one entry what its counterpart says in another that looks alike: both authors are of one firm,
 * both goods have one size. The entry as a whole is new, else it had gone. A template repeats what comes often.
 */
export function isPartOfEntry({ tree }: Draft, node: number, repeated: Repeated): boolean {
  const [place] = rarePlaces(tree, node, repeated);
  if (place === undefined) return false;
  const source = counterpart(tree, node, repeated.texts, place);
  if (source <= 0) return false;
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
