import type { WordHit } from './query-matcher.ts';

/** A passage of a text that has words of a query. */
export interface TextWindow {
  /** Where its first and its last word of the query stand. */
  readonly start: number;
  readonly end: number;
  /** Different words of the query in it. */
  readonly words: number;
}

const WINDOW_WORDS = 30;

/** Finds the thirty words of a text that have the most of a query: the sum of how rare its different words are. */
export class BestWindow {
  readonly #rarities: Float64Array;
  readonly #counts: Int32Array;
  #hits: WordHit[] = [];
  /** The first of the hits that is within the window. */
  #left = 0;
  #sum = 0;
  #words = 0;
  #best = 0;
  #window: TextWindow | undefined;

  constructor(rarities: Float64Array) {
    this.#rarities = rarities;
    this.#counts = new Int32Array(rarities.length);
  }

  get window(): TextWindow | undefined {
    return this.#window;
  }

  /** Takes the next word of the query in the text. */
  see(hit: WordHit): void {
    const rarity = this.#rarities[hit.stem]!;
    if (rarity === 0) return;
    while (
      this.#left < this.#hits.length &&
      hit.position - this.#hits[this.#left]!.position >= WINDOW_WORDS
    ) {
      this.#leave(this.#hits[this.#left++]!.stem);
    }
    this.#hits.push(hit);
    if (this.#counts[hit.stem]!++ > 0) return;
    this.#sum += rarity;
    this.#words++;
    if (this.#sum <= this.#best + 1e-9) return;
    this.#best = this.#sum;
    this.#window = { start: this.#hits[this.#left]!.start, end: hit.end, words: this.#words };
  }

  #leave(stem: number): void {
    if (--this.#counts[stem]! > 0) return;
    this.#sum -= this.#rarities[stem]!;
    this.#words--;
  }
}
