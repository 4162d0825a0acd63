import type { PdfWord } from '../pdf-page.ts';

/** The ordinary style of a file: the size of its text, and whether the text is bold or monospaced. */
export class FileStyle {
  readonly #sizes = new Map<number, number>();
  readonly #fonts = new Map<string, number>();
  #letters = 0;
  #bold = 0;
  #monospaced = 0;
  #bodySize = 10;
  #bodyFont = '';

  add(words: readonly PdfWord[]): void {
    let start = 0;
    while (start < words.length) start = this.#addRun(words, start);
    this.#bodyFont = [...this.#fonts].reduce((most, one) => (one[1] > most[1] ? one : most), ['', 0])[0];
    let most = 0;
    for (const [size, weight] of this.#sizes) {
      // Neighbouring half points are one size that was scaled.
      const total = weight + ((this.#sizes.get(size - 0.5) ?? 0) + (this.#sizes.get(size + 0.5) ?? 0)) / 2;
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
    const key = Math.round(size * 2) / 2;
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
    return this.#bold > this.#letters * 0.6;
  }

  get isMonospacedBody(): boolean {
    return this.#monospaced > this.#letters * 0.6;
  }
}
