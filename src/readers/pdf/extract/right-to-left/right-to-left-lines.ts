import type { PdfWord } from '../../pdf-page.ts';
import type { BaseLevel } from './embedding-levels.ts';
import { findLines, hasRightToLeft, type VisualLine } from './find-lines.ts';
import type { LineItem } from './line-item.ts';
import { lineWords } from './line-words.ts';

const LETTER = /\p{L}/u;
const STOP = /^[.,:;!?]$/;

/** The lines of a page that have right-to-left letters, by the characters of PDFium's text page. */
export class RightToLeftLines {
  /** Words of the line that begins with a character, in the order of PDFium. */
  readonly #words = new Map<number, PdfWord[]>();
  readonly #members: Uint8Array;

  /** `count`: characters of the text page. */
  constructor(items: readonly LineItem[], count: number) {
    this.#members = new Uint8Array(count);
    const isMostlyRtl = balanceOf(items) > 0;
    for (const line of findLines(items, isMostlyRtl)) {
      this.#words.set(this.#claim(line), lineWords(line, baseLevel(line, isMostlyRtl)));
    }
  }

  has(index: number): boolean {
    return this.#members[index] === 1;
  }

  /** Words of the line whose first character this is; none for other characters. */
  wordsAt(index: number): readonly PdfWord[] {
    return this.#words.get(index) ?? [];
  }

  #claim({ items }: VisualLine): number {
    let first = Infinity;
    for (const { indices } of items) {
      for (const index of indices) {
        this.#members[index] = 1;
        first = Math.min(first, index);
      }
    }
    return first;
  }
}

/** A stop at one end of a line tells where the line ends; else most of its letters do, or those of its page. */
function baseLevel({ items }: VisualLine, isMostlyRtl: boolean): BaseLevel {
  if (STOP.test(items[0]?.text ?? '')) return 1;
  if (STOP.test(items.at(-1)?.text ?? '')) return 0;
  return isMostlyRtl || balanceOf(items) > 0 ? 1 : 0;
}

/** How many more letters read from right to left than from left to right. */
function balanceOf(items: readonly LineItem[]): number {
  let balance = 0;
  for (const item of items) {
    if (hasRightToLeft(item)) balance++;
    else if (LETTER.test(item.text)) balance--;
  }
  return balance;
}
