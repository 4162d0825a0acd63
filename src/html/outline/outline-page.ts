import type { EvidenceKind, RemovalTrace } from '../main-content/trace-removals.ts';
import { RULE, RULE_NAMES } from '../main-content/rules.ts';
import * as T from '../tags.ts';
import type { RemovalMask, Tree } from '../tree.ts';
import { createFindSelector, type FindSelector } from './unique-selectors.ts';

/** How sure a rule is: the caller asked for it, the page says it itself, its names or texts do, or its shape does. */
export type Certainty = 'asked' | 'sure' | 'likely' | 'guessed';

/** A block of a page, as people find it again. */
export interface PagePart {
  tag: string;
  /** `#id.class.class` as the page wrote it, '' when it has neither. */
  label: string;
  /** Matches this element alone; undefined when no selector of a readable length does. */
  selector: string | undefined;
  characters: number;
  /** Its share of the characters of the page, 0 to 1. */
  share: number;
  /** The beginning of its text. */
  text: string;
}

/** A block that was taken out, and why. */
export interface RemovedPart extends PagePart {
  rule: string;
  by: EvidenceKind | 'option';
  /** As the page wrote it, or the caller's option. */
  evidence: string;
  /** The numbers that the rule looked at; '' when it looked at none. */
  why: string;
  certainty: Certainty;
  /** It stands within the block that holds all that stayed. */
  isWithinContent: boolean;
  /** The id of the block in the marked page. */
  anchor: string;
}

/** A page in its parts: those that stayed and those that were taken out, in the order of the page. */
export interface PageOutline {
  characters: number;
  /** The block that holds all that stayed. */
  content: string | undefined;
  contentCharacters: number;
  removed: RemovedPart[];
  /** Removed blocks that are not listed: the smallest. */
  moreRemoved: number;
  kept: PagePart[];
}

/** The reasons for removals, beside the mask. */
export interface OutlineGrounds {
  removed: RemovalMask;
  traces: readonly RemovalTrace[];
  /** The number of the caller's selectors in the mask. */
  callersRule: number;
  /** The caller's selectors in words, for a block that they took out. */
  callersGround(node: number): { rule: string; evidence: string };
}

/** Blocks of either kind that are listed, at most: the largest. */
const MAX_PARTS = 100;
const MAX_TEXT = 160;
/** Text nodes that are read for the beginning of a text. */
const MAX_TEXT_NODES = 400;
/** Elements whose text nobody sees. */
const SILENT: ReadonlySet<number> = new Set([T.HEAD, T.SCRIPT, T.STYLE, T.TEMPLATE, T.IFRAME, T.NOEMBED]);

const CERTAINTY: Readonly<Record<EvidenceKind, Certainty>> = {
  element: 'sure',
  role: 'sure',
  hidden: 'sure',
  name: 'likely',
  heading: 'likely',
  text: 'likely',
  place: 'guessed',
  shape: 'guessed',
};

/** The top nodes of what was taken out and holds text, in the order of the page. */
export function removedTops(tree: Tree, removed: RemovalMask): number[] {
  const lengths = textLengths(tree);
  const tops: number[] = [];
  for (let node = 1; node < tree.length;) {
    const rule = removed[node]!;
    if (rule === 0) node++;
    else {
      if (rule !== RULE.invisible && lengthOf(tree, lengths, node) > 0) tops.push(node);
      node = tree.end[node]!;
    }
  }
  return tops;
}

/** Lists the parts of a page. Linear in the page. */
export function outlinePage(tree: Tree, grounds: OutlineGrounds): PageOutline {
  const lengths = textLengths(tree);
  const all = lengths[tree.length]!;
  const describe = createDescribe(tree, lengths, createFindSelector(tree));
  const tops = removedTops(tree, grounds.removed);
  const { root: content, characters: contentCharacters } = readContent(tree, grounds.removed);
  const traces = new Map(grounds.traces.map((trace) => [trace.node, trace]));
  const removed = largest(tops, (node) => lengthOf(tree, lengths, node)).map((node) => ({
    ...describe(node),
    ...groundOf(node, grounds, traces),
    isWithinContent: content !== undefined && node > content && node < tree.end[content]!,
    anchor: partAnchor(node),
  }));
  const blocks = content === undefined ? [] : keptBlocks(tree, grounds.removed, content);
  const kept = largest(
    blocks.filter((node) => lengthOf(tree, lengths, node) > 0),
    (node) => lengthOf(tree, lengths, node),
  ).map(describe);
  const whole = content === undefined ? undefined : describe(content);
  return {
    characters: all,
    content: whole?.selector,
    contentCharacters,
    removed,
    moreRemoved: tops.length - removed.length,
    kept,
  };
}

/** The id that a removed block has in the marked page. */
export function partAnchor(node: number): string {
  return `decant-${node}`;
}

