import { sectionsOf, withStrongHeadings } from '../../office/cell-headings.ts';
import type { CellFormat, RowFormat } from '../formatting/row-format.ts';

/** A row as it was read. */
export interface TableRow {
  /** Content of its cells, HTML. */
  cells: string[];
  format: RowFormat;
}

interface PlacedCell {
  html: string;
  column: number;
  columns: number;
  rows: number;
  verticalMerge: CellFormat['verticalMerge'];
}

/** Edges of different rows that are nearer than this are one, twips: 1.5 millimetres. */
const TOLERANCE = 85;

/** A cell all of whose text is bold. */
const ALL_BOLD = /^<strong>((?:(?!<\/?strong>)[^])*)<\/strong>$/;
/** Longer cells are no heads. */
const MAX_HEAD = 2_000;

/** Writes a table; rows that are repeated on each page are its head, or else a first row that alone is bold. */
export function writeTable(rows: readonly TableRow[]): string {
  const sections = sectionsOf(
    rows,
    ({ cells }) => cells,
    ({ format }) => format.cells.some(({ verticalMerge }) => verticalMerge !== 'none'),
  );
  return sections
    .map((section) => ('heading' in section ? section.heading : writeSection(section.rows)))
    .join('');
}

function writeSection(rows: readonly TableRow[]): string {
  const content = withStrongHeadings(rows.map(({ cells }) => cells));
  const filled = rows
    .filter(({ cells }) => cells.length > 0)
    .map((row) => ({ ...row, cells: row.cells.map(content) }));
  const placed = placeCells(filled);
  mergeVertically(placed);
  const headLength = headLengthOf(filled);
  const html = placed.map((row, index) =>
    index < headLength ? writeRow(row.map(plain), 'th') : writeRow(row, 'td'),
  );
  const head = html.slice(0, headLength).join('');
  const body = html.slice(headLength).join('');
  return `<table>${head === '' ? '' : `<thead>${head}</thead>`}${body === '' ? '' : `<tbody>${body}</tbody>`}</table>`;
}

/** A table of head rows only has none. */
function headLengthOf(rows: readonly TableRow[]): number {
  const end = rows.findIndex(({ format }) => !format.isHeader);
  if (end !== 0) return Math.max(end, 0);
  const [first, second] = rows;
  return first !== undefined && second !== undefined && isBold(first) && !isBold(second) ? 1 : 0;
}

function isBold({ cells }: TableRow): boolean {
  const filled = cells.filter((html) => html !== '');
  return filled.length > 0 && filled.every((html) => html.length <= MAX_HEAD && ALL_BOLD.test(html));
}

/** Heads are bold by being heads. */
function plain(cell: PlacedCell): PlacedCell {
  return cell.html.length > MAX_HEAD ? cell : { ...cell, html: cell.html.replace(ALL_BOLD, '$1') };
}

function writeRow(cells: readonly PlacedCell[], tag: 'th' | 'td'): string {
  const cellsHtml = cells
    .filter(({ rows }) => rows > 0)
    .map(({ html: content, columns, rows }) => {
      const columnSpan = columns > 1 ? ` colspan="${columns}"` : '';
      const rowSpan = rows > 1 ? ` rowspan="${rows}"` : '';
      return `<${tag}${columnSpan}${rowSpan}>${content}</${tag}>`;
    });
  return `<tr>${cellsHtml.join('')}</tr>`;
}

/** Joins the cells that a row joins, and finds the columns of the others by their edges. */
function placeCells(rows: readonly TableRow[]): PlacedCell[][] {
  const columnOf = findColumns(rows);
  return rows.map(({ cells, format }) => {
    const placed: PlacedCell[] = [];
    let lead = 0;
    let column = 0;
    cells.forEach((html, i) => {
      const { horizontalMerge, verticalMerge } = format.cells[i] ?? {
        horizontalMerge: 0,
        verticalMerge: 'none',
      };
      const left = format.edges[i];
      const right = format.edges[i + 1];
      const start = Math.max(column, left === undefined ? column : columnOf(left, i));
      const end = Math.max(start + 1, right === undefined ? start + 1 : columnOf(right, i + 1));
      column = end;
      const last = placed.at(-1);
      if (horizontalMerge !== 0 && lead !== 0 && horizontalMerge !== lead && last !== undefined) {
        last.columns = end - last.column;
        last.html += html;
        return;
      }
      lead = horizontalMerge;
      placed.push({ html, column: start, columns: end - start, rows: 1, verticalMerge });
    });
    return placed;
  });
}

/** Which column begins at an edge. Rows with the same number of cells, and no joined ones, need no edges. */
function findColumns(rows: readonly TableRow[]): (edge: number, index: number) => number {
  const first = rows[0];
  const isRegular = rows.every(
    ({ cells, format }) =>
      cells.length === first?.cells.length &&
      format.edges.every((edge, i) => isNearest(edge, i, first.format.edges)),
  );
  if (isRegular) return (_, index) => index;
  const sorted = [
    ...new Set(rows.flatMap(({ cells, format }) => format.edges.slice(0, cells.length + 1))),
  ].toSorted((a, b) => a - b);
  const columns = new Map<number, number>();
  let column = -1;
  let begin = -Infinity;
  for (const edge of sorted) {
    if (edge - begin > TOLERANCE) {
      column++;
      begin = edge;
    }
    columns.set(edge, column);
  }
  return (edge, index) => columns.get(edge) ?? index;
}

function isNearest(edge: number, index: number, edges: readonly number[]): boolean {
  const own = Math.abs(edge - (edges[index] ?? edge));
  return [index - 1, index + 1].every((other) => {
    const neighbour = edges[other];
    return neighbour === undefined || own <= Math.abs(edge - neighbour);
  });
}

/** Makes one cell of those that go on with the cell above. */
function mergeVertically(rows: readonly PlacedCell[][]): void {
  let above = new Map<number, PlacedCell>();
  for (const row of rows) {
    const next = new Map<number, PlacedCell>();
    for (const cell of row) {
      const owner = above.get(cell.column);
      if (cell.verticalMerge === 'continue' && owner !== undefined && owner.columns === cell.columns) {
        owner.rows++;
        owner.html += cell.html;
        cell.rows = 0;
        next.set(cell.column, owner);
      } else if (cell.verticalMerge !== 'none') next.set(cell.column, cell);
    }
    above = next;
  }
}
