import type { RemovalMask, Tree } from '../tree.ts';
import { classifyPage } from './classify/classify-page.ts';
import { readBlockLabels, type BlockLabel } from './classify/block-labels.ts';
import { remeasureDraft, type Draft } from './draft.ts';
import { dropLabels } from './drop/drop-labels.ts';
import { dropLinkLabels } from './drop/drop-link-labels.ts';
import { dropSkipLinks } from './drop/drop-skip-links.ts';
import { dropWikiMarks } from './drop/drop-wiki-marks.ts';
import { dropRepeats } from './drop/drop-repeats.ts';
import { keepOffer } from './offers/keep-offer.ts';
import { findMainHeading } from './main-heading.ts';
import { readEvidence } from './classify/page-evidence.ts';
import { measurePage } from './measure/page-measures.ts';
import { shapeOf } from './classify/page-shape.ts';
import type { PageType } from './classify/page-type.ts';
import { pruneByName, pruneLandmarks } from './drop/prune-boilerplate.ts';
import { reduceToContent } from './reduce-to-content.ts';
import { Removals } from './removals.ts';
import { measureVisible } from './drop/remove-invisible.ts';
import { RULE_NAMES, ruleName, type RuleName } from './rules.ts';
import { applySiteFrame } from './site-frame/site-frame.ts';
import { readBlockKeys, type BlockKeys, type SeenTemplate } from './site-frame/block-keys.ts';
import { shownAlthoughHidden } from './shown-although-hidden.ts';
import { STRATEGIES } from './strategies.ts';
import { findFactsBeside } from './facts-beside.ts';
import { findTitleLeads } from './title-leads.ts';
import { traceRemovals, type RemovalTrace } from './trace-removals.ts';

/** The options of the search for the main content. */
export interface MainContentOptions {
  /** Nodes that stay with all that is visible in them, whatever the rules say. */
  readonly keep?: Iterable<number>;
  /** The blocks that other pages of the site hold; the result has those of this one then. */
  readonly seen?: readonly SeenTemplate[] | undefined;
}

/** The main content of a page: the masks of removed and of shown nodes, and their trace. */
export interface MainContent {
  /** Rule number at the top of each removed subtree, 0 elsewhere. */
  readonly removed: RemovalMask;
  /**
   * 1 at each block that stays although the page hides it (`hidden`, `aria-hidden`, inline style): tabs and collapsed
   * panels that hold content. The writers of the page must not leave these out on their own. Undefined when there is
   * none.
   */
  readonly shown: Uint8Array | undefined;
  /** Name of each rule number. */
  readonly rules: readonly string[];
  readonly pageType: PageType;
  /** The blocks of the page; only when other pages of the site are known, or are to be. */
  readonly blocks: BlockKeys | undefined;
  /** Gives the removals and their rules, in no order. Computed when asked for. */
  trace(): RemovalTrace[];
}

/** Fewer words than this are next to nothing. */
const FEW_WORDS = 35;
/** The share of a page with few words that may be its frame: when more goes, next to nothing is left. */
const SMALL_PAGE = 1 / 3;

/** The rules that a page's only h1 goes by although it is the title. */
const BY_PLACE: ReadonlySet<RuleName> = new Set(['outside main', 'outside the prose']);
/** Blocks of these rules repeat the title for a purpose of their own: to share it, to reply to it. */
const NEVER_A_TITLE: ReadonlySet<RuleName> = new Set([
  'invisible',
  'hidden',
  'page footer',
  'dialog',
  'cookies',
  'share',
  'comments',
  'related',
  'repeated',
  'cards',
]);

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
  dropSkipLinks(draft);
  pruneLandmarks(draft, labels);
  remeasureDraft(draft);
  const evidence = readEvidence(tree);
  const pageType = classifyPage(evidence, shapeOf(tree, measures, labels));
  pruneByName(draft, labels, pageType, evidence.schemaTypes.has('qapage'));
  const strategy = STRATEGIES[pageType];
  reduceToContent(draft, strategy, evidence);
  const isEnough = measures.words[0]! >= enough;
  if (!isEnough) draft = lenientDraft(draft, invisible, labels, enough);
  else if (strategy.mayRepeat !== true) {
    // The author of a quotation is a link with the same text under each post.
    if (pageType !== 'forum') dropLinkLabels(draft);
    dropRepeats(draft, strategy);
  }
  if (isEnough) dropSmallFrame(draft);
  restoreTitle(draft);
  if (pageType === 'product') keepOffer(draft, evidence);
  const blocks = options.seen && readBlockKeys(tree, draft.measures, draft.title);
  if (blocks && options.seen) applySiteFrame(draft, blocks, options.seen);
  if (options.keep !== undefined) draft.removals.restore(options.keep, draft.measures);
  const { removals } = draft;
  return {
    removed: removals.mask,
    shown: shownAlthoughHidden(tree, labels, removals.mask),
    rules: RULE_NAMES,
    pageType,
    blocks,
    trace: () => traceRemovals(tree, removals),
  };
}

/** Takes out what stands within the text and is none of it. */
function dropSmallFrame(draft: Draft): void {
  dropWikiMarks(draft);
  remeasureDraft(draft);
  dropLabels(draft);
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
  dropSkipLinks(lenient);
  pruneLandmarks(lenient, labels);
  remeasureDraft(lenient);
  return lenient.measures.words[0]! >= enough
    ? lenient
    : { ...lenient, removals: new Removals(tree, invisible) };
}

/** The page's title belongs to its content wherever it stands: above the text's block, beside `main`. */
function restoreTitle(draft: Draft): void {
  const { measures, removals, title } = draft;
  if (!title.isOnly && !title.isNamed) return;
  const top = removals.topAbove(title.node);
  if (top === undefined) return;
  const rule = ruleName(removals.mask[top]!);
  if (title.isNamed ? NEVER_A_TITLE.has(rule) : !BY_PLACE.has(rule)) return;
  const told = [...findTitleLeads(draft, top), ...findFactsBeside(draft, top)];
  removals.restore([title.node, ...told], measures);
}
