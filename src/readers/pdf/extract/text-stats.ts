/** Vowels of a text without its own mapping to characters that is text all the same; below, its letters are glyph numbers. */
const LEAST_VOWELS = 0.2;
/** Fewer may be abbreviations. */
const MANY_LETTERS = 50;
/** Share of the characters of a page; scores and formulas have many signs of their own. */
const MOST_UNREADABLE = 0.7;

/** Counts what a page's characters are worth. */
export class TextStats {
  /** Characters that can be read, blanks left out. */
  readable = 0;
  /** Characters that no reader could make sense of. */
  unreadable = 0;
  /** Characters that are not painted, as those that a scanner's program writes behind its picture. */
  hidden = 0;
  /** Some of its characters could be part of an address, such as `@` or a colon behind `http`. */
  mayHaveAddress = false;
  #last = 0;
  #letters = 0;
  #vowels = 0;
  #guessed = 0;
  #guessedLetters = 0;
  #guessedVowels = 0;

  /** `isGuessed`: the file does not say which character the glyph is, and PDFium took its number for one. */
  add(code: number, isGuessed: boolean): void {
    this.readable++;
    if (code <= 0x40) this.mayHaveAddress ||= isOfAddress(code, this.#last);
    this.#last = code;
    if (isGuessed) this.#guessed++;
    const letter = code | 0x20;
    if (letter < 0x61 || letter > 0x7a) return;
    const isVowel =
      letter === 0x61 || letter === 0x65 || letter === 0x69 || letter === 0x6f || letter === 0x75;
    this.#letters++;
    if (isVowel) this.#vowels++;
    if (!isGuessed) return;
    this.#guessedLetters++;
    if (isVowel) this.#guessedVowels++;
  }

  addUnreadable(): void {
    this.unreadable++;
  }

  /** Its letters make no words, as when a damaged file has lost the fonts that say what they are. */
  get isScrambled(): boolean {
    const isLatin = this.#letters > MANY_LETTERS && this.#letters * 2 > this.readable;
    return isLatin && this.#vowels < this.#letters * LEAST_VOWELS;
  }

  /** Most of its characters mean nothing. */
  get isGarbled(): boolean {
    const isNoise = this.#guessedVowels < this.#guessedLetters * LEAST_VOWELS || this.#guessedLetters === 0;
    const lost = this.unreadable + (isNoise ? this.#guessed : 0);
    return lost > (this.readable + this.unreadable) * MOST_UNREADABLE;
  }
}

/** Whether it ends one of `http:`, `https:`, `www.` and `@`, as far as the letter before it tells. */
function isOfAddress(code: number, before: number): boolean {
  if (code === 0x40) return true;
  const letter = before | 0x20;
  return (code === 0x3a && (letter === 0x70 || letter === 0x73)) || (code === 0x2e && letter === 0x77);
}
