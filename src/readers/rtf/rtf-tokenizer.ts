import { isAsciiDigit, isAsciiLetter } from '../../lib/ascii.ts';

const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const APOSTROPHE = 0x27;
const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;
const SPACE = 0x20;
const MINUS = 0x2d;
/** Longer names and numbers are none (RTF 1.9.1, "Control Word": 32 letters, 16 or 32 bits). */
const MAX_NAME = 32;
const MAX_DIGITS = 10;

/** `word` is a control word or, for other characters than letters, a control symbol. */
export type RtfTokenType = 'open' | 'close' | 'word' | 'hex' | 'text' | 'end';

/** Walks over the bytes of an RTF file; the fields tell of the token that `next` has found. */
export class RtfTokenizer {
  readonly bytes: Buffer;
  #at: number;
  type: RtfTokenType = 'end';
  /** The name of a word. */
  name = '';
  /** The number of a word, undefined when it has none; the byte of `hex`. */
  parameter: number | undefined;
  /** The place of the bytes of a text, or of the data of `\bin`. */
  start = 0;
  end = 0;

  constructor(bytes: Buffer, start: number) {
    this.bytes = bytes;
    this.#at = start;
  }

  next(): RtfTokenType {
    const { bytes } = this;
    while (this.#at < bytes.length && isIgnored(bytes[this.#at]!)) this.#at++;
    if (this.#at >= bytes.length) return (this.type = 'end');
    const byte = bytes[this.#at]!;
    if (byte === OPEN || byte === CLOSE) {
      this.#at++;
      return (this.type = byte === OPEN ? 'open' : 'close');
    }
    if (byte === BACKSLASH) return (this.type = this.#control());
    this.start = this.#at;
    while (this.#at < bytes.length && isText(bytes[this.#at]!)) this.#at++;
    this.end = this.#at;
    return (this.type = 'text');
  }

  #control(): RtfTokenType {
    const { bytes } = this;
    const first = bytes[this.#at + 1];
    this.parameter = undefined;
    if (first === undefined) {
      this.#at = bytes.length;
      return 'end';
    }
    if (!isAsciiLetter(first)) {
      this.#at += 2;
      if (first === APOSTROPHE) return this.#hex();
      this.name = String.fromCharCode(first);
      return 'word';
    }
    let end = this.#at + 1;
    while (end < bytes.length && end - this.#at <= MAX_NAME && isAsciiLetter(bytes[end]!)) end++;
    this.name = bytes.toString('latin1', this.#at + 1, end);
    const digits = bytes[end] === MINUS ? end + 1 : end;
    let last = digits;
    while (last - digits < MAX_DIGITS && isAsciiDigit(bytes[last])) last++;
    if (last > digits) {
      this.parameter = Number(bytes.toString('latin1', end, last));
      end = last;
    }
    // One blank ends the word and belongs to it.
    this.#at = bytes[end] === SPACE ? end + 1 : end;
    if (this.name === 'bin') this.#binary();
    return 'word';
  }

  #hex(): RtfTokenType {
    const high = hexDigit(this.bytes[this.#at]);
    const low = hexDigit(this.bytes[this.#at + 1]);
    if (high === -1 || low === -1) {
      this.name = "'";
      return 'word';
    }
    this.#at += 2;
    this.parameter = high * 16 + low;
    return 'hex';
  }

  /** The bytes after `\binN`; a file that states more than it has is cut short. */
  #binary(): void {
    this.start = this.#at;
    this.end = Math.min(this.bytes.length, this.#at + Math.max(0, this.parameter ?? 0));
    this.#at = this.end;
  }
}

function isIgnored(byte: number): boolean {
  return byte === CARRIAGE_RETURN || byte === LINE_FEED || byte === 0;
}

function isText(byte: number): boolean {
  return byte !== BACKSLASH && byte !== OPEN && byte !== CLOSE && !isIgnored(byte);
}

function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (isAsciiDigit(byte)) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
