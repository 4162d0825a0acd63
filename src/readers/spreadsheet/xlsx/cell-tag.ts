const BLANK = 0x20;
const DOUBLE_QUOTE = 0x22;
const SLASH = 0x2f;
const ZERO = 0x30;
const NINE = 0x39;
const EQUALS = 0x3d;
const GREATER_THAN = 0x3e;
const UPPER_A = 0x41;
const LETTER_B = 0x62;
const LETTER_N = 0x6e;
const LETTER_R = 0x72;
const LETTER_S = 0x73;
const LETTER_T = 0x74;

/** No place: something is not as it is in regular cells. */
const IRREGULAR = -1;

/** Types of values that are read without the scanner of all markup. */
const NUMBER = 0;
export const SHARED = 1;
export const TEXT_TYPE = 2;
export const FLAG = 3;

const LETTERS = 26;
const MAX_LETTERS = 4;
export const MAX_INDEX_DIGITS = 7;

/** The tag of a cell, such as `<c r="AB12" s="3" t="s">`. */
export class CellTag {
  /** From 0; -1 when it is not said. */
  column = -1;
  /** -1 when it has none. */
  style = -1;
  type = NUMBER;
  /** There is no content and no closing tag. */
  isEmpty = false;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Notes what the tag says, from behind its name; returns the place behind the tag. */
  // oxlint-disable-next-line complexity -- one pass over the bytes of every cell
  read(from: number): number {
    const bytes = this.#bytes;
    this.column = -1;
    this.style = -1;
    this.type = NUMBER;
    this.isEmpty = false;
    let hasType = false;
    let at = from;
    for (;;) {
      const byte = bytes[at];
      if (byte === GREATER_THAN) return at + 1;
      if (byte === SLASH) {
        this.isEmpty = true;
        return bytes[at + 1] === GREATER_THAN ? at + 2 : IRREGULAR;
      }
      if (byte !== BLANK || bytes[at + 2] !== EQUALS || bytes[at + 3] !== DOUBLE_QUOTE) return IRREGULAR;
      const name = bytes[at + 1];
      at += 4;
      if (name === LETTER_R && this.column === -1) at = this.#readReference(at);
      else if (name === LETTER_S && this.style === -1) at = this.#readStyle(at);
      else if (name === LETTER_T && !hasType) {
        at = this.#readType(at);
        hasType = true;
      } else return IRREGULAR;
      if (at === IRREGULAR || bytes[at] !== DOUBLE_QUOTE) return IRREGULAR;
      at++;
    }
  }

  /** `AB12`: the number is that of the row, which is known. */
  #readReference(from: number): number {
    const bytes = this.#bytes;
    let at = from;
    let column = 0;
    for (; at < from + MAX_LETTERS; at++) {
      const letter = bytes[at]! - UPPER_A;
      if (!(letter >= 0 && letter < LETTERS)) break;
      column = column * LETTERS + letter + 1;
    }
    if (column === 0) return IRREGULAR;
    this.column = column - 1;
    while (isDigit(bytes[at])) at++;
    return at;
  }

  #readStyle(from: number): number {
    const bytes = this.#bytes;
    let at = from;
    let style = 0;
    for (; isDigit(bytes[at]); at++) style = style * 10 + bytes[at]! - ZERO;
    if (at === from || at > from + MAX_INDEX_DIGITS) return IRREGULAR;
    this.style = style;
    return at;
  }

  #readType(at: number): number {
    const bytes = this.#bytes;
    const first = bytes[at];
    if (first === LETTER_S && bytes[at + 1] === LETTER_T && bytes[at + 2] === LETTER_R) {
      this.type = TEXT_TYPE;
      return at + 3;
    }
    if (first === LETTER_S) this.type = SHARED;
    else if (first === LETTER_B) this.type = FLAG;
    else if (first !== LETTER_N) return IRREGULAR;
    return at + 1;
  }
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= NINE;
}
