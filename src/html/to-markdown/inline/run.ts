/** Bits of `Run.marks`, in the order in which marks that begin and end together nest, outermost first. */
export const STRONG = 1;
export const EMPHASIS = 2;
export const DELETED = 4;
export const SUPERSCRIPT = 8;
export const SUBSCRIPT = 16;
export const MARKS = [STRONG, EMPHASIS, DELETED, SUPERSCRIPT, SUBSCRIPT] as const;

/** A stretch of one paragraph in which nothing changes. */
export interface Run {
  /** text: to be escaped; code: inside backticks; atom: Markdown already, written as it is; break: a line ends. */
  kind: 'text' | 'code' | 'atom' | 'break';
  text: string;
  marks: number;
  /** Number of the link around it, 0 for none. */
  link: number;
  /** Marks that must close and open anew before this run, though both sides carry them. */
  split: number;
}

/** Where a link leads: a destination and title ready to be written between parentheses. */
export interface LinkTarget {
  readonly destination: string;
  readonly title: string;
}
