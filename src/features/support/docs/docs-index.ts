import { passagesOfMarkdown } from '../../../extract/passages/find-passages.ts';
import type { Passage } from '../../../extract/passages/passage.ts';
import { rankPassages } from '../../../extract/passages/rank-passages.ts';
import { rarity } from '../../../text/bm25.ts';
import type { DocsSection } from './cut-sections.ts';
import { isForeign, readQuestion, type AskedWord, type Vocabulary } from './asked-words.ts';
import { stemsOf, tellingWords } from './english-words.ts';
import { PLAIN_QUESTIONS } from './plain-questions.ts';
import { READER_WORDS } from './reader-words.ts';

/** A section that may answer a question. */
export interface FoundSection {
  readonly section: DocsSection;
  /** Its passages, in their order. */
  readonly passages: readonly Passage[];
  readonly score: number;
  /** How much of the question its best passage has, from 0 to 1. */
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
 * `title`: how much of the section's own heading the question has; `plain`: one of its questions in plain words.
 */
const WEIGHTS = { passage: 0.7, section: 0.3, heading: 0.8, reader: 1.4, grams: 0.6, title: 0.2, plain: 0.8 };
/** How much a question in plain words loses when nothing else of it is asked. */
const PLAIN_STRICTNESS = 0.6;
/** A word above a passage counts less than one in it, and one of the same meaning less than the word itself. */
const CONTEXT_WEIGHT = 0.6;
const SYNONYM_WEIGHT = 0.6;
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

type Stems = ReadonlySet<string>;

interface IndexedSection {
  section: DocsSection;
  passages: Passage[];
  all: Stems;
  heading: Stems;
  title: Stems;
  reader: Stems;
  /** The stems of each question in plain words. */
  plain: Stems[];
  inPassages: Stems[];
  inContexts: Stems[];
  /** How much its length takes from its score. */
  thinning: number;
  weight: number;
}

export function createDocsIndex(sections: readonly DocsSection[]): DocsIndex {
  let count = 0;
  const indexed = sections.map((section) => {
    const one = indexSection(section, count);
    count += one.passages.length;
    return one;
  });
  const passages = indexed.flatMap((one) => one.passages);
  const owners = indexed.flatMap((one, at) => one.passages.map(() => at));
  const vocabulary = weighWords(indexed);

  return {
    sections,
    search(question) {
      const asked = readQuestion(question, vocabulary);
      if (isForeign(asked)) return [];
      const text = tellingWords(question).join(' ') || question;
      const grams = gramScores(rankPassages(passages, text), owners, sections.length);
      const found = indexed.map((one, at) => findIn(one, asked, grams[at]!));
      return inOrder(found.filter(({ score }) => score > 0));
    },
  };
}

/** How much each word tells: the rarer the more, and less when it stands in running text only. */
function weighWords(indexed: readonly IndexedSection[]): Vocabulary {
  const holders = new Map<string, number>();
  const terms = new Set<string>();
  for (const { all, reader, plain } of indexed) {
    for (const stem of reader) terms.add(stem);
    for (const stem of new Set([...all, ...reader, ...plain.flatMap((stems) => [...stems])]))
      holders.set(stem, (holders.get(stem) ?? 0) + 1);
  }
  const weigh = (stem: string, held: number): number =>
    rarity(held, indexed.length) * (terms.has(stem) ? 1 : PROSE_WEIGHT);
  return new Map([...holders].map(([stem, held]) => [stem, weigh(stem, held)]));
}

function indexSection(section: DocsSection, from: number): IndexedSection {
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
    plain: (PLAIN_QUESTIONS[place] ?? '')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => new Set(stemsOf(line))),
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

const byScore = (a: FoundSection, b: FoundSection): number => b.score - a.score;

/** The best first, and several of one document not all before those of others. */
function inOrder(found: readonly FoundSection[]): FoundSection[] {
  const counts = new Map<string, number>();
  return found
    .toSorted(byScore)
    .slice(0, MOST_COMPARED)
    .map((one) => {
      const document = one.section.place.replace(/#.*/, '');
      const before = counts.get(document) ?? 0;
      counts.set(document, before + 1);
      return { ...one, score: one.score * FURTHER_WEIGHT ** before };
    })
    .toSorted(byScore);
}

/** The best score of a passage in each section, the best of all being 1. */
function gramScores(
  ranked: ReturnType<typeof rankPassages>,
  owners: readonly number[],
  sections: number,
): Float64Array {
  const scores = new Float64Array(sections);
  const best = ranked[0]?.score ?? 1;
  for (const { passage, score } of ranked) {
    const owner = owners[passage.index]!;
    scores[owner] = Math.max(scores[owner]!, score / best);
  }
  return scores;
}

function findIn(one: IndexedSection, asked: readonly AskedWord[], grams: number): FoundSection {
  const total = asked.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const cover = (valueOf: (stem: string) => number): number =>
    asked.reduce((sum, word) => sum + word.weight * bestOf(word, valueOf), 0) / total;
  const holds = (stems: Stems) => (stem: string) => (stems.has(stem) ? 1 : 0);
  let passage = 0;
  for (const [at, stems] of one.inPassages.entries()) {
    const context = one.inContexts[at]!;
    passage = Math.max(
      passage,
      cover((stem) => (stems.has(stem) ? 1 : context.has(stem) ? CONTEXT_WEIGHT : 0)),
    );
  }
  const plain = Math.max(0, ...one.plain.map((stems) => cover(holds(stems)) * likeness(stems, asked)));
  const sum =
    WEIGHTS.passage * passage +
    WEIGHTS.plain * plain +
    (WEIGHTS.section * cover(holds(one.all))) / one.thinning +
    WEIGHTS.heading * cover(holds(one.heading)) +
    WEIGHTS.reader * cover(holds(one.reader)) +
    WEIGHTS.grams * grams +
    WEIGHTS.title * shareOfTitle(one.title, asked);
  const reader = holds(one.reader);
  return {
    section: one.section,
    passages: one.passages,
    score: sum * one.weight,
    share: Math.min(1, (Math.max(passage, cover(reader)) * total) / weightOfFirst(asked, JUDGED_WORDS)),
    words: asked.filter(({ stem }) => one.all.has(stem) || one.reader.has(stem)).map(({ word }) => word),
  };
}

/** How alike a question in plain words is to what is asked: a long one holds many words by chance. */
function likeness(plain: Stems, asked: readonly AskedWord[]): number {
  return 1 - PLAIN_STRICTNESS * (1 - shareHeld(plain, { asked, least: 3 }));
}

function shareOfTitle(title: Stems, asked: readonly AskedWord[]): number {
  return shareHeld(title, { asked, least: 2 });
}

/** The share of some words that a question has; of fewer than `least` as if there were so many. */
function shareHeld(stems: Stems, { asked, least }: { asked: readonly AskedWord[]; least: number }): number {
  const words = new Set(asked.flatMap(({ stem, others }) => [stem, ...others]));
  let held = 0;
  for (const stem of stems) if (words.has(stem)) held++;
  return held / Math.max(stems.size, least);
}

function weightOfFirst(asked: readonly AskedWord[], count: number): number {
  const weights = asked.map(({ weight }) => weight).toSorted((a, b) => b - a);
  return weights.slice(0, count).reduce((sum, weight) => sum + weight, 0) || 1;
}

function bestOf({ stem, others }: AskedWord, valueOf: (stem: string) => number): number {
  let best = valueOf(stem);
  for (const other of others) {
    if (best >= SYNONYM_WEIGHT) break;
    best = Math.max(best, SYNONYM_WEIGHT * valueOf(other));
  }
  return best;
}
