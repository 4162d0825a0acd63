/** A run of signs of one kind in a text: a word, or several where nothing parts them. */
export interface TextRun {
  /** The code units of the whole text. */
  readonly codes: Uint16Array;
  readonly kind: number;
  readonly start: number;
  readonly end: number;
  /** The hash of its signs. */
  readonly hash: number;
}
