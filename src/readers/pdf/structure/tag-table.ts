import { countLetters } from '../count-letters.ts';
import { unionOf } from '../layout/box.ts';
import { linesOf } from '../layout/inline-html.ts';
import type { Table, PrintedCell } from '../layout/tables/table.ts';
import type { PdfTag, PdfWord } from '../pdf-page.ts';
import type { TaggedWords } from './tagged-words.ts';

const MAX_ROWS = 20_000;
const MAX_CELLS = 200_000;
/** A cell with more letters holds the text of a page, not a datum. */
const MOST_LETTERS = 2_000;

interface TaggedRow {
  cells: PdfTag[];
  isHead: boolean;
}

/** A table as its tags give it; no table when it has one row or one column, and its words are then still to be taken. */
export function readTagTable(
  tag: PdfTag,
  words: TaggedWords,
): { table: Table | undefined; captions: PdfTag[] } {
  const rows: TaggedRow[] = [];
  const captions: PdfTag[] = [];
  collect(tag, { rows, captions, isHead: false });
  const width = (row: TaggedRow): number => row.cells.reduce((sum, cell) => sum + cell.columnSpan, 0);
  const columnCount = rows.reduce((most, row) => Math.max(most, width(row)), 0);
  const cellCount = rows.reduce((sum, row) => sum + row.cells.length, 0);
  if (rows.length < 2 || columnCount < 2 || cellCount > MAX_CELLS) return { table: undefined, captions };
  const found: PdfWord[] = [];
  let longest = 0;
  const read = (cell: PdfTag): PrintedCell => {
    const own = words.below(cell, true);
    for (const word of own) found.push(word);
    longest = Math.max(longest, countLetters(own.map(({ text }) => text).join('')));
    return { lines: linesOf(own), columns: cell.columnSpan, rows: cell.rowSpan };
  };
  const cells = rows.map((row) => row.cells.map(read));
  const table: Table = {
    box: unionOf(found.map(({ box }) => box)),
    rows: cells,
    columnCount,
    headRows: headRowsOf(rows),
    edges: [],
    confidence: longest > MOST_LETTERS ? 0.5 : 1,
  };
  return { table: found.length === 0 ? undefined : table, captions };
}

interface Collected {
  rows: TaggedRow[];
  captions: PdfTag[];
  isHead: boolean;
}

function collect(tag: PdfTag, into: Collected): void {
  for (const child of tag.children) {
    if (typeof child === 'number' || into.rows.length >= MAX_ROWS) continue;
    if (child.type === 'Caption') into.captions.push(child);
    else if (child.type === 'TR') into.rows.push({ cells: cellsOf(child), isHead: into.isHead });
    else collect(child, { ...into, isHead: into.isHead || child.type === 'THead' });
  }
}

function cellsOf(row: PdfTag): PdfTag[] {
  return row.children.filter(
    (child): child is PdfTag => typeof child !== 'number' && (child.type === 'TD' || child.type === 'TH'),
  );
}

/** Rows at the top that are marked as head, or have nothing but header cells. */
function headRowsOf(rows: readonly TaggedRow[]): number {
  let count = 0;
  for (const { cells, isHead } of rows) {
    if (!isHead && !(cells.length > 0 && cells.every(({ type }) => type === 'TH'))) break;
    count++;
  }
  return count === rows.length ? 0 : count;
}
