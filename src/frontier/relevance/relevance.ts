import { createTimeSlices } from '../../lib/turns/time-slices.ts';
import { STOP_WORDS } from '../../text/words/stop-words.ts';
import { wordsOf } from '../../text/words/words-of.ts';
import { decodedForm } from '../same-page/decoded-form.ts';
import { matchQuality, toSearchTerm, type SearchTerm } from './search-term.ts';

export interface RankedEntry {
  url: string;
  title?: string | undefined;
  description?: string | undefined;
}

/** Where a word stands decides what it counts. */
const TITLE_WEIGHT = 3;
const PATH_WEIGHT = 2;
const DESCRIPTION_WEIGHT = 1.5;

/** A query is a few words; the rest of a long one would only cost time. */
const MAX_TERMS = 16;
/** A description is a sentence or two. */
const MAX_FIELD_LENGTH = 1_000;
/** Share of the score that a field adds which holds nothing but what was asked for. */
const FOCUS_SHARE = 0.3;
/** Share of the score that the words of the query add when they stand together, in their order. */
const PHRASE_SHARE = 0.3;

/**
 * Orders entries by relevance to a query; entries that do not answer it at all follow in the order they came in, and
 * so do ties. Nothing is left out.
 *
 * - The query is taken as words, in any order and case, without diacritics; words such as `the` and `how` are ignored
 *   next to others.
 * - Each word is looked for in the title (counts 3), the path and query of the URL (2) and the description (1.5); its
 *   best place counts. The same word counts fully, another English form of it (`pricing`, `prices`) 0.9, its beginning
 *   (`doc`, `documentation`) 0.7, a typing mistake 0.5, a part of a longer word (`hook`, `webhooks`) 0.4.
 * - A word that few entries have counts more than one that many have.
 * - The sum is scaled by the share of the query's words that were found: who answers the whole query comes first.
 * - Up to 30 % are added when title (or, without one, path) holds little else, and 30 % when it holds the words of the
 *   query side by side.
 *
 * Linear in the entries, and in slices: a hundred thousand of them take a second.
 */
export async function rankByRelevance<Entry extends RankedEntry>(
  query: string,
  entries: readonly Entry[],
): Promise<Entry[]> {
  const terms = termsOf(query);
  if (terms.length === 0) return [...entries];
  const matchesOf = createMatcher(terms);
  const slices = createTimeSlices();
  const answers: (Answer | undefined)[] = [];
  for (const entry of entries) {
    if (slices.isOver()) await slices.rest();
    answers.push(answerOf(entry, terms.length, matchesOf));
  }
  const rarity = rarityOf(terms.length, answers);
  const total = rarity.reduce((sum, one) => sum + one, 0);
  const scores = answers.map((answer) => (answer === undefined ? 0 : scoreOf(answer, rarity, total)));
  return entries
    .map((_, index) => index)
    .toSorted((left, right) => scores[right]! - scores[left]! || left - right)
    .map((index) => entries[index]!);
}

/** How an entry answers a query. */
interface Answer {
  /** For each term, weight of its best place times quality of the match. */
  byTerm: Float32Array;
  /** Share of the main field's words that answer a term, 0 to 1. */
  focus: number;
  hasPhrase: boolean;
}

/** For each term how well the word answers it; undefined when it answers none. */
type Matcher = (word: string) => Float32Array | undefined;

function termsOf(query: string): SearchTerm[] {
  const words = [...new Set(wordsOf(query.slice(0, MAX_FIELD_LENGTH)))];
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  return (telling.length > 0 ? telling : words).slice(0, MAX_TERMS).map(toSearchTerm);
}

/** A site uses its words again and again: each is compared once. */
function createMatcher(terms: readonly SearchTerm[]): Matcher {
  const known = new Map<string, Float32Array | undefined>();
  return function matches(word) {
    const found = known.get(word);
    if (found !== undefined || known.has(word)) return found;
    const qualities = Float32Array.from(terms, (term) => matchQuality(term, word));
    const answer = qualities.some((quality) => quality > 0) ? qualities : undefined;
    known.set(word, answer);
    return answer;
  };
}

function answerOf(entry: RankedEntry, termCount: number, matchesOf: Matcher): Answer | undefined {
  const byTerm = new Float32Array(termCount);
  const title = lookInto(entry.title, TITLE_WEIGHT, byTerm, matchesOf);
  const path = lookInto(pathText(entry.url), PATH_WEIGHT, byTerm, matchesOf);
  lookInto(entry.description, DESCRIPTION_WEIGHT, byTerm, matchesOf);
  if (byTerm.every((value) => value === 0)) return undefined;
  const main = title.wordCount > 0 ? title : path;
  return {
    byTerm,
    focus: main.wordCount === 0 ? 0 : main.matchCount / main.wordCount,
    hasPhrase: termCount > 1 && (title.longestRun >= termCount || path.longestRun >= termCount),
  };
}

interface Look {
  wordCount: number;
  matchCount: number;
  /** Most terms that follow each other in the order of the query. */
  longestRun: number;
}

function lookInto(text: string | undefined, weight: number, byTerm: Float32Array, matchesOf: Matcher): Look {
  const look: Look = { wordCount: 0, matchCount: 0, longestRun: 0 };
  if (text === undefined || text === '') return look;
  let run = 0;
  for (const word of wordsOf(text.length > MAX_FIELD_LENGTH ? text.slice(0, MAX_FIELD_LENGTH) : text)) {
    look.wordCount += 1;
    const qualities = matchesOf(word);
    if (qualities === undefined) {
      run = 0;
      continue;
    }
    look.matchCount += 1;
    run = (qualities[run] ?? 0) > 0 ? run + 1 : Number((qualities[0] ?? 0) > 0);
    look.longestRun = Math.max(look.longestRun, run);
    for (const [term, quality] of qualities.entries()) {
      byTerm[term] = Math.max(byTerm[term]!, weight * quality);
    }
  }
  return look;
}

/** Inverse document frequency of each term (as BM25 has it), by the entries that answer it. */
function rarityOf(termCount: number, answers: ReadonlyArray<Answer | undefined>): number[] {
  const counts = Array.from({ length: termCount }, () => 0);
  for (const answer of answers) {
    if (answer === undefined) continue;
    for (const [term, value] of answer.byTerm.entries()) if (value > 0) counts[term]! += 1;
  }
  return counts.map((count) => Math.log(1 + (answers.length - count + 0.5) / (count + 0.5)));
}

function scoreOf({ byTerm, focus, hasPhrase }: Answer, rarity: readonly number[], total: number): number {
  let sum = 0;
  let found = 0;
  for (const [term, value] of byTerm.entries()) {
    if (value === 0) continue;
    sum += value * rarity[term]!;
    found += rarity[term]!;
  }
  return sum * (found / total) * (1 + FOCUS_SHARE * focus + (hasPhrase ? PHRASE_SHARE : 0));
}

/** Reads the URL behind its host as words: `/docs/web-hooks?lang=en`. */
function pathText(url: string): string {
  const authority = url.indexOf('//');
  const path = url.indexOf('/', authority === -1 ? 0 : authority + 2);
  return path === -1 ? '' : decodedForm(url.slice(path));
}
