import { MAX_COLUMNS, MAX_ROWS, type MergedRange } from './workbook.ts';

const REFERENCE = /^\$?([A-Za-z]{1,3})\$?(\d{1,7})$/;

/** Row and column, from 0, of a reference such as `B12`; undefined when it is none, or lies outside of any sheet. */
function parseCellReference(reference: string): { row: number; column: number } | undefined {
  const match = REFERENCE.exec(reference);
  if (match === null) return undefined;
  let column = 0;
  for (const letter of match[1]!.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  const row = Number(match[2]);
  return row < 1 || row > MAX_ROWS || column > MAX_COLUMNS ? undefined : { row: row - 1, column: column - 1 };
}

/** A range such as `A1:C3`, or one cell; undefined when it is none. */
export function parseRange(range: string): MergedRange | undefined {
  const [first = '', last = first] = range.split(':', 2);
  const start = parseCellReference(first);
  const end = parseCellReference(last);
  if (start === undefined || end === undefined) return undefined;
  return {
    firstRow: Math.min(start.row, end.row),
    lastRow: Math.max(start.row, end.row),
    firstColumn: Math.min(start.column, end.column),
    lastColumn: Math.max(start.column, end.column),
  };
}
