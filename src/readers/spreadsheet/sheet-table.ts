import type { CellTable } from './cell-table.ts';
import type { WorkbookHtml } from './workbook-html.ts';
import { mergedSpans, type Merges, type Span } from './merged-spans.ts';
import { countHeaderRows, isTextRow } from './sheet-blocks.ts';
import type { TablePlaces } from './table-places.ts';

/** Header rows that a merged cell can add. */
const MAX_HEADER_ROWS = 4;

/** Rows of a sheet that become one table, by their positions, and where their columns stand in it. */
export interface TableRows {
  cells: CellTable;
  from: number;
  to: number;
  places: TablePlaces;
  merges: Merges;
}

/** Writes rows as a table, line by line; false from `endLine` ends it. */
export function writeTable(rows: TableRows, out: WorkbookHtml, endLine: () => boolean): void {
  const { cells, from, to, places } = rows;
  const { width } = places;
  const spans = mergedSpans(cells, rows, rows.merges, places);
  const header = headerRowsOf(rows, width, spans);
  const context: RowContext = {
    rows,
    width,
    spans,
    covered: new Int32Array(width).fill(-1),
  };
  const line = (markup: string): boolean => {
    out.startLine();
    out.ascii(markup);
    return endLine();
  };
  if (!line(header > 0 ? '<table><thead>' : '<table><tbody>')) return;
  for (let row = from; row < to; row++) {
    if (row === from + header && header > 0 && !line('</thead><tbody>')) return;
    out.startLine();
    if (spans.size === 0) writePlainRow(out, context, row, row < from + header);
    else writeRow(out, context, row, row < from + header);
    if (!endLine()) return;
  }
  line(header === to - from ? '</thead></table>' : '</tbody></table>');
}

/** A row that one cell spans whole is a title; the header is below it, and reaches as far down as its cells do. */
function headerRowsOf(rows: TableRows, width: number, spans: ReadonlyMap<number, Span>): number {
  const { cells, from, to } = rows;
  const titles = countTitleRows(rows, width, spans);
  const names = from + titles;
  if (names >= to) return 0;
  let spanned = 0;
  for (let cell = cells.firstCell(names); cell < cells.endOfRow(names); cell++)
    spanned += spans.get(cell)?.columns ?? 1;
  const isSpanned = spanned > cells.endOfRow(names) - cells.firstCell(names);
  const isWholeRow = isSpanned && spanned === width && isTextRow(cells, names);
  let header = countHeaderRows(cells, rows, isSpanned ? Math.min(width, spanned) : width, titles);
  if (header === 0 && isWholeRow) header = titles + 1;
  if (header === 0) return 0;
  // Names over several columns have names of their own below them.
  const next = from + header;
  if (isSpanned && next + 1 < to && isTextRow(cells, next)) header++;
  return reachDown(rows, header, spans);
}

/** A header as far down as the cells of its rows reach; 0 when that is too far. */
function reachDown({ cells, from }: TableRows, least: number, spans: ReadonlyMap<number, Span>): number {
  let header = least;
  for (let index = 0; index < header; index++) {
    for (let cell = cells.firstCell(from + index); cell < cells.endOfRow(from + index); cell++)
      header = Math.max(header, index + (spans.get(cell)?.rows ?? 1));
    if (header > MAX_HEADER_ROWS) return 0;
  }
  return header;
}

function countTitleRows(
  { cells, from, to }: TableRows,
  width: number,
  spans: ReadonlyMap<number, Span>,
): number {
  let titles = 0;
  for (; titles < MAX_HEADER_ROWS && from + titles < to; titles++) {
    const cell = cells.firstCell(from + titles);
    const span = spans.get(cell);
    const isLone = cells.endOfRow(from + titles) - cell === 1;
    if (!isLone || span === undefined || span.columns < width || span.rows > 1) break;
  }
  return titles;
}

interface RowContext {
  rows: TableRows;
  width: number;
  spans: ReadonlyMap<number, Span>;
  /** The last row that a cell above reaches, for each place. */
  covered: Int32Array;
}

/** A row of a table without merged cells. */
function writePlainRow(out: WorkbookHtml, { rows, width }: RowContext, row: number, isHeader: boolean): void {
  const { cells } = rows;
  const places = rows.places.of;
  const start = isHeader ? '<th>' : '<td>';
  const end = isHeader ? '</th>' : '</td>';
  const empty = isHeader ? '<th></th>' : '<td></td>';
  out.ascii('<tr>');
  let at = 0;
  for (let cell = cells.firstCell(row); cell < cells.endOfRow(row); cell++) {
    const place = places[cells.column[cell]!]!;
    for (; at < place; at++) out.ascii(empty);
    out.ascii(start);
    out.cell(cells, cell);
    out.ascii(end);
    at++;
  }
  for (; at < width; at++) out.ascii(empty);
  out.ascii('</tr>');
}

function writeRow(out: WorkbookHtml, context: RowContext, row: number, isHeader: boolean): void {
  const { rows, width, spans, covered } = context;
  const { cells, places } = rows;
  const element = isHeader ? 'th' : 'td';
  out.ascii('<tr>');
  let at = 0;
  const fillTo = (place: number): void => {
    for (; at < place; at++) if (covered[at]! < row) out.ascii(`<${element}></${element}>`);
  };
  for (let cell = cells.firstCell(row); cell < cells.endOfRow(row); cell++) {
    const place = places.of[cells.column[cell]!]!;
    fillTo(place);
    const span = spans.get(cell);
    out.ascii(`<${element}${span === undefined ? '' : spanAttributes(span)}>`);
    out.cell(cells, cell);
    out.ascii(`</${element}>`);
    at = place + (span?.columns ?? 1);
    if (span !== undefined && span.rows > 1) covered.fill(row + span.rows - 1, place, at);
  }
  fillTo(width);
  out.ascii('</tr>');
}

function spanAttributes({ columns, rows }: Span): string {
  return (columns > 1 ? ` colspan="${columns}"` : '') + (rows > 1 ? ` rowspan="${rows}"` : '');
}
