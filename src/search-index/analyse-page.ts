import { eachWord } from '../text/words/scan-words.ts';
import type { KnownWord } from '../text/words/term-of.ts';
import { impactOf } from './impact.ts';
import type { IndexedPage } from './indexed-page.ts';
import { hostTerms, imageWords, nameTerm, urlWords } from './operator-terms.ts';

/** The parts of a page that are searched. */
export type PageToAnalyse = Pick<
  IndexedPage,
  | 'url'
  | 'title'
  | 'description'
  | 'headings'
  | 'linkText'
  | 'language'
  | 'pageType'
  | 'fileType'
  | 'publishedAt'
  | 'images'
>;

/** A page as its segment gets it. */
export interface AnalysedPage {
  /** Terms with their impact (`impact.ts`). Words, and operators: `t:` title, `u:` address, `h:` host, `f:` `k:` `l:` `i:`. */
  readonly impacts: ReadonlyMap<string, number>;
  /** Words of the text. */
  readonly bodyWords: number;
}

export interface AnalyseOptions {
  /** Words of a text of the team, on average; 300 while none is known. */
  readonly averageBody?: number | undefined;
}

/** The weight of a word in a field, and how many words the field has on average. */
export interface FieldWeight {
  readonly weight: number;
  readonly average: number;
}

export const FIELDS = {
  title: { weight: 5, average: 10 },
  headings: { weight: 3, average: 40 },
  description: { weight: 3, average: 25 },
  url: { weight: 5, average: 12 },
  linkText: { weight: 3, average: 10 },
  images: { weight: 3, average: 30 },
} as const satisfies Record<string, FieldWeight>;
export const BODY_WEIGHT = 1;
export const DEFAULT_AVERAGE_BODY = 300;
/** The first sign of which pairs are made. */
const FIRST_PAIRED = 0x3005;
const IDEOGRAPHS = /\p{Script=Han}/gu;
/** A sign stands in two pairs. */
const SIGN_SHARE = 0.5;
/** The share of a count that the length of its field may take away. */
const B = 0.75;

/**
 * Gives the terms of a page and what they count: BM25F, each field with the length that it has beside the average. Linear
 * in the page: a text of 10,000 letters takes half a millisecond.
 */
export function analysePage(
  page: PageToAnalyse,
  text: string,
  { averageBody = DEFAULT_AVERAGE_BODY }: AnalyseOptions = {},
): AnalysedPage {
  const weights = new Map<string, number>();
  const names = new Set<string>();
  addField(weights, page.title, FIELDS.title, ({ stem }) => names.add(nameTerm('t', stem)));
  addField(weights, page.headings, FIELDS.headings);
  addField(weights, page.description, FIELDS.description);
  addField(weights, urlWords(page.url), FIELDS.url, ({ word }) => names.add(nameTerm('u', word)));
  addField(weights, page.linkText, FIELDS.linkText);
  const bodyWords = addField(weights, text, { weight: BODY_WEIGHT, average: Math.max(averageBody, 1) });
  addImages(weights, page);
  for (const name of propertyTerms(page)) names.add(name);

  const impacts = new Map<string, number>();
  for (const [term, weight] of weights) impacts.set(term, impactOf(weight));
  for (const name of names) impacts.set(name, 0);
  return { impacts, bodyWords };
}

/** The weight of one occurrence in a field of so many words. */
export function weightIn({ weight, average }: FieldWeight, words: number): number {
  return weight / (1 - B + (B * words) / average);
}

function addField(
  weights: Map<string, number>,
  text: string,
  field: FieldWeight,
  see?: (word: KnownWord) => void,
): number {
  if (text === '') return 0;
  const counts = new Map<string, number>();
  let words = 0;
  eachWord(text, (word) => {
    words++;
    counts.set(word.term, (counts.get(word.term) ?? 0) + 1);
    see?.(word);
  });
  addCounts(weights, counts, weightIn(field, words));
  return words;
}

function addCounts(weights: Map<string, number>, counts: ReadonlyMap<string, number>, weight: number): void {
  for (const [term, count] of counts) {
    weights.set(term, (weights.get(term) ?? 0) + count * weight);
    if (term.charCodeAt(0) >= FIRST_PAIRED && term.length > 1) addSigns(weights, term, count * weight);
  }
}

/** The ideographs of a pair: many a word is a single one. */
function addSigns(weights: Map<string, number>, pair: string, weight: number): void {
  for (const sign of pair.match(IDEOGRAPHS) ?? []) {
    weights.set(sign, (weights.get(sign) ?? 0) + weight * SIGN_SHARE);
  }
}

/** Words of pictures under `i:`, all pictures of the page together; `i:` alone says that there are some. */
function addImages(weights: Map<string, number>, { images }: PageToAnalyse): void {
  if (images.length === 0) return;
  const counts = new Map<string, number>();
  let words = 0;
  for (const image of images) {
    eachWord(imageWords(image), ({ term }) => {
      words++;
      const name = nameTerm('i', term);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    });
  }
  addCounts(weights, counts, weightIn(FIELDS.images, words));
  weights.set(nameTerm('i', ''), 0);
}

function propertyTerms(page: PageToAnalyse): string[] {
  const terms = [...hostTerms(page.url), nameTerm('f', page.fileType ?? 'html')];
  if (page.pageType !== undefined) terms.push(nameTerm('k', page.pageType));
  if (page.publishedAt !== undefined) terms.push(nameTerm('k', 'dated'));
  const [language = ''] = page.language?.split(/[-_]/) ?? [];
  if (language !== '') terms.push(nameTerm('l', language));
  return terms;
}
