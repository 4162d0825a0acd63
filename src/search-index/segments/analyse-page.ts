import { eachWord } from '../../text/words/scan-words.ts';
import { TermNumbers } from '../../text/words/term-numbers.ts';
import { impactOf } from '../impact.ts';
import type { IndexedPage } from '../indexed-page.ts';
import { hostTerms, imageWords, nameTerm, urlWords } from '../operator-terms.ts';

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
  /** Numbers of its terms, and the terms of all pages of the segment. Words, and operators: `t:` title, `u:` address, `h:` host, `f:` `k:` `l:` `i:`. */
  readonly numbers: Uint32Array;
  readonly terms: TermNumbers;
  /** The impact of each of its terms (`impact.ts`). */
  readonly impacts: Uint8Array;
  /** Words of the text. */
  readonly bodyWords: number;
}

export interface AnalyseOptions {
  /** Words of a text of the team, on average; 300 while none is known. */
  readonly averageBody?: number | undefined;
  /** The terms of the pages that go into the same segment. */
  readonly terms?: TermNumbers;
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
/** Terms for which there is room at first. */
const FIRST_TERMS = 1_024;
const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hangul}]/gu;
const LANGUAGE = /^[a-z]{2,3}(?![a-z])/i;
/** A sign stands in two pairs. */
const SIGN_SHARE = 0.5;
/** The share of a count that the length of its field may take away. */
const B = 0.75;

/**
 * Gives the terms of a page and what they count: BM25F, each field with the length that it has beside the average. Linear
 * in the page.
 */
export function analysePage(
  page: PageToAnalyse,
  text: string,
  { averageBody, terms }: AnalyseOptions = {},
): AnalysedPage {
  return new PageAnalyser({ averageBody, ...(terms && { terms }) }).analyse(page, text);
}

/** Gives the impacts of a page's terms, by term. */
export function impactsByTerm({ numbers, terms, impacts }: AnalysedPage): Map<string, number> {
  return new Map(Array.from(numbers, (number, index) => [terms.terms[number]!, impacts[index]!]));
}

/** Analyses pages that go into one segment, one after the other. */
export class PageAnalyser {
  readonly #weights: TermWeights;
  readonly #averageBody: number;

  constructor({ averageBody = DEFAULT_AVERAGE_BODY, terms = new TermNumbers() }: AnalyseOptions = {}) {
    this.#averageBody = averageBody;
    this.#weights = new TermWeights(terms);
  }

  analyse(page: PageToAnalyse, text: string): AnalysedPage {
    const weights = this.#weights;
    const names = new Set<string>();
    weights.addField(page.title, FIELDS.title);
    eachWord(page.title, ({ stem }) => names.add(nameTerm('t', stem)));
    weights.addField(page.headings, FIELDS.headings);
    weights.addField(page.description, FIELDS.description);
    const address = urlWords(page.url);
    weights.addField(address, FIELDS.url);
    eachWord(address, ({ word }) => names.add(nameTerm('u', word)));
    weights.addField(page.linkText, FIELDS.linkText);
    const average = Math.max(this.#averageBody, 1);
    const bodyWords = weights.addField(text, { weight: BODY_WEIGHT, average });
    weights.addImages(page.images);
    for (const name of propertyTerms(page)) names.add(name);
    return { ...weights.takeImpacts(names), bodyWords };
  }
}

/** The weight of one occurrence in a field of so many words. */
export function weightIn({ weight, average }: FieldWeight, words: number): number {
  return weight / (1 - B + (B * words) / average);
}

/** The weights of the terms of a page, field after field. By the numbers of terms, so that a page makes no garbage. */
class TermWeights {
  readonly #terms: TermNumbers;
  #weights = new Float64Array(FIRST_TERMS);
  /** Occurrences in the field that is being read. */
  #counts = new Uint32Array(FIRST_TERMS);
  /** 1 for the terms of the page. */
  #isOfPage = new Uint8Array(FIRST_TERMS);
  /** Terms of the page, each in its turn. */
  readonly #ofPage: number[] = [];
  /** Terms of the field that is being read. */
  readonly #found: number[] = [];

