import type { BlockLabel } from '../classify/block-labels.ts';
import type { Tree } from '../../tree.ts';
import type { Draft } from '../draft.ts';
import type { PageMeasures } from '../measure/page-measures.ts';
import type { PageType } from '../classify/page-type.ts';
import { isContentPanel, isPanelOrNote, type IsText } from './content-panels.ts';
import { NamedText, type NamedBlock } from './named-text.ts';
import { findPosterName } from './poster-name.ts';
import { RULE } from '../rules.ts';
import { BYLINE_VERDICT, COOKIES, verdictByName, type Verdict } from '../classify/verdicts.ts';
import { COOKIE } from '../classify/vocabulary.ts';

/** How often over its share a weak rule may go in all before it is not believed. */
const WEAK_TOTAL = 3;
const WEAK_TOTAL_FLOOR = 0.1;

/** All elements that look alike: cards of one list share rule, tag and class, and stand or fall together. */
interface Group {
  /** Members that do not lie within others. */
  count: number;
  prose: number;
  words: number;
  /** End of the outermost member so far: what lies inside is counted already. */
  end: number;
}

interface Candidate extends NamedBlock {
  readonly group: Group;
}

/** So many lines about authors that look alike are those of entries, answers, reviews: an article has one or two. */
const MANY_BYLINES = 5;

type Judge = (label: BlockLabel) => Verdict | undefined;

/** Takes out the frame that tags, roles and cookie names declare. Needs no knowledge of the page's type. */
export function pruneLandmarks(draft: Draft, labels: readonly BlockLabel[]): void {
  const judge: Judge = ({ verdict, names }) =>
    verdict === undefined && (names & COOKIE) !== 0 ? COOKIES : verdict;
  prune(draft, labels, { judge, isText: isPanelOrNote });
}

/** Takes out what names call frame on a page of this type; `isQuestion`: it shows a question and its answers. */
export function pruneByName(
  draft: Draft,
  labels: readonly BlockLabel[],
  pageType: PageType,
  isQuestion: boolean,
): void {
  const judge: Judge = ({ verdict, names }) => verdict ?? verdictByName(names, pageType, isQuestion);
  // On a forum signatures and previews of links are asides.
  const isText = pageType === 'forum' ? isContentPanel : isPanelOrNote;
  prune(draft, labels, { judge, isText, pageType });
}

interface Pruning {
  readonly judge: Judge;
  readonly isText: IsText;
  readonly pageType?: PageType;
}

function prune(draft: Draft, labels: readonly BlockLabel[], { judge, isText, pageType }: Pruning): void {
  const { tree, measures, removals, title } = draft;
  const allowed = findCandidates(draft, labels, judge).filter(({ verdict, group }) =>
    isWithinShare(measures, verdict, group),
  );
  const totals = sumByVerdict(draft, allowed);
  const text = new NamedText(draft, pageType);
  const isOwnText = (candidate: Candidate): boolean => {
    const { node, verdict, names, group } = candidate;
    if (verdict === BYLINE_VERDICT && group.count >= MANY_BYLINES) return true;
    if (names !== 0) return text.contradicts(candidate);
    return isText(draft, node, verdict) || text.isSheet(node, verdict);
  };
  const authors: number[] = [];
  let removedUntil = 0;
  for (const candidate of allowed) {
    const { node, verdict, names } = candidate;
    if (node < removedUntil || isOwnText(candidate)) continue;
    if (!verdict.takesTitle && node <= title.node && title.node < tree.end[node]!) continue;
    if (verdict.isWeak && !isBelieved(measures, verdict, totals.get(verdict)!)) continue;
    removals.remove(node, verdict.rule, measures, { names });
    removedUntil = tree.end[node]!;
    const author = verdict.rule === 'poster' ? findPosterName(draft, node) : undefined;
    if (author !== undefined) authors.push(author);
  }
  if (authors.length > 0) removals.restore(authors, measures);
}

function findCandidates(draft: Draft, labels: readonly BlockLabel[], judge: Judge): Candidate[] {
  const { tree, removals } = draft;
  // By rule and tag, then by class; an element without a class stands alone.
  const groups = new Map<number, Map<string | number, Group>>();
  const candidates: Candidate[] = [];
  let removedUntil = 0;
  for (const label of labels) {
    const { node } = label;
    if (node < removedUntil) continue;
    if (removals.mask[node] !== 0) {
      removedUntil = tree.end[node]!;
      continue;
    }
    const verdict = judge(label);
    if (verdict === undefined) continue;
    const key = RULE[verdict.rule] * 2 ** 16 + tree.tag[node]!;
    let alike = groups.get(key);
    if (alike === undefined) groups.set(key, (alike = new Map()));
    const group = groupFor(alike, lookOf(tree, node, verdict) ?? node);
    add(draft, group, node);
    candidates.push({
      node,
      verdict,
      names: label.verdict === undefined ? label.names : 0,
      firm: label.firm,
      group,
    });
  }
  return candidates;
}

/** The classes of an element. Comments of one list differ in those that tell their state: `comment most-helpful`. */
function lookOf(tree: Tree, node: number, { rule }: Verdict): string | undefined {
  const names = tree.attribute(node, 'class');
  return rule === 'comments' ? names?.trim().split(/\s/, 1)[0] : names;
}

function sumByVerdict(draft: Draft, candidates: readonly Candidate[]): ReadonlyMap<Verdict, Group> {
  const totals = new Map<Verdict, Group>();
  for (const { node, verdict } of candidates) add(draft, groupFor(totals, verdict), node);
  return totals;
}

function groupFor<Key>(groups: Map<Key, Group>, key: Key): Group {
  let group = groups.get(key);
  if (group === undefined) groups.set(key, (group = { count: 0, prose: 0, words: 0, end: 0 }));
  return group;
}

function add({ tree, measures }: Draft, group: Group, node: number): void {
  if (node < group.end) return;
  group.count++;
  group.prose += measures.proseWords[node]!;
  group.words += measures.words[node]!;
  group.end = tree.end[node]!;
}

function isWithinShare(measures: PageMeasures, verdict: Verdict, group: Group): boolean {
  const prose = measures.proseWords[0]!;
  const isRestEnough = verdict.leaves !== undefined && prose - group.prose >= verdict.leaves;
  return (
    (isRestEnough || group.prose <= verdict.prose * Math.max(1, prose)) &&
    group.words <= verdict.words * Math.max(1, measures.words[0]!)
  );
}

function isBelieved(measures: PageMeasures, verdict: Verdict, total: Group): boolean {
  const limit = WEAK_TOTAL * Math.max(verdict.prose, WEAK_TOTAL_FLOOR);
  return total.prose <= limit * Math.max(1, measures.proseWords[0]!);
}
