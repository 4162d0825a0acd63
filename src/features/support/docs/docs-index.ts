import { passagesOfMarkdown } from '../../../extract/passages/find-passages.ts';
import type { Passage } from '../../../extract/passages/passage.ts';
import { rankPassages } from '../../../extract/passages/rank-passages.ts';
import { rarity } from '../../../text/bm25.ts';
import type { DocsSection } from './cut-sections.ts';
import { createAskedBefore, type Likeness, type SectionQuestions } from './asked-before.ts';
import { isForeign, readQuestion, type AskedWord, type Vocabulary } from './asked-words.ts';
import { stemsOf, tellingWords } from './english-words.ts';
import { indexStems, sharesHeld, weighHeld, type HeldStems, type Stems } from './held-words.ts';
import { READER_WORDS } from './reader-words.ts';

/** A section that may answer a question. */
export interface FoundSection {
  readonly section: DocsSection;
  /** Its passages, in their order. */
  readonly passages: readonly Passage[];
  readonly score: number;
  /** How much of the question its best passage has, its readers' words or one of its questions, from 0 to 1. */
  readonly share: number;
  /** Words of the question that stand in it. */
  readonly words: readonly string[];
}

/** Our documentation, ready to be searched. */
export interface DocsIndex {
  readonly sections: readonly DocsSection[];
  /** The sections that fit a question, the best first; none for a question about something else. */
  search(question: string): FoundSection[];
}

/**
 * How much counts what of the question stands in one passage, in the section, in its headings and in its reader's words;
 * `title`: how much of the section's own heading the question has. Questions that people asked before come on top.
 */
const WEIGHTS = { passage: 0.7, section: 0.3, heading: 0.8, reader: 1.8, grams: 0.6, title: 0.2 };
/** A word above a passage counts less than one in it. */
const CONTEXT_WEIGHT = 0.6;
/** Reports of measurements hold every word; the references repeat the same rows; a code is seldom asked for by its words. */
const MINOR =
  /benchmarks|peers|looked|how-well|still-wrong|#figures|lost-to-rules|speed-and-memory|frame-that/;
const REFERENCE = /^docs\/(?:api|cli)/;
const ERROR = /^docs\/errors\.md#/;
const MINOR_WEIGHT = 0.7;
const REFERENCE_WEIGHT = 0.9;
const ERROR_WEIGHT = 0.9;
/** A line under a heading leads to what stands below it, and answers little. */
const SHORT_LENGTH = 70;
const SHORT_WEIGHT = 0.7;
/** A word that neither a heading nor a reader has is hardly a term of the field. */
const PROSE_WEIGHT = 0.6;
/** Each further section of a document counts less: a reader who was not served by the first wants another. */
const FURTHER_WEIGHT = 0.97;
/** Sections that are put in order with regard to one another. */
const MOST_COMPARED = 30;
/** Words of a question that a section is held against: a long story need not be there as a whole. */
const JUDGED_WORDS = 7;
/** Characters of a section beyond which its words say less. */
const USUAL_LENGTH = 3_000;

interface IndexedSection {
  section: DocsSection;
  passages: Passage[];
  all: Stems;
  heading: Stems;
  title: Stems;
  reader: Stems;
  /** The stems of all questions that it answers. */
  asked: Stems;
  inPassages: Stems[];
  inContexts: Stems[];
  /** How much its length takes from its score. */
  thinning: number;
  weight: number;
}

/** Makes sections ready to be searched, with the questions that each of them answers. */
export function createDocsIndex(sections: readonly DocsSection[], questions: SectionQuestions): DocsIndex {
  let count = 0;
  const indexed = sections.map((section) => {
    const one = indexSection(section, questions.get(section.place) ?? [], count);
    count += one.passages.length;
    return one;
  });
  const passages = indexed.flatMap((one) => one.passages);
  const parts = indexParts(indexed);
  const vocabulary = weighWords(indexed);
  const askedBefore = createAskedBefore(sections.map(({ place }) => questions.get(place) ?? []));

  return {
    sections,
    search(question) {
      const asked = readQuestion(question, vocabulary);
      if (isForeign(asked)) return [];
      const text = tellingWords(question).join(' ') || question;
      const ranked = rankPassages(passages, text);
      const grams = new Float64Array(passages.length);
      for (const { passage, score } of ranked) grams[passage.index] = score / ranked[0]!.score;
      return inOrder(
        scoreSections(parts, asked, { grams, before: askedBefore(question, asked) }),
        (at) => indexed[at]!,
      );
    },
  };
}

/** The parts of all sections, by their words. */
interface IndexedParts {
  readonly sections: readonly IndexedSection[];
  readonly passages: HeldStems;
  readonly contexts: HeldStems;
  readonly all: HeldStems;
  readonly heading: HeldStems;
  readonly title: HeldStems;
  readonly reader: HeldStems;
  /** The section of each passage. */
  readonly passageOwners: readonly number[];
}

function indexParts(sections: readonly IndexedSection[]): IndexedParts {
  return {
    sections,
    passages: indexStems(sections.flatMap(({ inPassages }) => inPassages)),
    contexts: indexStems(sections.flatMap(({ inContexts }) => inContexts)),
    all: indexStems(sections.map(({ all }) => all)),
    heading: indexStems(sections.map(({ heading }) => heading)),
    title: indexStems(sections.map(({ title }) => title)),
    reader: indexStems(sections.map(({ reader }) => reader)),
    passageOwners: sections.flatMap(({ passages }, at) => passages.map(() => at)),
  };
}

