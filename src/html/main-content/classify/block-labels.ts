import { isFormulaSource } from '../../formula-source.ts';
import * as T from '../../tags.ts';
import type { RemovalMask, Tree } from '../../tree.ts';
import { CONTAINER, elementClass, HEADING } from '../measure/element-classes.ts';
import { isHidden, isUnshown } from '../measure/is-hidden.ts';
import type { PageMeasures } from '../measure/page-measures.ts';
import {
  bitsOfRule,
  CHOICE,
  CONTROL_VERDICT,
  HIDDEN,
  INNER_FOOTER,
  VERDICT_BY_ROLE,
  VERDICT_BY_TAG,
  type Verdict,
} from './verdicts.ts';
import {
  COOKIE,
  FOR_READERS_ALOUD,
  nameBits,
  NOTICE,
  POSTER,
  readNames,
  SHARE,
  SUBSCRIBE,
  type NameMeaning,
} from './vocabulary.ts';

/** An element that could be frame: what tag, role and state say of it, and the bits of its names. */
export interface BlockLabel {
  readonly node: number;
  readonly verdict: Verdict | undefined;
  /** Bits of `vocabulary.ts`. */
  readonly names: number;
  /** Those of them that stand in names which say nothing else. */
  readonly firm: number;
}

/** Words of sentences in a form that is a text, and their share of it. */
const FORM_PROSE = 40;
const FORM_DENSITY = 0.5;
/** The types of fields that take no words. */
const CHOOSES = /^(?:hidden|radio|checkbox|submit|button|image)$/i;

/** Elements above which a header or footer belongs to them, not to the page. Looked for this many levels up. */
const SECTION_DEPTH = 8;
const HEADING_DEPTH = 4;

/** Labels of all elements that hold words or media and that say anything about themselves, in document order. */
export function readBlockLabels(tree: Tree, measures: PageMeasures, removed: RemovalMask): BlockLabel[] {
  const { length, end, tag } = tree;
  const { words, media } = measures;
  const known = new Map<string, NameMeaning>();
  const labels: BlockLabel[] = [];
  for (let node = 1; node < length;) {
    if (removed[node] !== 0 || (tag[node] !== T.TEXT && words[node] === 0 && media[node] === 0)) {
      node = end[node]!;
      continue;
    }
    if ((elementClass(tag[node]!) & CONTAINER) !== 0) {
      const verdict = structuralVerdict(tree, measures, node);
      const meaning = verdict === undefined && tag[node] !== T.MAIN ? namesOf(tree, node, known) : NO_NAMES;
      if (verdict !== undefined || meaning.bits !== 0) {
        const names = isHeading(tag[node]!) ? namesOfHeading(meaning) : meaning.bits;
        if (verdict !== undefined || names !== 0) labels.push({ node, verdict, names, firm: meaning.firm });
      }
    }
    node++;
  }
  return labels;
}

function structuralVerdict(tree: Tree, measures: PageMeasures, node: number): Verdict | undefined {
  const tag = tree.tag[node]!;
  switch (tag) {
    case T.MAIN:
      return undefined;
    case T.HEADER:
      return isInside(tree, node, isSection, SECTION_DEPTH) ? undefined : VERDICT_BY_TAG.get(tag);
    case T.FOOTER:
      return isInside(tree, node, isSection, SECTION_DEPTH) ? INNER_FOOTER : VERDICT_BY_TAG.get(tag);
    case T.SELECT:
      return CHOICE;
    case T.ASIDE:
      // Forums quote in an aside.
      return isQuote(tree, node) ? undefined : VERDICT_BY_TAG.get(tag);
    case T.FORM:
      // Forums put a whole thread into one form.
      return holdsArticle(tree, node) || asksForNothing(tree, measures, node)
        ? undefined
        : VERDICT_BY_TAG.get(tag);
    case T.BUTTON:
      // The question of an accordion is a button, mostly in a heading.
      return isInside(tree, node, isHeading, HEADING_DEPTH) ||
        opensText(tree, node) ||
        headsPanel(tree, measures, node)
        ? undefined
        : CONTROL_VERDICT;
    default:
      return VERDICT_BY_TAG.get(tag) ?? verdictByState(tree, node);
  }
}

