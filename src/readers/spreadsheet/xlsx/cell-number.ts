import type { Utf8Writer } from '../utf8-writer.ts';

/** Something is not as it is in regular cells; not imported, as that costs time in loops over bytes. */
const IRREGULAR = -1;
const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const LESS_THAN = 0x3c;
const UPPER_E = 0x45;
const LETTER_E = 0x65;

/** Digits whose number a double is sure to hold. */
const MAX_DIGITS = 15;
/** Numbers with more characters are nonsense. */
const MAX_LENGTH = 40;
const POWERS = Array.from({ length: MAX_DIGITS + 1 }, (_, exponent) => 10 ** exponent);
/** Digits that General shows, in all and after the point, and the smallest number that it shows so. */
const MAX_GENERAL = 1e10;
const MAX_GENERAL_DECIMALS = 9;
const MIN_GENERAL = 1e-4;

/** A number as a cell holds it, read without a text in between; what it is like is the same as `Number` says. */
export class CellNumber {
  value = 0;
  readonly #bytes: Buffer;
  /** The number without sign and point, and how many of its digits stand behind the point. */
  #digits = 0;
  #decimals = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Reads the number that stands before a tag, and returns where it ends; `IRREGULAR` for what is none. */
  read(start: number): number {
    const bytes = this.#bytes;
    const isNegative = bytes[start] === MINUS;
    let at = isNegative ? start + 1 : start;
    let digits = 0;
    let decimals = 0;
    const first = at;
    for (; isDigit(bytes[at]); at++) digits = digits * 10 + bytes[at]! - ZERO;
    let count = at - first;
    if (bytes[at] === POINT) {
      const point = at++;
      for (; isDigit(bytes[at]); at++) digits = digits * 10 + bytes[at]! - ZERO;
      decimals = at - point - 1;
      count += decimals;
    }
    if (bytes[at] !== LESS_THAN || count === 0 || count > MAX_DIGITS) return this.#readLong(start);
    this.#digits = digits;
    this.#decimals = decimals;
    const size = decimals === 0 ? digits : digits / POWERS[decimals]!;
    this.value = isNegative ? -size : size;
    return at;
  }

  /** General shows the number as it stands in the file, but for zeros at its end. */
  get isShort(): boolean {
    const isSmall = this.#digits < MAX_GENERAL && this.#decimals <= MAX_GENERAL_DECIMALS;
    return isSmall && this.#decimals > 0 && Math.abs(this.value) >= MIN_GENERAL;
  }

  /** Writes a short number as General shows it. */
  write(out: Utf8Writer): void {
    let digits = this.#digits;
    let decimals = this.#decimals;
    for (; decimals > 0 && digits % 10 === 0; decimals--) digits /= 10;
    const power = POWERS[decimals]!;
    const whole = Math.floor(digits / power);
    out.reserve(MAX_DIGITS + 2);
    if (this.value < 0) out.bytes[out.length++] = MINUS;
    out.digits(whole);
    if (decimals === 0) return;
    out.bytes[out.length++] = POINT;
    out.padded(digits - whole * power, decimals);
  }

  /** A number with an exponent, or with more digits than a double holds. */
  #readLong(start: number): number {
    const bytes = this.#bytes;
    let at = start;
    while (at < start + MAX_LENGTH && isNumberByte(bytes[at])) at++;
    this.value = at === start ? NaN : Number(bytes.toString('latin1', start, at));
    this.#decimals = 0;
    return Number.isFinite(this.value) ? at : IRREGULAR;
  }
}

function isNumberByte(byte: number | undefined): boolean {
  return (
    isDigit(byte) ||
    byte === POINT ||
    byte === MINUS ||
    byte === PLUS ||
    byte === LETTER_E ||
    byte === UPPER_E
  );
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= NINE;
}
