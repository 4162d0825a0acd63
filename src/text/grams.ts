import { DENSE, IGNORED, letterKinds, SPACED } from './letter-kinds.ts';

/** Letters of a gram; shorter words are one gram. */
const LETTERS = 4;
/** The first ideographs and the last: each is a word, or a large part of one. */
const FIRST_IDEOGRAPH = 0x3400;
const LAST_IDEOGRAPH = 0x9fff;

/** Gets a gram of up to four code units: two of them in each number. */
export type SeeGram = (high: number, low: number) => void;

/**
 * Gives the grams of a folded text, in order: each run of four letters within a word, words of fewer letters whole, and
 * pairs of neighbours in scripts that do not part words, of ideographs each one as well. A word of four letters also
 * gives its first three: `dogs` has `dog`. Stems, compounds and typing mistakes share most grams, so no language needs
 * to be known. One pass; returns how many there were.
 */
export function eachGram(folded: string, see: SeeGram): number {
  const reader = new GramReader(see);
  const kinds = letterKinds();
  for (let at = 0; at < folded.length; at++) {
    const code = folded.charCodeAt(at);
    const kind = kinds[code]!;
    if (kind === SPACED) reader.readLetter(code);
    else if (kind === DENSE) reader.readSign(code);
    else if (kind !== IGNORED) reader.end();
  }
  reader.end();
  return reader.grams;
}

class GramReader {
  grams = 0;
  readonly #see: SeeGram;
  #high = 0;
  #low = 0;
  /** Letters of the word so far. */
  #letters = 0;
  /** Signs of the dense run so far. */
  #signs = 0;

  constructor(see: SeeGram) {
    this.#see = see;
  }

  readLetter(code: number): void {
    if (this.#signs > 0) this.end();
    this.#high = (this.#high << 16) | (this.#low >>> 16);
    this.#low = (this.#low << 16) | code;
    if (++this.#letters >= LETTERS) this.#give(this.#high, this.#low);
  }

  readSign(code: number): void {
    if (this.#letters > 0) this.end();
    this.#low = (this.#low << 16) | code;
    if (isIdeograph(code)) this.#give(0, code);
    if (++this.#signs > 1) this.#give(0, this.#low);
  }

  /** Ends a word or a run of signs. */
  end(): void {
    if (this.#letters > 0 && this.#letters < LETTERS) this.#give(this.#high, this.#low);
    else if (this.#letters === LETTERS)
      this.#give(this.#high >>> 16, (this.#high << 16) | (this.#low >>> 16));
    else if (this.#signs === 1 && !isIdeograph(this.#low)) this.#give(0, this.#low);
    this.#high = this.#low = this.#letters = this.#signs = 0;
  }

  #give(high: number, low: number): void {
    this.#see(high, low);
    this.grams++;
  }
}

function isIdeograph(code: number): boolean {
  return code >= FIRST_IDEOGRAPH && code <= LAST_IDEOGRAPH;
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