/** The verdict of an element by its role, else by whether the page hides it. */
function verdictByState(tree: Tree, node: number): Verdict | undefined {
  if (!tree.hasAttributes(node)) return undefined;
  const role = tree.attribute(node, 'role');
  const byRole = role === undefined ? undefined : verdictOfRole(tree, node, role);
  if (byRole !== undefined || !isHidden(tree, node) || isFormulaSource(tree, node)) return byRole;
  const isHeadline = (elementClass(tree.tag[node]!) & HEADING) !== 0;
  return isHeadline && !isUnshown(tree, node) ? undefined : HIDDEN;
}

/** A banner within a section is that of the section, as its header is. */
function verdictOfRole(tree: Tree, node: number, role: string): Verdict | undefined {
  if (role === 'banner' && isInside(tree, node, isSection, SECTION_DEPTH)) return undefined;
  return VERDICT_BY_ROLE.get(role);
}

const isSection = (tag: number): boolean =>
  tag === T.ARTICLE || tag === T.MAIN || tag === T.SECTION || tag === T.LI;
const isHeading = (tag: number): boolean =>
  (elementClass(tag) & HEADING) !== 0 || tag === T.SUMMARY || tag === T.DT;

function isInside(tree: Tree, node: number, matches: (tag: number) => boolean, levels: number): boolean {
  let above = tree.parent[node]!;
  for (let level = 0; above > 0 && level < levels; level++) {
    if (matches(tree.tag[above]!)) return true;
    above = tree.parent[above]!;
  }
  return false;
}

/** The text of a button is read so far. */
const QUESTION_NODES = 32;
const LONGEST_QUESTION = 300;
const QUESTION_WORDS = 4;

/** Whether a button opens text under it: it holds a heading, says a question, or says in some words that it expands. */
function opensText(tree: Tree, button: number): boolean {
  const end = Math.min(tree.end[button]!, button + QUESTION_NODES);
  let text = '';
  for (let node = button + 1; node < end && text.length < LONGEST_QUESTION; node++) {
    const tag = tree.tag[node]!;
    if ((elementClass(tag) & HEADING) !== 0) return true;
    if (tag === T.TEXT) text += tree.text(node);
  }
  const question = text.trim();
  if (question.split(/\s+/).length < QUESTION_WORDS) return false;
  return /[?？؟]$/.test(question) || tree.attribute(button, 'aria-expanded') !== undefined;
}

/** Whether the block right after a button is the one that it says it opens, and holds sentences: it is its heading. */
function headsPanel(tree: Tree, { proseWords }: PageMeasures, button: number): boolean {
  const id = tree.attribute(button, 'aria-controls');
  if (id === undefined || id === '') return false;
  let next = tree.end[button]!;
  while (next < tree.end[tree.parent[button]!]! && tree.tag[next] === T.TEXT) next++;
  return next < tree.length && proseWords[next]! > 0 && tree.attribute(next, 'id') === id;
}

function holdsArticle(tree: Tree, form: number): boolean {
  for (let node = form + 1; node < tree.end[form]!; node++) if (tree.tag[node] === T.ARTICLE) return true;
  return false;
}

/** Whether a form is a text that a script works on: sentences under a heading, and no field to fill in. */
function asksForNothing(tree: Tree, { words, proseWords }: PageMeasures, form: number): boolean {
  const prose = proseWords[form]!;
  if (prose < FORM_PROSE || prose < FORM_DENSITY * words[form]!) return false;
  let hasHeading = false;
  for (let node = form + 1; node < tree.end[form]!; node++) {
    const tag = tree.tag[node]!;
    if (tag === T.TEXTAREA || tag === T.SELECT) return false;
    if (tag === T.INPUT && !CHOOSES.test(tree.attribute(node, 'type') ?? '')) return false;
    hasHeading ||= (elementClass(tag) & HEADING) !== 0;
  }
  return hasHeading;
}

