/** The content of a cell or note, as the writer of its paragraphs knows it. */
export interface CellContent {
  /** A paragraph that is alone stands without its element. */
  html: string;
  /** The same as blocks of the text around. */
  blocks: string;
  /** The same without the bold that all of it has, as in the head of a table. */
  plain: string;
  /** A heading that is alone, as strong text. */
  strong: string;
  /** There is text, and all of it is shown bold. */
  isBold: boolean;
  /** One paragraph or heading at most. */
  isLine: boolean;
  headings: 'none' | 'alone' | 'among others';
}

export const EMPTY_CELL: CellContent = {
  html: '',
  blocks: '',
  plain: '',
  strong: '',
  isBold: false,
  isLine: true,
  headings: 'none',
};

/** Contents of two cells that are one, one after the other. */
export function joinCells(one: CellContent, other: CellContent): CellContent {
  if (one.html === '') return other;
  if (other.html === '') return one;
  const html = one.blocks + other.blocks;
  const hasHeading = one.headings !== 'none' || other.headings !== 'none';
  return {
    html,
    blocks: html,
    plain: html,
    strong: html,
    isBold: one.isBold && other.isBold,
    isLine: false,
    headings: hasHeading ? 'among others' : 'none',
  };
}
