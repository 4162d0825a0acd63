import * as T from '../../tags.ts';
import { namesAt } from '../classify/block-labels.ts';
import { COMPLEMENTARY, HIDDEN, INNER_FOOTER, MESSAGE, type Verdict } from '../classify/verdicts.ts';
import type { Tree } from '../../tree.ts';
import type { Draft } from '../draft.ts';
import type { PageMeasures } from '../measure/page-measures.ts';
import { elementClass, HEADING } from '../measure/element-classes.ts';
import { isHidden } from '../measure/is-hidden.ts';

/** A hidden block reads as content when it holds so many words of prose, hardly a link, and no name of frame. */
const PANEL_PROSE = 15;
const PANEL_DENSITY = 0.6;
const PANEL_LINKS = 0.25;
/** A panel beside others holds so many words, and is looked for among so many. */
const LEAST_PANEL = 3;
const MOST_PANELS = 16;
/** Words of a slide. */
const LEAST_SLIDE = 8;
/** An aside or a message that is nearly all prose, with hardly a link, is a note of the text. */
const NOTE_DENSITY = 0.85;
const NOTE_LINKS = 0.15;
/** Items of a list that is a part of the text, their share of its words, and the links in them. */
const LEAST_ITEMS = 5;
const ITEM_SHARE = 0.7;
const ITEM_LINKS = 0.35;
/** So many nodes beside its items are looked at. */
const LIST_NODES = 256;
/** Words of prose in the footer of a section that says something. */
const LEAST_LAST_WORD = 10;

/** Whether the footer of a section is sentences and nothing else: its last words. */
function isLastWord({ measures }: Draft, node: number, verdict: Verdict): boolean {
  return verdict === INNER_FOOTER && isSentences(measures, node, LEAST_LAST_WORD);
}

/** Whether a block is a list under a heading, few words of it links: what a recipe takes. */
function isHeadedList(tree: Tree, { words, linkWords }: PageMeasures, node: number): boolean {
  if (linkWords[node]! > ITEM_LINKS * words[node]!) return false;
  let hasHeading = false;
  let items = 0;
  let itemWords = 0;
  const end = Math.min(tree.end[node]!, node + LIST_NODES);
  for (let at = node + 1; at < end; at++) {
    if (tree.tag[at] === T.LI) {
      items++;
      itemWords += words[at]!;
      at = tree.end[at]! - 1;
    } else if (isHeadline(tree, at)) {
      hasHeading = true;
    }
  }
  return hasHeading && items >= LEAST_ITEMS && itemWords >= ITEM_SHARE * words[node]!;
}

/** Whether an `aside`, or what is marked as a message, stands in the text as a note: sentences, or a list with a heading. */
function isNote({ tree, measures }: Draft, node: number, verdict: Verdict): boolean {
  const isAside = verdict === COMPLEMENTARY && tree.tag[node] === T.ASIDE;
  if (verdict !== MESSAGE && !isAside) return false;
  return isSentences(measures, node, PANEL_PROSE) || (isAside && isHeadedList(tree, measures, node));
}

function isSentences({ words, proseWords, linkWords }: PageMeasures, node: number, least: number): boolean {
  const prose = proseWords[node]!;
  return (
    prose >= least && prose >= NOTE_DENSITY * words[node]! && linkWords[node]! <= NOTE_LINKS * words[node]!
  );
}

/** Whether a block that the page hides is the panel of a tab or an answer that opens: what it holds is text. */
export function isContentPanel({ tree, measures }: Draft, node: number, verdict: Verdict): boolean {
  if (verdict !== HIDDEN) return false;
  const words = measures.words[node]!;
  const prose = measures.proseWords[node]!;
  if (measures.linkWords[node]! > PANEL_LINKS * words || namesAt(tree, node) !== 0) return false;
  const isText = prose >= PANEL_PROSE && prose >= PANEL_DENSITY * words;
  return (
    isText || (words >= LEAST_PANEL && (isOneOfSeveral(tree, node) || isWholeItem(tree, measures, node)))
  );
}

/**
 * Whether a hidden block is the panel of a tab, a slide, or what a button opens: one that looks like it is shown beside
 * it, or the button stands right above.
 */
function isOneOfSeveral(tree: Tree, node: number): boolean {
  if (tree.attribute(node, 'role') === 'tabpanel') return true;
  const look = lookOf(tree, node);
  let above = -1;
  const parent = tree.parent[node]!;
  let siblings = 0;
  for (
    let child = parent + 1;
    child < tree.end[parent]! && siblings < MOST_PANELS;
    child = tree.end[child]!
  ) {
    if (tree.tag[child] === T.TEXT) continue;
    siblings++;
    if (child === node && above >= 0 && (isButton(tree, above) || isHeadline(tree, above))) return true;
    above = child;
    if (look === undefined) continue;
    if (tree.tag[child] === tree.tag[node] && lookOf(tree, child) === look && !isHidden(tree, child))
      return true;
  }
  return false;
}

/** Whether an item of a list says nothing beside the block: a slide that a script shows. */
function isWholeItem(tree: Tree, { words }: PageMeasures, node: number): boolean {
  const parent = tree.parent[node]!;
  return tree.tag[parent] === T.LI && words[node]! >= LEAST_SLIDE && words[parent] === words[node];
}

function isHeadline(tree: Tree, node: number): boolean {
  return (elementClass(tree.tag[node]!) & HEADING) !== 0;
}

function isButton(tree: Tree, node: number): boolean {
  return tree.tag[node] === T.BUTTON || tree.attribute(node, 'role') === 'button';
}

/** The first class of an element: others tell its state. */
function lookOf(tree: Tree, node: number): string | undefined {
  return tree.attribute(node, 'class')?.trim().split(/\s/, 1)[0];
}

/** Tells whether a block of frame, by its element, role or state, is text all the same. */
export type IsText = (draft: Draft, node: number, verdict: Verdict) => boolean;

export function isPanelOrNote(draft: Draft, node: number, verdict: Verdict): boolean {
  return (
    isContentPanel(draft, node, verdict) || isNote(draft, node, verdict) || isLastWord(draft, node, verdict)
  );
}