/** The grounds of one removal in a sentence's pieces. */
export function groundOf(
  node: number,
  { removed, callersRule, callersGround }: OutlineGrounds,
  traces: ReadonlyMap<number, RemovalTrace>,
): Pick<RemovedPart, 'rule' | 'by' | 'evidence' | 'why' | 'certainty'> {
  if (removed[node] === callersRule)
    return { ...callersGround(node), by: 'option', why: '', certainty: 'asked' };
  const trace = traces.get(node);
  if (trace === undefined)
    return { rule: RULE_NAMES[removed[node]!] ?? '', by: 'name', evidence: '', why: '', certainty: 'likely' };
  const { rule, by, evidence, why } = trace;
  return { rule, by, evidence, why, certainty: CERTAINTY[by] };
}

/** The characters before each node, and of the whole page behind the last. */
function textLengths(tree: Tree): Float64Array {
  const lengths = new Float64Array(tree.length + 1);
  let silentUntil = 0;
  for (let node = 0; node < tree.length; node++) {
    const tag = tree.tag[node]!;
    if (SILENT.has(tag)) silentUntil = Math.max(silentUntil, tree.end[node]!);
    const isSeen = tag === T.TEXT && node >= silentUntil && !tree.isBlank(node);
    lengths[node + 1] = lengths[node]! + (isSeen ? tree.text(node).trim().length : 0);
  }
  return lengths;
}

function lengthOf(tree: Tree, lengths: Float64Array, node: number): number {
  return lengths[tree.end[node]!]! - lengths[node]!;
}

/** The smallest element around all text that stayed, and how much that is. */
function readContent(tree: Tree, removed: RemovalMask): { root: number | undefined; characters: number } {
  let first: number | undefined;
  let last = 0;
  let characters = 0;
  for (let node = 1; node < tree.length;) {
    if (removed[node] !== 0 || SILENT.has(tree.tag[node]!)) {
      node = tree.end[node]!;
      continue;
    }
    const length = tree.tag[node] === T.TEXT && !tree.isBlank(node) ? tree.text(node).trim().length : 0;
    if (length > 0) {
      first ??= node;
      last = node;
      characters += length;
    }
    node++;
  }
  if (first === undefined) return { root: undefined, characters };
  let root = tree.parent[first]!;
  while (root > 0 && tree.end[root]! <= last) root = tree.parent[root]!;
  return { root: root > 0 ? root : undefined, characters };
}

/** The elements that the content is made of: the children of the first block that holds more than one. */
function keptBlocks(tree: Tree, removed: RemovalMask, root: number): number[] {
  let blocks = [root];
  for (let children = keptChildren(tree, removed, root); children.length > 0;) {
    blocks = children;
    if (children.length > 1) break;
    children = keptChildren(tree, removed, children[0]!);
  }
  return blocks;
}

function keptChildren(tree: Tree, removed: RemovalMask, parent: number): number[] {
  const children: number[] = [];
  for (let child = parent + 1; child < tree.end[parent]!; child = tree.end[child]!) {
    const isElement = tree.tag[child]! >= T.FIRST_ELEMENT_TAG && !SILENT.has(tree.tag[child]!);
    if (isElement && removed[child] === 0) children.push(child);
  }
  return children;
}

/** In the order of the page. */
function largest(nodes: readonly number[], sizeOf: (node: number) => number): number[] {
  if (nodes.length <= MAX_PARTS) return Array.from(nodes);
  return nodes
    .toSorted((a, b) => sizeOf(b) - sizeOf(a))
    .slice(0, MAX_PARTS)
    .toSorted((a, b) => a - b);
}

function createDescribe(tree: Tree, lengths: Float64Array, find: FindSelector): (node: number) => PagePart {
  const all = Math.max(1, lengths[tree.length]!);
  return function describe(node) {
    const characters = lengthOf(tree, lengths, node);
    return {
      tag: tree.name(node),
      label: labelOf(tree, node),
      selector: find(node),
      characters,
      share: Math.round((characters / all) * 10_000) / 10_000,
      text: beginningOf(tree, node),
    };
  };
}

function labelOf(tree: Tree, node: number): string {
  const id = tree.attribute(node, 'id')?.trim();
  const names = tree.attribute(node, 'class')?.trim();
  return ((id ? `#${id}` : '') + (names ? `.${names.split(/\s+/).join('.')}` : '')).slice(0, 120);
}

function beginningOf(tree: Tree, node: number): string {
  let text = '';
  const end = Math.min(tree.end[node]!, node + MAX_TEXT_NODES);
  for (let inside = node; inside < end && text.length < MAX_TEXT; inside++) {
    if (SILENT.has(tree.tag[inside]!)) inside = tree.end[inside]! - 1;
    else if (tree.tag[inside] === T.TEXT)
      text += ` ${tree
        .text(inside)
        .slice(0, 2 * MAX_TEXT)
        .trim()}`;
  }
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= MAX_TEXT ? line : `${line.slice(0, MAX_TEXT - 1)}…`;
}
