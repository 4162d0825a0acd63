/** A block of a page's Markdown: a paragraph, a heading, a table, code. */
export interface WrittenBlock {
  /** Its lines without the markers and indentation of the lists and quotes that it is in. */
  readonly markdown: string;
  /** The start of its first line: the markers of items that begin with it. */
  readonly firstPrefix: string;
  /** The start of all further lines; the same for blocks that are nested alike. */
  readonly prefix: string;
  /** The element that it was written for, or the first node of a paragraph; -1 without a tree. */
  readonly node: number;
}