/** A quote, or the preview of one page: its source as a header, what it says as one article. */
function isQuote(tree: Tree, aside: number): boolean {
  let headers = 0;
  let articles = 0;
  for (let child = aside + 1; child < tree.end[aside]!; child = tree.end[child]!) {
    if (tree.tag[child] === T.BLOCKQUOTE) return true;
    if (tree.tag[child] === T.HEADER) headers++;
    else if (tree.tag[child] === T.ARTICLE) articles++;
  }
  return headers === 1 && articles === 1;
}

/** Bits of the names of an element. */
export function namesAt(tree: Tree, node: number): number {
  return namesOf(tree, node, new Map()).bits;
}

/** Bits that a heading has for itself; all others it has by chance (`anchor-with-navbar`), but where they say nothing else. */
const OF_HEADINGS = POSTER | FOR_READERS_ALOUD | NOTICE | SUBSCRIBE | SHARE | COOKIE;

function namesOfHeading({ bits, firm }: NameMeaning): number {
  return bits & (firm | OF_HEADINGS);
}

const NO_NAMES: NameMeaning = { bits: 0, firm: 0 };

function namesOf(tree: Tree, node: number, known: Map<string, NameMeaning>): NameMeaning {
  if (!tree.hasAttributes(node)) return NO_NAMES;
  const classes = tree.attribute(node, 'class');
  const id = meaningOfId(tree, node);
  if (classes === undefined) return id;
  let meaning = known.get(classes);
  if (meaning === undefined) known.set(classes, (meaning = readNames(classes)));
  return id.bits === 0 ? meaning : { bits: meaning.bits | id.bits, firm: meaning.firm | id.firm };
}

/** Blocks whose id may say what they are for. All others have one to be led to: headings, items, terms, rows, notes. */
const NAMED_BY_ID: ReadonlySet<number> = new Set([
  T.ADDRESS,
  T.ARTICLE,
  T.CENTER,
  T.DIV,
  T.FIELDSET,
  T.FORM,
  T.HEADER,
  T.HGROUP,
  T.OL,
  T.SECTION,
  T.TABLE,
  T.UL,
]);
/** The heading of a block is looked for among so many of its first nodes. */
const HEADING_NODES = 12;

/** The meaning of an id, but for words that the block's own heading has too: those are its subject. */
function meaningOfId(tree: Tree, node: number): NameMeaning {
  const tag = tree.tag[node]!;
  if (!NAMED_BY_ID.has(tag) && tag < T.FIRST_UNKNOWN_TAG) return NO_NAMES;
  const id = tree.attribute(node, 'id');
  const { bits, firm } = id === undefined ? NO_NAMES : readNames(id);
  if (bits === 0) return NO_NAMES;
  // A block that is named reviews and nothing else holds those of buyers, whose heading says the same.
  const subject = headingBits(tree, node) & ~(firm & bitsOfRule('reviews'));
  return { bits: bits & ~subject, firm: firm & ~subject };
}

/** Bits of the heading that a block begins with. */
function headingBits(tree: Tree, node: number): number {
  const end = Math.min(tree.end[node]!, node + HEADING_NODES);
  for (let inside = node + 1; inside < end; inside++) {
    if ((elementClass(tree.tag[inside]!) & HEADING) === 0) continue;
    let text = '';
    const headingEnd = Math.min(tree.end[inside]!, inside + HEADING_NODES);
    for (let part = inside + 1; part < headingEnd; part++) text += tree.text(part);
    return nameBits(text);
  }
  return 0;
}
