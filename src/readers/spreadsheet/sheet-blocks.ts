import { type CellTable, TEXT_CELL } from './cell-table.ts';
import type { MergedRange } from './workbook.ts';

/** Rows below a first row that are looked at to tell whether it is a header. */
const SAMPLE = 50;
/** Lone texts one below the other that are still a title or a note. */
const MAX_NOTE_ROWS = 3;
const MAX_HEADER_TEXT = 80;

/** Rows of a sheet that belong together, by their positions. */
export interface SheetBlock {
  from: number;
  /** One past the last. */
  to: number;
  /** A title above, or a note below: a few rows with one text each. */
  isNote: boolean;
}

/**
 * Parts a sheet at empty rows where what follows is clearly something else: a title or note, a table with a header of
 * its own, or one in other columns. Empty rows inside of one table are left out. Tables side by side stay one: their
 * rows may belong together.
 */
export function partSheet(cells: CellTable, merges: readonly MergedRange[]): SheetBlock[] {
  const segments = segmentsOf(cells, merges).flatMap((segment) => withTitleApart(cells, segment));
  const parts: Segment[] = [];
  for (const segment of segments) {
    const last = parts.at(-1);
    if (last === undefined || areApart(cells, last, segment)) parts.push(segment);
    else {
      last.to = segment.to;
      last.firstColumn = Math.min(last.firstColumn, segment.firstColumn);
      last.lastColumn = Math.max(last.lastColumn, segment.lastColumn);
    }
  }
  return parts.map((part) => ({
    from: part.from,
    to: part.to,
    isNote: parts.length > 1 && isNote(cells, part),
  }));
}

interface Segment {
  from: number;
  to: number;
  firstColumn: number;
  lastColumn: number;
}

/** Runs of rows without an empty one between them; a merged cell bridges those that it covers. */
function segmentsOf(cells: CellTable, merges: readonly MergedRange[]): Segment[] {
  const tall = merges
    .filter((merge) => merge.lastRow > merge.firstRow)
    .toSorted((left, right) => left.firstRow - right.firstRow);
  const segments: Segment[] = [];
  let last: Segment | undefined;
  let nextMerge = 0;
  let reach = -1;
  for (let row = 0; row < cells.rowCount; row++) {
    const index = cells.rowIndex[row]!;
    const isNext = index <= reach + 1;
    reach = Math.max(reach, index);
    for (
      let merge = tall[nextMerge];
      merge !== undefined && merge.firstRow <= index;
      merge = tall[++nextMerge]
    ) {
      reach = Math.max(reach, merge.lastRow);
    }
    if (last === undefined || !isNext) segments.push((last = segmentOf(cells, row, row + 1)));
    else addRow(cells, last, row);
  }
  return segments;
}

function segmentOf(cells: CellTable, from: number, to: number): Segment {
  const segment: Segment = { from, to: from, firstColumn: Infinity, lastColumn: -1 };
  for (let row = from; row < to; row++) addRow(cells, segment, row);
  return segment;
}

function addRow(cells: CellTable, segment: Segment, row: number): void {
  segment.to = row + 1;
  segment.firstColumn = Math.min(segment.firstColumn, cells.column[cells.firstCell(row)]!);
  segment.lastColumn = Math.max(segment.lastColumn, cells.column[cells.endOfRow(row) - 1]!);
}

/** A lone text in the first row, right above the table. */
function withTitleApart(cells: CellTable, segment: Segment): Segment[] {
  const { from, to } = segment;
  if (to - from < 2 || !isLoneText(cells, from) || widthOf(cells, from + 1) < 2) return [segment];
  // A title over several columns is a merged cell of the table, and stays there.
  return to - from < 3 || cells.column[cells.firstCell(from)] !== segment.firstColumn
    ? [segment]
    : [segmentOf(cells, from, from + 1), { ...segment, from: from + 1 }];
}

function areApart(cells: CellTable, above: Segment, below: Segment): boolean {
  if (isNote(cells, above) !== isNote(cells, below)) return true;
  if (isNote(cells, above)) return false;
  const isWithin = (inner: Segment, outer: Segment): boolean =>
    inner.firstColumn >= outer.firstColumn && inner.lastColumn <= outer.lastColumn;
  if (!isWithin(above, below) && !isWithin(below, above)) return true;
  return hasClearHeader(cells, below.from, below.to);
}

function isNote(cells: CellTable, { from, to }: Segment): boolean {
  if (to - from > MAX_NOTE_ROWS) return false;
  for (let row = from; row < to; row++) if (!isLoneText(cells, row)) return false;
  return true;
}

function isLoneText(cells: CellTable, row: number): boolean {
  return widthOf(cells, row) === 1 && cells.kind(cells.firstCell(row)) === TEXT_CELL;
}

function widthOf(cells: CellTable, row: number): number {
  return cells.endOfRow(row) - cells.firstCell(row);
}

/** How many of the rows `from..to` are the header of a table whose columns are `width` wide in all; 0 when none is. */
export function countHeaderRows(
  cells: CellTable,
  { from, to }: { from: number; to: number },
  width: number,
  titleRows: number,
): number {
  const first = from + titleRows;
  if (to - first < 2) return 0;
  const count = widthOf(cells, first);
  const covers = count * 2 >= width && (count > 1 || width === 1);
  return covers && (hasClearHeader(cells, first, to) || hasTextHeader(cells, first, to)) ? titleRows + 1 : 0;
}

/** The first row is text, and below one of its cells mostly something else. */
function hasClearHeader(cells: CellTable, from: number, to: number): boolean {
  const end = Math.min(to, from + SAMPLE);
  if (end - from < 2 || widthOf(cells, from) < 2 || !isTextRow(cells, from)) return false;
  const balances = new Map<number, number>();
  for (let cell = cells.firstCell(from); cell < cells.endOfRow(from); cell++) {
    balances.set(cells.column[cell]!, 0);
  }
  for (let cell = cells.firstCell(from + 1); cell < cells.endOfRow(end - 1); cell++) {
    const column = cells.column[cell]!;
    const balance = balances.get(column);
    if (balance !== undefined) balances.set(column, balance + (cells.kind(cell) === TEXT_CELL ? 1 : -1));
  }
  return [...balances.values()].some((balance) => balance < 0);
}

/** All is text, and the first row has short ones that do not come again. */
function hasTextHeader(cells: CellTable, from: number, to: number): boolean {
  const end = Math.min(to, from + SAMPLE);
  if (!isTextRow(cells, from)) return false;
  const names = new Map<number, string>();
  for (let cell = cells.firstCell(from); cell < cells.endOfRow(from); cell++) {
    const text = cells.text(cell);
    if (text.length > MAX_HEADER_TEXT) return false;
    names.set(cells.column[cell]!, text);
  }
  if (new Set(names.values()).size < names.size) return false;
  for (let cell = cells.firstCell(from + 1); cell < cells.endOfRow(end - 1); cell++) {
    const name = names.get(cells.column[cell]!);
    if (name !== undefined && cells.text(cell) === name) return false;
  }
  return true;
}

export function isTextRow(cells: CellTable, row: number): boolean {
  for (let cell = cells.firstCell(row); cell < cells.endOfRow(row); cell++) {
    if (cells.kind(cell) !== TEXT_CELL) return false;
  }
  return true;
}
