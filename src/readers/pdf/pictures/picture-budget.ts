/** Characters of all data URIs of a file. */
const MAX_LENGTH = 20_000_000;

/** How much of a file's pictures can still be put into its text. */
export class PictureBudget {
  #left = MAX_LENGTH;
  /** Pictures that did not fit. */
  leftOut = 0;

  /** Whether this data URI fits; then it is charged. */
  take(source: string): boolean {
    if (source.length > this.#left) {
      this.leftOut++;
      return false;
    }
    this.#left -= source.length;
    return true;
  }

  /** Whether a picture of this many pixels is worth reading: one that is hardly compressible would not fit. */
  get isSpent(): boolean {
    return this.#left < 1_000;
  }
}
