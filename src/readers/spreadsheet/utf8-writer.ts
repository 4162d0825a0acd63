const ZERO = 0x30;
const COMMA = 0x2c;
const BILLION = 1_000_000_000;
const MIN_CAPACITY = 1_024;
/** Beyond this a text is given to the engine's own encoder, which is faster for long ones. */
const MAX_COPIED = 64;

/** Text in UTF-8 that grows piece by piece: a million cells without a string for each of them. */
export class Utf8Writer {
  /** The written bytes stand before `length`; the array changes when it grows. */
  bytes: Buffer;
  length = 0;

  constructor(capacity = MIN_CAPACITY) {
    this.bytes = Buffer.allocUnsafe(Math.max(capacity, MIN_CAPACITY));
  }

  /** Makes room for so many bytes more. */
  reserve(count: number): void {
    const needed = this.length + count;
    if (needed > this.bytes.length) this.#grow(needed);
  }

  /** Characters of ASCII alone. */
  ascii(text: string): void {
    this.reserve(text.length);
    const { bytes } = this;
    let at = this.length;
    for (let index = 0; index < text.length; index++) bytes[at++] = text.charCodeAt(index);
    this.length = at;
  }

  /** Any text; lone halves of surrogate pairs become U+FFFD. */
  text(text: string): void {
    if (text.length > MAX_COPIED || !this.#copyAscii(text)) {
      this.reserve(text.length * 3);
      this.length += this.bytes.write(text, this.length);
    }
  }

  /** Bytes of UTF-8; there must be room for them. */
  copy(source: Uint8Array, start: number, end: number): void {
    const { bytes } = this;
    let at = this.length;
    if (end - start > MAX_COPIED) {
      bytes.set(source.subarray(start, end), at);
      at += end - start;
    } else {
      for (let from = start; from < end; from++) bytes[at++] = source[from]!;
    }
    this.length = at;
  }

  /** Digits of a whole number from 0 to 2^53; there must be room for them. */
  digits(value: number): void {
    if (value < BILLION) {
      this.#smallDigits(value, countDigits(value));
      return;
    }
    const high = Math.floor(value / BILLION);
    this.#smallDigits(high, countDigits(high));
    this.#smallDigits(value - high * BILLION, 9);
  }

  /** A whole number below a billion with zeros before it; there must be room for it. */
  padded(value: number, width: number): void {
    this.#smallDigits(value, width);
  }

  /** Digits in groups of three; there must be room for them. */
  grouped(value: number): void {
    if (value < 1_000) {
      this.#smallDigits(value, countDigits(value));
      return;
    }
    const above = Math.floor(value / 1_000);
    this.grouped(above);
    this.bytes[this.length++] = COMMA;
    this.#smallDigits(value - above * 1_000, 3);
  }

  toText(start = 0, end = this.length): string {
    return this.bytes.toString('utf8', start, end);
  }

  #smallDigits(value: number, width: number): void {
    const { bytes, length } = this;
    let rest = value | 0;
    for (let at = length + width - 1; at >= length; at--) {
      const above = (rest / 10) | 0;
      bytes[at] = ZERO + rest - above * 10;
      rest = above;
    }
    this.length = length + width;
  }

  #copyAscii(text: string): boolean {
    this.reserve(text.length);
    const { bytes } = this;
    let at = this.length;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code >= 0x80) return false;
      bytes[at++] = code;
    }
    this.length = at;
    return true;
  }

  #grow(needed: number): void {
    const larger = Buffer.allocUnsafe(Math.max(needed, this.bytes.length * 2));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }
}

function countDigits(value: number): number {
  let count = 1;
  for (let power = 10; value >= power; power *= 10) count++;
  return count;
}
