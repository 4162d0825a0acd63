import type { RemovalMask, Tree } from '../tree.ts';
import { classifyPage } from './classify-page.ts';
import { readBlockLabels, type BlockLabel } from './block-labels.ts';
import type { Draft } from './draft.ts';
import { dropCards } from './drop-cards.ts';
import { dropLinkLists, type LinkListLimits } from './drop-link-lists.ts';
import { findMainHeading } from './main-heading.ts';
import { narrowToProse, stayInMain } from './narrow.ts';
import { readEvidence } from './page-evidence.ts';
import { measurePage, remeasure } from './page-measures.ts';
import { shapeOf } from './page-shape.ts';
import type { PageType } from './page-type.ts';
import { pruneByName, pruneLandmarks } from './prune-boilerplate.ts';
import { Removals, type RemovalTrace } from './removals.ts';
import { measureVisible } from './remove-invisible.ts';
import { RULE_NAMES } from './rules.ts';

export interface MainContentOptions {
  /** Nodes that stay with all that is visible in them, whatever the rules say. */
  readonly keep?: Iterable<number>;
}

export interface MainContent {
  /** Rule number at the top of each removed subtree, 0 elsewhere. */
  readonly removed: RemovalMask;
  /** Name of each rule number. */
  readonly rules: readonly string[];
  readonly pageType: PageType;
  /** What was removed and why, in no order. Computed when asked for. */
  trace(): RemovalTrace[];
}

/** Fewer words than this are next to nothing. */
const FEW_WORDS = 35;
/** Of a page with few words, this share may be the frame: more gone is next to nothing left. */
const SMALL_PAGE = 1 / 3;
/** Prose is looked for when that share of what is left is prose. */
const PROSE_PAGE = 0.2;

/** How a type of page is reduced once its frame is off. */
interface Strategy {
  /** Share of the prose that a block must hold to be the text's block; undefined: the content is not one block. */
  readonly proseShare?: number;
  /** Share of the prose that a list of cards may hold and go; undefined: cards are content. */
  readonly cardProse?: number;
  /** What may go as a list of links; undefined: links are the content. */
  readonly linkLists?: LinkListLimits;
}

const STRATEGIES: Readonly<Record<PageType, Strategy>> = {
  article: { proseShare: 0.72, cardProse: 0.3, linkLists: { density: 0.75, prose: 0.1, total: 0.35 } },
  documentation: { proseShare: 0.72, cardProse: 0.3, linkLists: { density: 0.75, prose: 0.1, total: 0.35 } },
  forum: { proseShare: 0.97, linkLists: { density: 0.6, prose: 0.05, total: 1 } },
  product: { proseShare: 0.93, linkLists: { density: 0.6, prose: 0.05, total: 0.35 } },
  service: { linkLists: { density: 0.6, prose: 0.05, total: 0.35 } },
  collection: {},
  listing: {},
};

/**
 * Finds what a careful person would have copied from the page: all of the content, none of the frame. Works from
 * structure alone, in time linear in the page.
 */
export function findMainContent(tree: Tree, options: MainContentOptions = {}): MainContent {
  const { removed, measures } = measureVisible(tree);
  const title = findMainHeading(tree, measures);
  const enough = Math.min(FEW_WORDS, measures.words[0]! * SMALL_PAGE);
  const invisible = removed.slice();
  let draft: Draft = { tree, measures, removals: new Removals(tree, removed), title };
  const labels = readBlockLabels(tree, measures, removed);
  pruneLandmarks(draft, labels);
  remeasure(tree, removed, measures);
  const pageType = classifyPage(readEvidence(tree), shapeOf(tree, measures));
  pruneByName(draft, labels, pageType);
  reduceToContent(draft, STRATEGIES[pageType]);
  if (measures.words[0]! < enough) draft = lenientDraft(draft, invisible, labels, enough);
  restoreTitle(draft);
  if (options.keep !== undefined) draft.removals.restore(options.keep, draft.measures);
  return { removed: draft.removals.mask, rules: RULE_NAMES, pageType, trace: () => draft.removals.trace() };
}

function reduceToContent(draft: Draft, { proseShare, cardProse, linkLists }: Strategy): void {
  const { tree, measures, removals } = draft;
  remeasure(tree, removals.mask, measures);
  stayInMain(draft);
  remeasure(tree, removals.mask, measures);
  if (proseShare !== undefined && measures.proseWords[0]! >= PROSE_PAGE * measures.words[0]!) {
    narrowToProse(draft, proseShare);
    remeasure(tree, removals.mask, measures);
  }
  if (cardProse !== undefined) {
    dropCards(draft, cardProse);
    remeasure(tree, removals.mask, measures);
  }
  if (linkLists !== undefined) {
    dropLinkLists(draft, linkLists);
    remeasure(tree, removals.mask, measures);
  }
}

/** For a page of which the rules left next to nothing: only landmarks go; if that is still too much, nothing visible. */
function lenientDraft(
  draft: Draft,
  invisible: RemovalMask,
  labels: readonly BlockLabel[],
  enough: number,
): Draft {
  const { tree, title } = draft;
  const mask = invisible.slice();
  const lenient: Draft = {
    tree,
    title,
    measures: measurePage(tree, mask),
    removals: new Removals(tree, mask),
  };
  pruneLandmarks(lenient, labels);
  remeasure(tree, mask, lenient.measures);
  return lenient.measures.words[0]! >= enough
    ? lenient
    : { ...lenient, removals: new Removals(tree, invisible) };
}

/** A page's only h1 is its title, wherever it stands: above the text's block, beside `main`. */
function restoreTitle({ measures, removals, title }: Draft): void {
  if (!title.isOnly) return;
  const rule = removals.ruleAbove(title.node);
  if (rule === 'outside main' || rule === 'outside the prose') removals.restore([title.node], measures);
}
