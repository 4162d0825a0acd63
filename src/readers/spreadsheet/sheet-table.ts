import { escapeAttribute, escapeText } from '../markup.ts';
import { countHeaderRows } from './sheet-blocks.ts';
import type { Cell, MergedRange, Row } from './workbook.ts';

/** Header rows that a merged cell can add. */
const MAX_HEADER_ROWS = 4;

/** Most numbers have nothing to escape. */
const PLAIN_NUMBER = /^[\d.,/%-]*$/;

/** Places that merged cells of one table take up; only ranges that lie on each other need more. */
const MAX_SPAN_WORK = 10_000_000;

interface Span {
  columns: number;
  rows: number;
}

/** Rows as a table, line by line: columns that are empty outside are left out, those between are one empty column. */
export function* toTable(
  rows: readonly Row[],
  merges: ReadonlyMap<number, ReadonlyMap<number, MergedRange>>,
): Generator<string> {
  const places = placeColumns(rows);
  const width = places.width;
  const spans = spansOf(rows, merges, places);
  const header = headerRowsOf(rows, width, spans);
  const covered = new Int32Array(width).fill(-1);
  yield header > 0 ? '<table><thead>' : '<table><tbody>';
  for (const [index, row] of rows.entries()) {
    if (index === header && header > 0) yield '</thead><tbody>';
    yield rowHtml(row, index, { element: index < header ? 'th' : 'td', places, spans, covered });
  }
  yield header === rows.length ? '</thead></table>' : '</tbody></table>';
}

/** Where the columns of a sheet stand in its table. */
interface Places {
  of: ReadonlyMap<number, number>;
  /** Columns of the sheet that hold something, in their order. */
  used: readonly number[];
  width: number;
}

function placeColumns(rows: readonly Row[]): Places {
  const seen = new Set<number>();
  for (const row of rows) for (const cell of row.cells) seen.add(cell.column);
  const used = [...seen].toSorted((left, right) => left - right);
  const of = new Map<number, number>();
  let place = 0;
  for (const [at, column] of used.entries()) {
    if (at > 0 && column > (used[at - 1] as number) + 1) place++;
    of.set(column, place++);
  }
  return { of, used, width: place };
}

/** Spans of the merged cells; those that would hide something are not merged (only damaged files have them). */
function spansOf(
  rows: readonly Row[],
  merges: ReadonlyMap<number, ReadonlyMap<number, MergedRange>>,
  places: Places,
): Map<Cell, Span> {
  const spans = new Map<Cell, Span>();
  if (merges.size === 0) return spans;
  const owner: Array<Cell | undefined> = Array.from({ length: places.width });
  const until = new Int32Array(places.width).fill(-1);
  let workLeft = MAX_SPAN_WORK;
  for (const [index, row] of rows.entries()) {
    const merged = merges.get(row.index);
    for (const cell of row.cells) {
      const place = places.of.get(cell.column) as number;
      if ((until[place] as number) >= index) spans.delete(owner[place] as Cell);
      const range = merged?.get(cell.column);
      if (range === undefined) continue;
      const columns = lastPlace(places, range.lastColumn) - place + 1;
      workLeft -= columns;
      if (workLeft < 0) return spans;
      const lastRow = lastRowOf(rows, range.lastRow);
      if (columns < 2 && lastRow <= index) continue;
      for (let at = place; at < place + columns; at++) {
        const other = owner[at];
        if (other !== undefined && (until[at] as number) >= index) spans.delete(other);
        owner[at] = cell;
        until[at] = lastRow;
      }
      spans.set(cell, { columns, rows: lastRow - index + 1 });
    }
  }
  return spans;
}

/** Place of the last column up to `column` that holds something. */
function lastPlace(places: Places, column: number): number {
  let low = 0;
  let high = places.used.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places.used[middle] as number) <= column) low = middle + 1;
    else high = middle;
  }
  return places.of.get(places.used[low - 1] as number) as number;
}

/** Position of the last row up to `index`. */
function lastRowOf(rows: readonly Row[], index: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] as Row).index <= index) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** A row that one cell spans whole is a title; the header is below it, and reaches as far down as its cells do. */
function headerRowsOf(rows: readonly Row[], width: number, spans: ReadonlyMap<Cell, Span>): number {
  const titles = countTitleRows(rows, width, spans);
  const names = rows[titles];
  if (names === undefined) return 0;
  const spanned = names.cells.reduce((sum, cell) => sum + (spans.get(cell)?.columns ?? 1), 0);
  const isSpanned = spanned > names.cells.length;
  const isWholeRow = isSpanned && spanned === width && isTextRow(names);
  let header = countHeaderRows(rows, isSpanned ? Math.min(width, spanned) : width, titles);
  if (header === 0 && isWholeRow) header = titles + 1;
  if (header === 0) return 0;
  // Names over several columns have names of their own below them.
  const next = rows[header];
  if (isSpanned && next !== undefined && isTextRow(next) && rows.length > header + 1) header++;
  for (let index = 0; index < header; index++) {
    for (const cell of (rows[index] as Row).cells)
      header = Math.max(header, index + (spans.get(cell)?.rows ?? 1));
    if (header > MAX_HEADER_ROWS) return 0;
  }
  return header;
}

function countTitleRows(rows: readonly Row[], width: number, spans: ReadonlyMap<Cell, Span>): number {
  let titles = 0;
  for (; titles < MAX_HEADER_ROWS; titles++) {
    const [cell, ...others] = rows[titles]?.cells ?? [];
    const span = cell === undefined ? undefined : spans.get(cell);
    if (others.length > 0 || span === undefined || span.columns < width || span.rows > 1) break;
  }
  return titles;
}

function isTextRow(row: Row): boolean {
  return row.cells.every(({ kind }) => kind === 'text');
}

interface RowContext {
  element: 'th' | 'td';
  places: Places;
  spans: ReadonlyMap<Cell, Span>;
  /** Of each place the last row that a cell above reaches. */
  covered: Int32Array;
}

function rowHtml(row: Row, index: number, { element, places, spans, covered }: RowContext): string {
  // Joined at once: a text put together piece by piece would keep all its pieces until the end.
  const pieces = ['<tr>'];
  const start = `<${element}>`;
  const end = `</${element}>`;
  let at = 0;
  const fillTo = (place: number): void => {
    for (; at < place; at++) if ((covered[at] as number) < index) pieces.push(start, end);
  };
  for (const cell of row.cells) {
    const place = places.of.get(cell.column) as number;
    fillTo(place);
    const span = spans.size === 0 ? undefined : spans.get(cell);
    pieces.push(span === undefined ? start : `<${element}${spanAttributes(span)}>`, cellHtml(cell), end);
    at = place + (span?.columns ?? 1);
    if (span !== undefined && span.rows > 1) covered.fill(index + span.rows - 1, place, at);
  }
  fillTo(places.width);
  pieces.push('</tr>');
  return pieces.join('');
}

function spanAttributes({ columns, rows }: Span): string {
  return (columns > 1 ? ` colspan="${columns}"` : '') + (rows > 1 ? ` rowspan="${rows}"` : '');
}

/** Text of a cell, with its line breaks and its link. */
export function cellHtml({ kind, text, href }: Cell): string {
  let html = text;
  if (kind === 'text') {
    const trimmed = text.trim();
    html = escapeText(trimmed);
    if (trimmed.includes('\n')) html = html.replaceAll('\n', '<br>');
  } else if (!PLAIN_NUMBER.test(text)) {
    html = escapeText(text);
  }
  return href === undefined ? html : `<a href="${escapeAttribute(href)}">${html}</a>`;
}
