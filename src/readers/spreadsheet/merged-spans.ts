import type { CellTable } from './cell-table.ts';
import type { TablePlaces } from './table-places.ts';
import type { MergedRange } from './workbook.ts';

/** Places that merged cells of one table take up; only ranges that lie on each other need more. */
const MAX_SPAN_WORK = 10_000_000;

export interface Span {
  columns: number;
  rows: number;
}

/** Merged ranges by their first row and column. */
export type Merges = ReadonlyMap<number, ReadonlyMap<number, MergedRange>>;

export function mergesByFirstCell(merges: readonly MergedRange[]): Merges {
  const byRow = new Map<number, Map<number, MergedRange>>();
  for (const merge of merges) {
    let row = byRow.get(merge.firstRow);
    if (row === undefined) byRow.set(merge.firstRow, (row = new Map()));
    if (!row.has(merge.firstColumn)) row.set(merge.firstColumn, merge);
  }
  return byRow;
}

/** Spans of the merged cells of a table; those that would hide something are not merged (only damaged files have them). */
export function mergedSpans(
  cells: CellTable,
  { from, to }: { from: number; to: number },
  merges: Merges,
  places: TablePlaces,
): Map<number, Span> {
  const spans = new Map<number, Span>();
  if (merges.size === 0) return spans;
  const owner = new Int32Array(places.width).fill(-1);
  const until = new Int32Array(places.width).fill(-1);
  let workLeft = MAX_SPAN_WORK;
  for (let row = from; row < to; row++) {
    const merged = merges.get(cells.rowIndex[row]!);
    for (let cell = cells.firstCell(row); cell < cells.endOfRow(row); cell++) {
      const column = cells.column[cell]!;
      const place = places.of[column]!;
      if (until[place]! >= row) spans.delete(owner[place]!);
      const range = merged?.get(column);
      if (range === undefined) continue;
      const columns = places.last(range.lastColumn) - place + 1;
      workLeft -= columns;
      if (workLeft < 0) return spans;
      const lastRow = Math.min(cells.rowFrom(range.lastRow + 1), to) - 1;
      if (columns < 2 && lastRow <= row) continue;
      for (let at = place; at < place + columns; at++) {
        if (until[at]! >= row) spans.delete(owner[at]!);
        owner[at] = cell;
        until[at] = lastRow;
      }
      spans.set(cell, { columns, rows: lastRow - row + 1 });
    }
  }
  return spans;
}
