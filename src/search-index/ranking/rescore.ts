import {
  BODY_WEIGHT,
  DEFAULT_AVERAGE_BODY,
  FIELDS,
  weightIn,
  type FieldWeight,
} from '../segments/analyse-page.ts';
import { BestWindow, type TextWindow } from './best-window.ts';
import { saturate } from '../impact.ts';
import type { IndexPlan } from '../index-plan.ts';
import { urlWords } from '../operator-terms.ts';
import { QueryMatcher, type WordHit } from './query-matcher.ts';
import { SequenceFinder } from './sequence-finder.ts';

/** The texts of a page. */
export interface PageTexts {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly headings: string;
  readonly linkText: string;
  /** The main content, unpacked. */
  readonly text: string;
}

/** The outcome of reading a page. */
export interface PageReading {
  /** Exact words and words that stand together: half of it is added to the score of the index. */
  readonly bonus: number;
  /** True when the phrases are there, and nothing that was excluded. */
  readonly isWanted: boolean;
  /** The passage of the text that has most of the query. */
  readonly window: TextWindow | undefined;
  /** Different words of the query in the description. */
  readonly wordsInDescription: number;
}

export interface RescoreOptions {
  /** How rare each term is. */
  readonly rarities: ReadonlyMap<string, number>;
  /** Words of a text of the team, on average. */
  readonly averageBody?: number | undefined;
}

/** Letters of a text that are scored; further ones are read for phrases and exclusions alone. */
const SCORED_LETTERS = 24_000;
const READ_LETTERS = 400_000;
/** Two words of the query help each other up to here. */
const NEAR = 8;

/** Makes a reader of the pages that an index has found. A page takes time linear in its first 24,000 letters. */
export function createRescorer(
  plan: IndexPlan,
  options: RescoreOptions,
): (page: PageTexts, isSuspect: boolean) => PageReading {
  const reader = new PageReader(plan, options);
  return function readPage(page, isSuspect) {
    return reader.read(page, isSuspect);
  };
}

class PageReader {
  readonly #plan: IndexPlan;
  readonly #matcher: QueryMatcher;
  readonly #finder: SequenceFinder;
  readonly #body: FieldWeight;
  readonly #wordRarities: Float64Array;
  readonly #stemRarities: Float64Array;
  /** Weighted counts of exact words, and of words beside others. */
  readonly #exact: Float64Array;
  readonly #near: Float64Array;
  readonly #fieldCounts: Float64Array;
  #before: WordHit | undefined;

  constructor(plan: IndexPlan, { rarities, averageBody = DEFAULT_AVERAGE_BODY }: RescoreOptions) {
    const sequences = [...plan.sequences.flat(), ...plan.excluded];
    const stems = [...new Set([...plan.words.map(({ stem }) => stem), ...sequences.flat()])];
    const numbers = new Map(stems.map((stem, index) => [stem, index]));
    this.#plan = plan;
    this.#matcher = new QueryMatcher(
      plan.words.map(({ word }) => word),
      stems,
    );
    this.#finder = new SequenceFinder(sequences.map((words) => words.map((stem) => numbers.get(stem)!)));
    this.#body = { weight: BODY_WEIGHT, average: Math.max(averageBody, 1) };
    this.#wordRarities = Float64Array.from(plan.words, ({ term }) => rarities.get(term) ?? 0);
    this.#stemRarities = new Float64Array(stems.length);
    for (const { stem, term } of plan.words) this.#stemRarities[numbers.get(stem)!] = rarities.get(term) ?? 0;
    this.#exact = new Float64Array(plan.words.length);
    this.#near = new Float64Array(stems.length);
    this.#fieldCounts = new Float64Array(plan.words.length);
  }

  read(page: PageTexts, isSuspect: boolean): PageReading {
    this.#exact.fill(0);
    this.#near.fill(0);
    this.#finder.reset();
    this.#readField(page.title, FIELDS.title);
    this.#readField(page.headings, FIELDS.headings);
    this.#readField(urlWords(page.url), FIELDS.url);
    this.#readField(page.linkText, FIELDS.linkText);
    const inDescription = new Set<number>();
    this.#readField(page.description, FIELDS.description, ({ stem }) => inDescription.add(stem));
    const best = new BestWindow(this.#stemRarities);
    const scored = page.text.length > SCORED_LETTERS ? page.text.slice(0, SCORED_LETTERS) : page.text;
    const words = this.#readField(scored, this.#body, (hit) => best.see(hit));
    if (page.text.length > SCORED_LETTERS) this.#readOn(page.text, isSuspect);
    return {
      bonus: this.#exactScore() + this.#nearScore(words),
      isWanted: this.#isWanted(),
      window: best.window,
      wordsInDescription: [...inDescription].filter((stem) => this.#stemRarities[stem]! > 0).length,
    };
  }

  #readField(text: string, field: FieldWeight, see?: (hit: WordHit) => void): number {
    if (text === '') return 0;
    this.#before = undefined;
    this.#finder.leaveText();
    this.#fieldCounts.fill(0);
    const words = this.#matcher.eachHit(text, (hit) => {
      this.#finder.see(hit.position, hit.stem);
      if (hit.word >= 0) this.#fieldCounts[hit.word]!++;
      this.#seeNeighbours(hit);
      see?.(hit);
    });
    const weight = weightIn(field, words);
    for (let word = 0; word < this.#exact.length; word++)
      this.#exact[word]! += this.#fieldCounts[word]! * weight;
    return words;
  }

  /** Reads the rest of a long text, when phrases are missing still or something excluded may come. */
  #readOn(text: string, isSuspect: boolean): void {
    const isOpen = isSuspect || this.#plan.sequences.some((_, group) => !this.#hasGroup(group));
    if (!isOpen) return;
    this.#finder.leaveText();
    this.#matcher.eachHit(text.slice(SCORED_LETTERS, READ_LETTERS), ({ position, stem }) =>
      this.#finder.see(position, stem),
    );
  }

  #seeNeighbours(hit: WordHit): void {
    if (this.#stemRarities[hit.stem] === 0) return;
    const before = this.#before;
    this.#before = hit;
    if (before === undefined || before.stem === hit.stem) return;
    const distance = hit.position - before.position;
    if (distance < 1 || distance > NEAR) return;
    this.#near[hit.stem]! += this.#stemRarities[before.stem]! / distance ** 2;
    this.#near[before.stem]! += this.#stemRarities[hit.stem]! / distance ** 2;
  }

  #exactScore(): number {
    return this.#exact.reduce((sum, weight, word) => sum + this.#wordRarities[word]! * saturate(weight), 0);
  }

  /** Term proximity as Büttcher, Clarke and Lushman have it (SIGIR 2006). */
  #nearScore(words: number): number {
    const weight = weightIn(this.#body, words);
    return this.#near.reduce(
      (sum, near, stem) => sum + Math.min(this.#stemRarities[stem]!, 1) * saturate(near * weight),
      0,
    );
  }

  #isWanted(): boolean {
    const { sequences, excluded } = this.#plan;
    const first = sequences.reduce((sum, group) => sum + group.length, 0);
    const hasExcluded = excluded.some((_, index) => this.#finder.hasFound(first + index));
    return !hasExcluded && sequences.every((_, group) => this.#hasGroup(group));
  }

  #hasGroup(group: number): boolean {
    const { sequences } = this.#plan;
    const first = sequences.slice(0, group).reduce((sum, { length }) => sum + length, 0);
    return sequences[group]!.some((_, index) => this.#finder.hasFound(first + index));
  }
}
