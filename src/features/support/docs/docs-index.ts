import { passagesOfMarkdown } from '../../../extract/passages/find-passages.ts';
import type { Passage } from '../../../extract/passages/passage.ts';
import { rankPassages } from '../../../extract/passages/rank-passages.ts';
import { rarity } from '../../../text/bm25.ts';
import type { DocsSection } from './cut-sections.ts';
import { stemOf, stemsOf, tellingWords } from './english-words.ts';
import { READER_WORDS } from './reader-words.ts';
import { WORD_GROUPS } from './word-groups.ts';

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
  /** The sections that fit a question, the best first. */
  search(question: string): FoundSection[];
}

/** How much counts what of the question stands in one passage, in the section, in its headings and in its reader's words. */
const WEIGHTS = { passage: 1, section: 0.5, heading: 1, reader: 1, grams: 0.5 };
/** A word above a passage counts less than one in it, and one of the same meaning less than the word itself. */
const CONTEXT_WEIGHT = 0.6;
const SYNONYM_WEIGHT = 0.6;
/** Reports of measurements hold every word; the references repeat the same rows; the beginning of a document tells what it is about. */
const MINOR = /benchmarks|looked|how-well|still-wrong|#figures|lost-to-rules|speed-and-memory|frame-that/;
const REFERENCE = /^docs\/(?:api|cli)/;
const BEGINNING_WEIGHT = 1.05;
const MINOR_WEIGHT = 0.7;
const REFERENCE_WEIGHT = 0.85;
/** Characters of a section beyond which its words say less. */
const USUAL_LENGTH = 3_000;

type Stems = ReadonlySet<string>;

interface IndexedSection {
  section: DocsSection;
  passages: Passage[];
  all: Stems;
  heading: Stems;
  reader: Stems;
  inPassages: Stems[];
  inContexts: Stems[];
  /** How much its length and kind take from its score. */
  thinning: number;
  weight: number;
}

/** A word of the question with others that mean the same. */
interface AskedWord {
  word: string;
  stem: string;
  others: readonly string[];
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
  const holders = new Map<string, number>();
  for (const { all } of indexed) for (const stem of all) holders.set(stem, (holders.get(stem) ?? 0) + 1);
  const rarityOf = (stem: string): number => {
    const held = holders.get(stem);
    return held === undefined ? 0 : rarity(held, sections.length);
  };

  return {
    sections,
    search(question) {
      const asked = readQuestion(question, rarityOf);
      const text = tellingWords(question).join(' ') || question;
      const grams = gramScores(rankPassages(passages, text), owners, sections.length);
      return indexed
        .map((one, at) => findIn(one, asked, grams[at]!))
        .filter(({ score }) => score > 0)
        .toSorted((a, b) => b.score - a.score);
    },
  };
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
    reader: new Set([...stemsOf(READER_WORDS[place] ?? ''), ...heading]),
    inPassages,
    inContexts: passages.map(({ context }) => new Set(stemsOf(context))),
    thinning: 1 + Math.log(1 + markdown.length / USUAL_LENGTH),
    weight: weightOf(section),
  };
}

function weightOf({ place, headings }: DocsSection): number {
  if (MINOR.test(place)) return MINOR_WEIGHT;
  if (REFERENCE.test(place)) return REFERENCE_WEIGHT;
  return headings.length === 1 ? BEGINNING_WEIGHT : 1;
}

const STEM_GROUPS = WORD_GROUPS.map((group) => group.map(stemOf));
/** For each stem the stems of the words that are used for it. */
const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map(
  STEM_GROUPS.flat().map((stem) => [
    stem,
    STEM_GROUPS.filter((group) => group.includes(stem))
      .flat()
      .filter((other) => other !== stem),
  ]),
);

function readQuestion(question: string, rarityOf: (stem: string) => number): AskedWord[] {
  return tellingWords(question).flatMap((word) =>
    [...new Set(stemsOf(word))].map((stem) => {
      const others = (SYNONYMS.get(stemOf(word)) ?? []).filter((other) => rarityOf(other) > 0);
      const own = rarityOf(stem);
      const borrowed = Math.max(0, ...others.map(rarityOf)) * 0.8;
      return { word, stem, others, weight: own > 0 ? own : borrowed };
    }),
  );
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
  const sum =
    WEIGHTS.passage * passage +
    (WEIGHTS.section * cover(holds(one.all))) / one.thinning +
    WEIGHTS.heading * cover(holds(one.heading)) +
    WEIGHTS.reader * cover(holds(one.reader)) +
    WEIGHTS.grams * grams;
  const reader = holds(one.reader);
  return {
    section: one.section,
    passages: one.passages,
    score: sum * one.weight,
    share: Math.max(passage, cover(reader)),
    words: asked.filter(({ stem }) => one.all.has(stem) || one.reader.has(stem)).map(({ word }) => word),
  };
}

function bestOf({ stem, others }: AskedWord, valueOf: (stem: string) => number): number {
  let best = valueOf(stem);
  for (const other of others) {
    if (best >= SYNONYM_WEIGHT) break;
    best = Math.max(best, SYNONYM_WEIGHT * valueOf(other));
  }
  return best;
}
