import { TextDecoder } from '@exodus/bytes/encoding.js';
import type { ByteView } from '../../cfb/byte-view.ts';

const MAX_STRINGS = 4_000_000;
const IS_WIDE = 0x01;
const HAS_EXTENSION = 0x04;
const HAS_RUNS = 0x08;
const RUN_LENGTH = 4;

/** Decodes the texts of one workbook. */
export interface BiffText {
  /** A text at a place, its length before it in one or two bytes. */
  read(content: ByteView, at: number, lengthBytes: 1 | 2): string;
}

/** Up to Excel 7 texts are in the code page of the system, since Excel 97 in UTF-16 ([MS-XLS] 2.5.294). */
export function biffText(isUnicode: boolean, encoding: string): BiffText {
  const decoder = new TextDecoder(encoding);
  return {
    read(content, at, lengthBytes) {
      const count = lengthBytes === 1 ? content.u8(at) : content.u16(at);
      const start = at + lengthBytes;
      if (!isUnicode) return decoder.decode(content.part(start, count).bytes);
      return characters(content, start + 1, count, (content.u8(start) & IS_WIDE) !== 0);
    },
  };
}

/** Narrow characters are the low bytes of UTF-16. */
function characters(content: ByteView, at: number, count: number, isWide: boolean): string {
  if (isWide) return content.utf16(at, count);
  const { bytes } = content.part(at, count);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** As many of `count` characters as a record has that continues a text; their width stands before them. */
export function continuedText(content: ByteView, count: number): string {
  const isWide = (content.u8(0) & IS_WIDE) !== 0;
  const room = Math.floor(Math.max(content.length - 1, 0) / (isWide ? 2 : 1));
  return characters(content, 1, Math.min(count, room), isWide);
}

/** The lines of a text, however they are parted. */
export function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/**
 * The table of shared texts ([MS-XLS] 2.4.265): the content of its record and of those that continue it. A text may go
 * on in the next record, where its characters begin with a new flag.
 */
export function readSharedTexts(segments: readonly ByteView[]): string[] {
  const reader = new SegmentReader(segments);
  const texts: string[] = [];
  reader.skip(8);
  while (!reader.isAtEnd && texts.length < MAX_STRINGS) {
    const count = reader.number(2);
    const flags = reader.number(1);
    const runs = (flags & HAS_RUNS) === 0 ? 0 : reader.number(2);
    const extension = (flags & HAS_EXTENSION) === 0 ? 0 : reader.number(4);
    texts.push(reader.characters(count, (flags & IS_WIDE) !== 0));
    reader.skip(runs * RUN_LENGTH + extension);
  }
  return texts;
}

class SegmentReader {
  readonly #segments: readonly ByteView[];
  #segment = 0;
  #at = 0;

  constructor(segments: readonly ByteView[]) {
    this.#segments = segments;
  }

  get isAtEnd(): boolean {
    this.#settle();
    return this.#segment >= this.#segments.length;
  }

  number(bytes: number): number {
    let value = 0;
    for (let place = 0; place < bytes; place++) {
      this.#settle();
      value += (this.#segments[this.#segment]?.u8(this.#at++) ?? 0) * 2 ** (8 * place);
    }
    return value;
  }

  skip(bytes: number): void {
    for (let left = bytes; left > 0 && !this.isAtEnd;) {
      const step = Math.min(left, this.#left);
      this.#at += step;
      left -= step;
    }
  }

  characters(count: number, startsWide: boolean): string {
    let text = '';
    let isWide = startsWide;
    for (let left = count; left > 0 && this.#segment < this.#segments.length;) {
      const size = isWide ? 2 : 1;
      const step = Math.min(left, Math.floor(this.#left / size));
      text += characters(this.#segments[this.#segment]!, this.#at, step, isWide);
      this.#at += step * size;
      left -= step;
      if (left === 0) break;
      this.#segment++;
      this.#at = 1;
      isWide = ((this.#segments[this.#segment]?.u8(0) ?? 0) & IS_WIDE) !== 0;
    }
    return text;
  }

  get #left(): number {
    return Math.max((this.#segments[this.#segment]?.length ?? 0) - this.#at, 0);
  }

  #settle(): void {
    while (this.#segment < this.#segments.length && this.#left === 0) {
      this.#segment++;
      this.#at = 0;
    }
  }
}
