import type { PdfWord } from '../pdf-page.ts';

/** How far the second print of a word may be off the first, in sizes of its font: a shadow is further off than a faked bold. */
const OFFSET = 0.12;
/** Words that are compared with one: a word that stands everywhere on a page must not cost its square. */
const MAX_COMPARED = 16;
/** Lists that words are sorted into; a power of two. */
const LISTS = 1024;
const NONE = -1;

/** Finds words that are printed over themselves, which is how some programs fake bold letters and shadows. */
export class RepeatedWords {
  readonly #kept: PdfWord[] = [];
  readonly #marks: number[] = [];
  /** The last kept word of each list, and of each kept word the one before it in its list. */
  readonly #last = new Int32Array(LISTS).fill(NONE);
  readonly #before: number[] = [];

  /** Whether a word has been shown before at its place; keeps it if not. */
  has(word: PdfWord): boolean {
    const mark = markOf(word.text);
    const list = mark & (LISTS - 1);
    let place = this.#last[list]!;
    for (let count = 0; place !== NONE && count < MAX_COMPARED; count++) {
      if (mark === this.#marks[place]) {
        const kept = this.#kept[place]!;
        if (isOver(kept, word) && kept.text === word.text) return true;
      }
      place = this.#before[place]!;
    }
    this.#before.push(this.#last[list]!);
    this.#last[list] = this.#kept.length;
    this.#kept.push(word);
    this.#marks.push(mark);
    return false;
  }
}

/** A number that is the same for the same texts: cheaper than a map of texts, for which each would have to be hashed. */
function markOf(text: string): number {
  const { length } = text;
  const ends = Math.imul(text.charCodeAt(0), 31) + text.charCodeAt(length - 1);
  return Math.imul(Math.imul(ends, 31) + text.charCodeAt(length >> 1), 31) + length;
}

function isOver({ box, size, angle }: PdfWord, word: PdfWord): boolean {
  const offset = size * OFFSET + 0.2;
  return (
    Math.abs(box.left - word.box.left) < offset &&
    Math.abs(box.right - word.box.right) < offset &&
    Math.abs(box.top - word.box.top) < offset &&
    Math.abs(size - word.size) < 0.5 &&
    angle === word.angle
  );
}
