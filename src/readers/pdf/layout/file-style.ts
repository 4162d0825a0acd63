import type { PdfWord } from '../pdf-page.ts';

/** Size of the text of a file that has none, points. */
const USUAL_SIZE = 10;
/** Sizes are counted in steps of this, points: `1 / SIZES_IN_POINT`. */
const SIZE_STEP = 0.5;
const SIZES_IN_POINT = 2;
/** Share of the letters of a file that are bold (or monospaced), above which that is its ordinary look and tells nothing. */
const MOST_LETTERS = 0.6;

/** The ordinary style of a file: the size of its text, and whether the text is bold or monospaced. */
export class FileStyle {
  readonly #sizes = new Map<number, number>();
  readonly #fonts = new Map<string, number>();
  #letters = 0;
  #bold = 0;
  #monospaced = 0;
  #bodySize = USUAL_SIZE;
  #bodyFont = '';

  add(words: readonly PdfWord[]): void {
    let start = 0;
    while (start < words.length) start = this.#addRun(words, start);
    this.#bodyFont = [...this.#fonts].reduce((most, one) => (one[1] > most[1] ? one : most), ['', 0])[0];
    let most = 0;
    for (const [size, weight] of this.#sizes) {
      // Neighbouring half points are one size that was scaled.
      const total =
        weight + ((this.#sizes.get(size - SIZE_STEP) ?? 0) + (this.#sizes.get(size + SIZE_STEP) ?? 0)) / 2;
      if (total > most) {
        most = total;
        this.#bodySize = size;
      }
    }
  }

  /** Words of one look that follow one another, counted together: there are few looks and many words. */
  #addRun(words: readonly PdfWord[], start: number): number {
    const { size, font } = words[start]!;
    let weight = 0;
    let end = start;
    for (; end < words.length; end++) {
      const word = words[end]!;
      if (word.size !== size || word.font !== font) break;
      weight += word.text.length;
    }
    const key = Math.round(size * SIZES_IN_POINT) / SIZES_IN_POINT;
    this.#sizes.set(key, (this.#sizes.get(key) ?? 0) + weight);
    this.#fonts.set(font.name, (this.#fonts.get(font.name) ?? 0) + weight);
    this.#letters += weight;
    if (font.isBold) this.#bold += weight;
    if (font.isMonospaced) this.#monospaced += weight;
    return end;
  }

  /** Size of most letters, points. */
  get bodySize(): number {
    return this.#bodySize;
  }

  /** Whether words are set in a font that most of the file is not set in. */
  isOtherFont(words: readonly PdfWord[]): boolean {
    return words.every(({ font }) => font.name !== this.#bodyFont);
  }

  get isBoldBody(): boolean {
    return this.#bold > this.#letters * MOST_LETTERS;
  }

  get isMonospacedBody(): boolean {
    return this.#monospaced > this.#letters * MOST_LETTERS;
  }
}
