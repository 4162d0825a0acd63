import type { SearchQuery } from '../../text/search-query/search-query.ts';
import { STOP_WORDS } from '../../text/words/stop-words.ts';
import type { KnownWord } from '../../text/words/term-of.ts';
import type { IndexPlan, ScoringTerm } from '../index-plan.ts';
import { nameTerm } from '../operator-terms.ts';
import { sequenceOf, type PlanDraft } from './plan-draft.ts';
import { planFilters } from './plan-filters.ts';
import type { IndexQuery } from '../search-index.ts';

/** A query is a few words; the rest of a long one would only cost time. */
const MAX_SCORING = 64;
const MAX_SEQUENCES = 64;
/** Stems of fewer letters are terms as they are, so the index alone can tell whether a page has them. */
const CUT_LETTERS = 6;
/** The part of the page's own words where pictures are looked for. */
const PAGE_SHARE_OF_IMAGES = 0.3;
const MINUTE_MS = 60_000;

/**
 * Plans how the index answers a query. Words score, and none of them must be there; phrases, alternatives and operators
 * must be met. `now` is what the age of news is counted from.
 */
export function planQuery(asked: IndexQuery, now: Date): IndexPlan {
  const draft: PlanDraft = {
    words: wordsOfQuery(asked.query),
    operatorWords: [],
    required: [],
    forbidden: [],
    suspect: [],
    sequences: [],
    excluded: [],
    rowChecks: [],
    imageSizes: [],
    related: [],
    remarks: [],
  };
  planPhrases(asked.query, draft);
  planExcluded(asked.query, draft);
  planFilters(asked, draft);
  planSource(asked, draft);
  const { words: asWritten, operatorWords, ...checks } = draft;
  const words = tellingWords(asWritten.length > 0 ? asWritten : operatorWords);
  return {
    ...checks,
    words,
    scoring: scoringTerms(words, asked.source, draft),
    from: minutesOf(asked.from),
    to: minutesOf(asked.to),
    freshAt: asked.source === 'news' ? minutesOf(now) : undefined,
  };
}

function wordsOfQuery({ words, phrases }: SearchQuery): KnownWord[] {
  return [...words, ...phrases].flatMap(sequenceOf);
}

/** Words that say something, each once; all of them when none does. */
function tellingWords(words: readonly KnownWord[]): KnownWord[] {
  const once = [...new Map(words.map((word) => [word.word, word])).values()];
  const telling = once.filter(({ word }) => !STOP_WORDS.has(word));
  return (telling.length > 0 ? telling : once).slice(0, MAX_SCORING);
}

function scoringTerms(
  words: readonly KnownWord[],
  source: IndexQuery['source'],
  { required }: PlanDraft,
): ScoringTerm[] {
  const terms = [...new Set(words.map(({ term }) => term))];
  if (source !== 'images') return terms.map((term) => ({ term, weight: 1 }));
  const ofImages = terms.map((term) => nameTerm('i', term));
  if (ofImages.length > 0) required.push(ofImages.map((term) => [term]));
  return [
    ...ofImages.map((term) => ({ term, weight: 1 })),
    ...terms.map((term) => ({ term, weight: PAGE_SHARE_OF_IMAGES })),
  ];
}

/** Phrases and alternatives: the terms must be there, the order is left to the text where the terms do not tell it. */
function planPhrases({ phrases, alternatives }: SearchQuery, draft: PlanDraft): void {
  const groups = [...phrases.map((phrase) => [phrase]), ...alternatives].slice(0, MAX_SEQUENCES);
  for (const group of groups) {
    const sequences = group.map(sequenceOf).filter((words) => words.length > 0);
    if (sequences.length === 0) continue;
    draft.required.push(...requirementsOf(sequences));
    if (sequences.every(isTold)) continue;
    draft.sequences.push(sequences.map((words) => words.map(({ stem }) => stem)));
  }
}

/** One sequence needs each of its terms; of several, all terms of one are needed. */
function requirementsOf(sequences: ReadonlyArray<readonly KnownWord[]>): string[][][] {
  const terms = sequences.map((words) => [...new Set(words.map(({ term }) => term))]);
  return terms.length === 1 ? terms[0]!.map((term) => [[term]]) : [terms];
}

function planExcluded({ excluded }: SearchQuery, draft: PlanDraft): void {
  for (const text of excluded.slice(0, MAX_SEQUENCES)) {
    const words = sequenceOf(text);
    if (words.length === 0) continue;
    if (isTold(words)) {
      draft.forbidden.push(words[0]!.term);
      continue;
    }
    draft.suspect.push([...new Set(words.map(({ term }) => term))]);
    draft.excluded.push(words.map(({ stem }) => stem));
  }
}

/** True when the index itself tells whether a page has the words. */
function isTold(words: readonly KnownWord[]): boolean {
  const [first] = words;
  return words.length === 1 && first!.term === first!.stem && first!.stem.length < CUT_LETTERS;
}

function planSource({ source }: IndexQuery, { required }: PlanDraft): void {
  if (source === 'news') {
    required.push([[nameTerm('k', 'news')], [nameTerm('k', 'article')]], [[nameTerm('k', 'dated')]]);
  }
  if (source === 'images') required.push([[nameTerm('i', '')]]);
}

function minutesOf(date: Date | undefined): number | undefined {
  return date === undefined ? undefined : Math.floor(date.getTime() / MINUTE_MS);
}
