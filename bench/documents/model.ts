/** A run of text; a link when it has an address, a reference when it has the number of a footnote. */
export interface Inline {
  text: string;
  style?: 'strong' | 'em' | 'code' | 'sup';
  href?: string;
  /** From 1; `text` is then the number. */
  footnote?: number;
}

export interface ListItem {
  content: Inline[];
  children?: ListBlock;
}

export interface ListBlock {
  type: 'list';
  isOrdered: boolean;
  items: ListItem[];
}

export interface TableCell {
  text: string;
  isHeader: boolean;
  columnSpan: number;
  rowSpan: number;
  align: 'left' | 'right' | 'center';
}

export interface TableBlock {
  type: 'table';
  caption: string;
  /** Cells that a span covers have no entry, as in HTML. */
  rows: TableCell[][];
  /** Rows of the head. */
  headerRows: number;
}

export type Block =
  | { type: 'heading'; level: number; text: string }
  | { type: 'paragraph'; content: Inline[] }
  | { type: 'quote'; content: Inline[] }
  | { type: 'code'; text: string; language: string }
  | { type: 'figure'; caption: string; alternative: string }
  /** Begins a new page where there are pages, as slides do. */
  | { type: 'page-break' }
  | ListBlock
  | TableBlock;

/** A document as its author thinks of it: what every printed or written form of it is measured against. */
export interface BenchDocument {
  /** Of its files. */
  name: string;
  /** Its place among all documents, which decides how it looks in some layouts. */
  number: number;
  /** BCP 47. */
  language: string;
  isRtl: boolean;
  title: string;
  author: string;
  /** Running header and footer of the layouts that have them; never part of what is expected. */
  header: string;
  footer: string;
  blocks: Block[];
  /** The first has number 1. */
  footnotes: string[];
}
