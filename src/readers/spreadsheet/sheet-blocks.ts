import type { Cell, MergedRange, Row } from './workbook.ts';

/** Rows below a first row that are looked at to tell whether it is a header. */
const SAMPLE = 50;
/** Lone texts one below the other that are still a title or a note. */
const MAX_NOTE_ROWS = 3;
const MAX_HEADER_TEXT = 80;

/** Rows of a sheet that belong together. */
export interface SheetBlock {
  rows: readonly Row[];
  /** A title above, or a note below: a few rows with one text each. */
  isNote: boolean;
}

/**
 * Parts a sheet at empty rows where what follows is clearly something else: a title or note, a table with a header of
 * its own, or one in other columns. Empty rows inside of one table are left out. Tables side by side stay one: their
 * rows may belong together.
 */
export function partSheet(rows: readonly Row[], merges: readonly MergedRange[]): SheetBlock[] {
  const segments = segmentsOf(rows, merges).flatMap(withTitleApart);
  const parts: Segment[] = [];
  for (const segment of segments) {
    const last = parts.at(-1);
    if (last === undefined || areApart(last, segment)) parts.push(segment);
    else {
      // A block of many parts is joined in place: each row is moved once.
      for (const row of segment.rows) last.rows.push(row);
      last.firstColumn = Math.min(last.firstColumn, segment.firstColumn);
      last.lastColumn = Math.max(last.lastColumn, segment.lastColumn);
    }
  }
  return parts.map((part) => ({ rows: part.rows, isNote: parts.length > 1 && isNote(part) }));
}

interface Segment {
  rows: Row[];
  firstColumn: number;
  lastColumn: number;
}

/** Runs of rows without an empty one between them; a merged cell bridges those that it covers. */
function segmentsOf(rows: readonly Row[], merges: readonly MergedRange[]): Segment[] {
  const tall = merges
    .filter((merge) => merge.lastRow > merge.firstRow)
    .toSorted((left, right) => left.firstRow - right.firstRow);
  const segments: Segment[] = [];
  let nextMerge = 0;
  let reach = -1;
  for (const row of rows) {
    const isNext = segments.length > 0 && row.index <= reach + 1;
    reach = Math.max(reach, row.index);
    for (
      let merge = tall[nextMerge];
      merge !== undefined && merge.firstRow <= row.index;
      merge = tall[++nextMerge]
    ) {
      reach = Math.max(reach, merge.lastRow);
    }
    if (isNext) addRow(segments.at(-1)!, row);
    else segments.push(segmentOf([row]));
  }
  return segments;
}

function segmentOf(rows: Row[]): Segment {
  const segment: Segment = { rows: [], firstColumn: Infinity, lastColumn: -1 };
  for (const row of rows) addRow(segment, row);
  return segment;
}

function addRow(segment: Segment, row: Row): void {
  segment.rows.push(row);
  segment.firstColumn = Math.min(segment.firstColumn, row.cells[0]?.column ?? Infinity);
  segment.lastColumn = Math.max(segment.lastColumn, row.cells.at(-1)?.column ?? -1);
}

/** A lone text in the first row, right above the table. */
function withTitleApart(segment: Segment): Segment[] {
  const [title, header] = segment.rows;
  if (title === undefined || header === undefined || !isLoneText(title) || header.cells.length < 2)
    return [segment];
  // A title over several columns is a merged cell of the table, and stays there.
  return segment.rows.length < 3 || (title.cells[0] as Cell).column !== segment.firstColumn
    ? [segment]
    : [segmentOf([title]), { ...segment, rows: segment.rows.slice(1) }];
}

function areApart(above: Segment, below: Segment): boolean {
  if (isNote(above) !== isNote(below)) return true;
  if (isNote(above)) return false;
  const isWithin = (inner: Segment, outer: Segment): boolean =>
    inner.firstColumn >= outer.firstColumn && inner.lastColumn <= outer.lastColumn;
  if (!isWithin(above, below) && !isWithin(below, above)) return true;
  return hasClearHeader(below.rows);
}

function isNote(segment: Segment): boolean {
  return segment.rows.length <= MAX_NOTE_ROWS && segment.rows.every(isLoneText);
}

function isLoneText(row: Row): boolean {
  return row.cells.length === 1 && (row.cells[0] as Cell).kind === 'text';
}

/** How many of the first rows are the header of a table whose columns are `width` wide in all; 0 when there is none. */
export function countHeaderRows(rows: readonly Row[], width: number, titleRows: number): number {
  const table = titleRows === 0 ? rows : rows.slice(titleRows, titleRows + SAMPLE);
  const [first] = table;
  if (first === undefined || table.length < 2) return 0;
  const covers = first.cells.length * 2 >= width && (first.cells.length > 1 || width === 1);
  return covers && (hasClearHeader(table) || hasTextHeader(table)) ? titleRows + 1 : 0;
}

/** The first row is text, and below one of its cells mostly something else. */
function hasClearHeader(rows: readonly Row[]): boolean {
  const [first, ...below] = rows.slice(0, SAMPLE);
  if (first === undefined || below.length === 0 || first.cells.length < 2 || !isText(first)) return false;
  const texts = new Map(first.cells.map((cell) => [cell.column, 0]));
  for (const row of below) {
    for (const { column, kind } of row.cells) {
      const balance = texts.get(column);
      if (balance !== undefined) texts.set(column, balance + (kind === 'text' ? 1 : -1));
    }
  }
  return [...texts.values()].some((balance) => balance < 0);
}

/** All is text, and the first row has short ones that do not come again. */
function hasTextHeader(rows: readonly Row[]): boolean {
  const [first, ...below] = rows.slice(0, SAMPLE);
  if (first === undefined || !isText(first)) return false;
  const names = new Map(first.cells.map((cell) => [cell.column, cell.text]));
  if (new Set(names.values()).size < names.size) return false;
  if (first.cells.some(({ text }) => text.length > MAX_HEADER_TEXT)) return false;
  return below.every((row) => row.cells.every(({ column, text }) => names.get(column) !== text));
}

function isText(row: Row): boolean {
  return row.cells.every(({ kind }) => kind === 'text');
}
