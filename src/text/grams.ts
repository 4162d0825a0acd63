import { DENSE, IGNORED, letterKinds, SPACED } from './letter-kinds.ts';

/** Letters of a gram; shorter words are one gram. */
const LETTERS = 4;

/** Gets a gram of up to four code units: two of them in each number. */
export type SeeGram = (high: number, low: number) => void;

/**
 * Gives the grams of a folded text, in order: each run of four letters within a word, words of fewer letters whole,
 * and pairs of neighbours in scripts that do not part words. Stems, compounds and typing mistakes share most grams, so
 * no language needs to be known. One pass; returns how many there were.
 */
export function eachGram(folded: string, see: SeeGram): number {
  const kinds = letterKinds();
  let grams = 0;
  let high = 0;
  let low = 0;
  /** Letters of the word so far; of a dense run below zero. */
  let run = 0;
  const { length } = folded;
  for (let at = 0; at <= length; at++) {
    const code = at === length ? 0 : folded.charCodeAt(at);
    const kind = kinds[code]!;
    if (kind === IGNORED) continue;
    const isShortWord = run > 0 && run < LETTERS && kind !== SPACED;
    const isLoneSign = run === -1 && kind !== DENSE;
    if (isShortWord || isLoneSign) {
      see(high, low);
      grams++;
    }
    if (kind === SPACED) {
      if (run <= 0) high = low = run = 0;
      high = (high << 16) | (low >>> 16);
      low = (low << 16) | code;
      if (++run < LETTERS) continue;
    } else if (kind === DENSE) {
      if (run >= 0) low = run = 0;
      high = 0;
      low = (low << 16) | code;
      if (--run > -2) continue;
    } else {
      high = low = run = 0;
      continue;
    }
    see(high, low);
    grams++;
  }
  return grams;
}

/** The distinct grams of a folded text, numbered from 0 in their order. */
export class GramSet {
  #size = 0;
  readonly #mask: number;
  readonly #highs: Int32Array;
  readonly #lows: Int32Array;
  /** The number of the gram in each slot, plus 1; 0 in an empty one. */
  readonly #numbers: Int32Array;

  constructor(folded: string) {
    const slots = 1 << (32 - Math.clz32(folded.length * 2 + 8));
    this.#mask = slots - 1;
    this.#highs = new Int32Array(slots);
    this.#lows = new Int32Array(slots);
    this.#numbers = new Int32Array(slots);
    eachGram(folded, (high, low) => {
      const slot = this.#slotOf(high, low);
      if (this.#numbers[slot] !== 0) return;
      this.#highs[slot] = high;
      this.#lows[slot] = low;
      this.#numbers[slot] = ++this.#size;
    });
  }

  get size(): number {
    return this.#size;
  }

  /** The number of a gram, -1 when the set does not have it. */
  numberOf(high: number, low: number): number {
    return this.#numbers[this.#slotOf(high, low)]! - 1;
  }

  /** The slot of a gram, or the empty one where it would stand: at least half of the slots are empty. */
  #slotOf(high: number, low: number): number {
    let hash = Math.imul(high, 0x9e37_79b1) ^ Math.imul(low, 0x85eb_ca6b);
    hash ^= hash >>> 15;
    for (let slot = hash & this.#mask; ; slot = (slot + 1) & this.#mask) {
      if (this.#numbers[slot] === 0) return slot;
      if (this.#highs[slot] === high && this.#lows[slot] === low) return slot;
    }
  }
}