  constructor(terms: TermNumbers) {
    this.#terms = terms;
  }

  /** Adds the words of a field; returns how many there are. */
  addField(text: string, field: FieldWeight): number {
    if (text === '') return 0;
    let words = 0;
    const seeNumber = (number: number): void => {
      words++;
      this.#count(number);
    };
    this.#terms.eachNumber(text, seeNumber);
    this.#endField(weightIn(field, words));
    return words;
  }

  /** Adds the words of pictures under `i:`, those of all together; `i:` alone says that there are some. */
  addImages(images: PageToAnalyse['images']): void {
    if (images.length === 0) return;
    let words = 0;
    for (const image of images) {
      eachWord(imageWords(image), ({ term }) => {
        words++;
        this.#count(this.#terms.numberOf(nameTerm('i', term)));
      });
    }
    this.#endField(weightIn(FIELDS.images, words));
    this.#add(this.#terms.numberOf(nameTerm('i', '')), 0);
  }

  /** Gives the impacts of all terms, and of names that count nothing; the next page begins with none. */
  takeImpacts(names: Iterable<string>): Omit<AnalysedPage, 'bodyWords'> {
    for (const name of names) this.#add(this.#terms.numberOf(name), 0);
    const numbers = Uint32Array.from(this.#ofPage);
    const impacts = new Uint8Array(numbers.length);
    for (let index = 0; index < numbers.length; index++) {
      const number = numbers[index]!;
      impacts[index] = impactOf(this.#weights[number]!);
      this.#weights[number] = 0;
      this.#isOfPage[number] = 0;
    }
    this.#ofPage.length = 0;
    return { numbers, terms: this.#terms, impacts };
  }

  #count(number: number): void {
    if (number >= this.#counts.length) this.#grow(number);
    if (this.#counts[number]!++ === 0) this.#found.push(number);
  }

  #endField(weight: number): void {
    for (const number of this.#found) {
      const added = this.#counts[number]! * weight;
      this.#counts[number] = 0;
      this.#add(number, added);
      if (this.#terms.isPaired(number)) this.#addSigns(this.#terms.terms[number]!, added * SIGN_SHARE);
    }
    this.#found.length = 0;
  }

  /** The ideographs and syllables of a pair: many a word is a single one. */
  #addSigns(pair: string, weight: number): void {
    for (const sign of pair.match(IDEOGRAPHS) ?? []) this.#add(this.#terms.numberOf(sign), weight);
  }

  #add(number: number, weight: number): void {
    if (number >= this.#counts.length) this.#grow(number);
    if (this.#isOfPage[number] === 0) {
      this.#isOfPage[number] = 1;
      this.#ofPage.push(number);
    }
    this.#weights[number]! += weight;
  }

  #grow(number: number): void {
    const length = 2 ** Math.ceil(Math.log2(number + 1));
    const [weights, counts, isOfPage] = [this.#weights, this.#counts, this.#isOfPage];
    this.#weights = new Float64Array(length);
    this.#weights.set(weights);
    this.#counts = new Uint32Array(length);
    this.#counts.set(counts);
    this.#isOfPage = new Uint8Array(length);
    this.#isOfPage.set(isOfPage);
  }
}

function propertyTerms(page: PageToAnalyse): string[] {
  const terms = [...hostTerms(page.url), nameTerm('f', page.fileType ?? 'html')];
  if (page.pageType !== undefined) terms.push(nameTerm('k', page.pageType));
  if (page.publishedAt !== undefined) terms.push(nameTerm('k', 'dated'));
  const language = LANGUAGE.exec(page.language ?? '')?.[0];
  if (language !== undefined) terms.push(nameTerm('l', language));
  return terms;
}
