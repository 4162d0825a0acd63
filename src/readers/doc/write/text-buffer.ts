/** Parts that are joined when there are many: millions of short ones take more memory than their text. */
const MAX_PARTS = 4_096;

/** A text that is written piece by piece. */
export class TextBuffer {
  readonly #joined: string[] = [];
  #parts: string[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(text: string): void {
    this.#length += text.length;
    this.#parts.push(text);
    if (this.#parts.length >= MAX_PARTS) {
      this.#joined.push(this.#parts.join(''));
      this.#parts = [];
    }
  }

  toString(): string {
    return this.#joined.join('') + this.#parts.join('');
  }
}