/** How much each word tells: the rarer the more, and less when it stands in running text only. */
function weighWords(indexed: readonly IndexedSection[]): Vocabulary {
  const holders = new Map<string, number>();
  const terms = new Set<string>();
  for (const { all, reader, asked } of indexed) {
    for (const stem of reader) terms.add(stem);
    for (const stem of new Set([...all, ...reader, ...asked]))
      holders.set(stem, (holders.get(stem) ?? 0) + 1);
  }
  const weigh = (stem: string, held: number): number =>
    rarity(held, indexed.length) * (terms.has(stem) ? 1 : PROSE_WEIGHT);
  return new Map([...holders].map(([stem, held]) => [stem, weigh(stem, held)]));
}

function indexSection(section: DocsSection, questions: readonly string[], from: number): IndexedSection {
  const { place, headings, markdown } = section;
  const passages = passagesOfMarkdown(markdown).map((passage, at) => ({
    ...passage,
    index: from + at,
    context: [...headings, passage.context].join('\n'),
  }));
  const name = place.slice(place.indexOf('/') + 1);
  const heading = new Set(stemsOf(`${headings.join(' ')} ${name}`));
  const inPassages = passages.map(({ text, lead }) => new Set(stemsOf(`${text} ${lead}`)));
  return {
    section,
    passages,
    all: new Set([...inPassages.flatMap((stems) => [...stems]), ...heading]),
    heading,
    title: new Set(stemsOf(tellingWords(headings.at(-1) ?? '').join(' '))),
    reader: new Set([...stemsOf(READER_WORDS[place] ?? ''), ...heading]),
    asked: new Set(questions.flatMap(stemsOf)),
    inPassages,
    inContexts: passages.map(({ context }) => new Set(stemsOf(context))),
    thinning: 1 + Math.log(1 + markdown.length / USUAL_LENGTH),
    weight: weightOf(section),
  };
}

function weightOf({ place, markdown }: DocsSection): number {
  if (markdown.length < SHORT_LENGTH) return SHORT_WEIGHT;
  if (MINOR.test(place)) return MINOR_WEIGHT;
  if (ERROR.test(place)) return ERROR_WEIGHT;
  return REFERENCE.test(place) ? REFERENCE_WEIGHT : 1;
}

/** A section with what it has of a question. */
interface ScoredSection {
  readonly at: number;
  readonly score: number;
  readonly share: number;
  readonly asked: readonly AskedWord[];
}

const byScore = (a: { score: number }, b: { score: number }): number => b.score - a.score;

/** The best first, and several of one document not all before those of others. */
function inOrder(
  scored: readonly ScoredSection[],
  sectionAt: (at: number) => IndexedSection,
): FoundSection[] {
  const counts = new Map<string, number>();
  return scored
    .toSorted(byScore)
    .slice(0, MOST_COMPARED)
    .map(({ at, score, share, asked }) => {
      const { section, passages, all, reader } = sectionAt(at);
      const document = section.place.replace(/#.*/, '');
      const before = counts.get(document) ?? 0;
      counts.set(document, before + 1);
      const words = asked.filter(({ stem }) => all.has(stem) || reader.has(stem)).map(({ word }) => word);
      return { section, passages, score: score * FURTHER_WEIGHT ** before, share, words };
    })
    .toSorted(byScore);
}

/** The sections that have anything of a question. */
function scoreSections(
  parts: IndexedParts,
  asked: readonly AskedWord[],
  { grams: gramsOfPassages, before }: { grams: Float64Array; before: Likeness },
): ScoredSection[] {
  const { sections, passageOwners } = parts;
  const total = asked.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const cover = (...places: Parameters<typeof weighHeld>[1]): Float64Array =>
    weighHeld(asked, places).map((weight) => weight / total);
  const inPassages = cover(
    { held: parts.passages, value: 1 },
    { held: parts.contexts, value: CONTEXT_WEIGHT },
  );
  const passage = bestOfOwners(inPassages, passageOwners, sections.length);
  const grams = bestOfOwners(gramsOfPassages, passageOwners, sections.length);
  const section = cover({ held: parts.all, value: 1 });
  const heading = cover({ held: parts.heading, value: 1 });
  const reader = cover({ held: parts.reader, value: 1 });
  const title = sharesHeld(asked, parts.title, 2);
  const judged = weightOfFirst(asked, JUDGED_WORDS);
  return sections.flatMap(({ thinning, weight }, at) => {
    const sum =
      WEIGHTS.passage * passage[at]! +
      (WEIGHTS.section * section[at]!) / thinning +
      WEIGHTS.heading * heading[at]! +
      WEIGHTS.reader * reader[at]! +
      WEIGHTS.grams * grams[at]! +
      WEIGHTS.title * title[at]! +
      before.scores[at]!;
    const most = Math.max(passage[at]!, reader[at]!, before.shares[at]!);
    const share = Math.min(1, (most * total) / judged);
    return sum > 0 ? [{ at, score: sum * weight, share, asked }] : [];
  });
}

/** The best score of what belongs to each section. */
function bestOfOwners(scores: Float64Array, owners: readonly number[], sections: number): Float64Array {
  const best = new Float64Array(sections);
  for (const [at, owner] of owners.entries()) best[owner] = Math.max(best[owner]!, scores[at]!);
  return best;
}

function weightOfFirst(asked: readonly AskedWord[], count: number): number {
  const weights = asked.map(({ weight }) => weight).toSorted((a, b) => b - a);
  return weights.slice(0, count).reduce((sum, weight) => sum + weight, 0) || 1;
}
