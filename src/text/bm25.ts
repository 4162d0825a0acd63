import { foldText } from './fold-text.ts';
import { eachGram, GramSet } from './grams.ts';

/** How soon a further occurrence of a gram stops counting, and how much longer texts are held back. */
const K1 = 0.6;
const B = 0.5;
const NEIGHBOUR_SHARE = 0.3;
const CONTEXT_WEIGHT = 0.5;
/** A text that is nothing but words of the query answers nothing. */
const REPETITION = 0.3;
/** Longer queries are cut: more grams find nothing better. */
const MAX_QUERY = 1000;

/** A text that is ranked, and the words above it that say what it is about. */
export interface RankedText {
  readonly text: string;
  readonly context?: string | undefined;
}

export interface Scores {
  /** One for each text, 0 for none in common with the query. */
  readonly scores: Float64Array;
  /** The score of a text that has all of the query once, and is of the mean length. */
  readonly most: number;
}

/**
 * Scores texts against a query with BM25 over letter grams; what stands in the context counts half. A text gets a share
 * of its neighbours' scores. Linear in the texts. `keepsRepetitions`: a text of nothing but words of the query is what is
 * looked for.
 */
export function scoreTexts(
  query: string,
  texts: readonly RankedText[],
  { keepsRepetitions = false } = {},
): Scores {
  const grams = new GramSet(foldText(query.slice(0, MAX_QUERY)));
  const counts = new GramCounts(grams, texts.length);
  for (const { text, context } of texts) counts.add(text, context);
  return counts.score(keepsRepetitions);
}

/** Adds to each score a share of those beside it. */
export function shareWithNeighbours(scores: Float64Array): Float64Array {
  return scores.map(
    (score, at) => score + (NEIGHBOUR_SHARE / 2) * ((scores[at - 1] ?? 0) + (scores[at + 1] ?? 0)),
  );
}

/** How rare something is that stands in `holders` of `all` texts. */
export function rarity(holders: number, all: number): number {
  return Math.log(1 + (all - holders + 0.5) / (holders + 0.5));
}

/** Occurrences of the query's grams in each text. */
class GramCounts {
  readonly #grams: GramSet;
  readonly #lengths: Float64Array;
  /** Texts that hold each gram. */
  readonly #holders: Int32Array;
  /** Gram and weighted count, for one text after the other. */
  readonly #found: number[] = [];
  readonly #counts: number[] = [];
  /** Where each text's part of `#found` ends. */
  readonly #ends: number[] = [];
  /** Weighted count of each gram in the text that is being read. */
  readonly #current: Float64Array;
  #context: string | undefined;
  readonly #contextCounts: Float64Array;
  readonly #contextGrams: number[] = [];
  /** 1 for a text with nothing that the query does not have. */
  readonly #isRepetition: Uint8Array;

  constructor(grams: GramSet, texts: number) {
    this.#grams = grams;
    this.#lengths = new Float64Array(texts);
    this.#isRepetition = new Uint8Array(texts);
    this.#holders = new Int32Array(grams.size);
    this.#current = new Float64Array(grams.size);
    this.#contextCounts = new Float64Array(grams.size);
  }

  add(text: string, context: string | undefined): void {
    this.#readContext(context);
    const touched = this.#contextGrams.slice();
    for (const gram of touched) this.#current[gram] = this.#contextCounts[gram]!;
    const at = this.#ends.length;
    let shared = 0;
    const length = eachGram(foldText(text), (high, low) => {
      const gram = this.#grams.numberOf(high, low);
      if (gram === -1) return;
      shared++;
      if (this.#current[gram] === 0) touched.push(gram);
      this.#current[gram]!++;
    });
    this.#lengths[at] = length;
    if (shared === length) this.#isRepetition[at] = 1;
    for (const gram of touched) {
      this.#found.push(gram);
      this.#counts.push(this.#current[gram]!);
      this.#holders[gram]!++;
      this.#current[gram] = 0;
    }
    this.#ends.push(this.#found.length);
  }

  score(keepsRepetitions: boolean): Scores {
    const texts = this.#ends.length;
    const scores = new Float64Array(texts);
    let letters = 0;
    for (const length of this.#lengths) letters += length;
    const mean = letters / Math.max(texts, 1) || 1;
    const weights = Array.from(this.#holders, (holders) => rarity(holders, texts));
    for (let at = 0, next = 0; at < texts; at++) {
      const tempering = K1 * (1 - B + (B * this.#lengths[at]!) / mean);
      for (; next < this.#ends[at]!; next++) {
        const count = this.#counts[next]!;
        scores[at]! += (weights[this.#found[next]!]! * count * (K1 + 1)) / (count + tempering);
      }
      if (this.#isRepetition[at] === 1 && !keepsRepetitions) scores[at]! *= REPETITION;
    }
    return { scores, most: weights.reduce((sum, weight) => sum + weight, 0) };
  }

  /** Texts below one heading share their context, so it is counted once. */
  #readContext(context: string | undefined): void {
    if (context === this.#context) return;
    this.#context = context;
    for (const gram of this.#contextGrams) this.#contextCounts[gram] = 0;
    this.#contextGrams.length = 0;
    if (context === undefined || context === '') return;
    eachGram(foldText(context), (high, low) => {
      const gram = this.#grams.numberOf(high, low);
      if (gram === -1) return;
      if (this.#contextCounts[gram] === 0) this.#contextGrams.push(gram);
      this.#contextCounts[gram]! += CONTEXT_WEIGHT;
    });
  }
}
