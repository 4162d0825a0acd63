/** A stretch of a page that says one thing: a paragraph or a part of it, an item, a row, lines of code. */
export interface Passage {
  /** Its place in document order, from 0. */
  readonly index: number;
  readonly kind: 'paragraph' | 'item' | 'row' | 'code';
  /** The text as a reader sees it. */
  readonly text: string;
  /** The same as the page's Markdown has it, without the indentation of the list that it is in. */
  readonly markdown: string;
  /** Markdown that makes it readable alone: the header of its table, the line that leads its list in; '' when there is none. */
  readonly lead: string;
  /** The headings, questions and leading words that it stands under. */
  readonly context: string;
  /** The number of the paragraph, list, table or code that it is part of. */
  readonly block: number;
  /** Markdown between it and the passage before it, where both are of one block. */
  readonly joint: string;
}
