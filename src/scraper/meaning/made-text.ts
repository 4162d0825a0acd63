/** A text that a model made of a page, and what is to be said of it. */
export interface MadeText {
  readonly text: string;
  /** Sentences for the document's `warning`. */
  readonly warnings: readonly string[];
}
