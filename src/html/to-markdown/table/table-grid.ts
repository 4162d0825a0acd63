import { cellsOf, isJoined, cellText, type GridCell, type JoinedRow, type CellRow } from './table-row.ts';

const ONE_PLACE = { columns: 1, rows: 1 };
const DELIMITERS = { left: ':--', center: ':-:', right: '--:' };
/** Fillers of a table for each real cell: spans and short rows are filled up while that keeps the output linear. */
const FILLERS_PER_CELL = 4;
const FREE_FILLERS = 2000;

/**
 * Rows of cells as a GFM table. GFM knows neither spans nor headless tables: a cell that spans stands in its first
 * place and the others are empty, short rows are filled up, and the first row is the header whatever it was.
 */
export function renderTable(rows: readonly CellRow[]): string {
  const isSpanned = rows.some((row) => !isJoined(row) && row.some(isSpan));
  const grid = isSpanned ? layOut(rows.map(cellsOf)) : rows;
  let width = 0;
  for (const row of grid) width = Math.max(width, row.length);
  let cells = 0;
  for (const row of rows) cells += row.length;
  const canFill = width * grid.length <= cells * (1 + FILLERS_PER_CELL) + FREE_FILLERS;
  const [header = [], ...body] = grid;
  const lines = [renderRow(header, width), renderDelimiters(header, width)];
  for (const row of body) lines.push(renderRow(row, canFill ? width : 0));
  return lines.join('\n');
}

function isSpan(cell: GridCell): boolean {
  return typeof cell !== 'string' && (cell.columns > 1 || cell.rows > 1);
}

/** A cell that reaches down into further rows. */
interface Span {
  readonly column: number;
  readonly columns: number;
  rowsLeft: number;
}

/** Places the cells beside what the spans from above and from their left take up. */
function layOut(rows: readonly (readonly GridCell[])[]): (GridCell | undefined)[][] {
  const grid: (GridCell | undefined)[][] = [];
  let fillers = FREE_FILLERS;
  let spans: Span[] = [];
  for (const [index, row] of rows.entries()) {
    const placed: (GridCell | undefined)[] = [];
    const spansBelow: Span[] = [];
    let nextSpan = 0;
    const keep = (span: Span): void => {
      if (--span.rowsLeft > 0) spansBelow.push(span);
    };
    const passSpans = (): void => {
      for (
        let span = spans[nextSpan];
        span !== undefined && span.column <= placed.length;
        span = spans[++nextSpan]
      ) {
        while (placed.length < span.column + span.columns) placed.push(undefined);
        keep(span);
      }
    };
    for (const cell of row) {
      passSpans();
      fillers += FILLERS_PER_CELL;
      const { columns: wanted, rows: reach } = typeof cell === 'string' ? ONE_PLACE : cell;
      const columns = wanted - 1 <= fillers ? wanted : 1;
      fillers -= columns - 1;
      const down = Math.min(reach, rows.length - index) - 1;
      if (down > 0 && columns * down <= fillers) {
        fillers -= columns * down;
        spansBelow.push({ column: placed.length, columns, rowsLeft: down });
      }
      placed.push(cell);
      for (let column = 1; column < columns; column++) placed.push(undefined);
    }
    spans.slice(nextSpan).forEach(keep);
    spans = spansBelow;
    grid.push(placed);
  }
  return grid;
}

type GridRow = readonly (GridCell | undefined)[] | JoinedRow;

function renderRow(row: GridRow, width: number): string {
  const line = isJoined(row)
    ? row.line
    : row.map((cell) => (cell === undefined ? '' : cellText(cell))).join(' | ');
  return row.length === 0 && width === 0
    ? '|'
    : `| ${line} |${'  |'.repeat(Math.max(0, width - Math.max(1, row.length)))}`;
}

function renderDelimiters(header: GridRow, width: number): string {
  const delimiters: string[] = [];
  for (let column = 0; column < width; column++) {
    const cell = isJoined(header) ? '' : header[column];
    const alignment = typeof cell === 'string' ? undefined : cell?.alignment;
    delimiters.push(alignment === undefined ? '---' : DELIMITERS[alignment]);
  }
  return `| ${delimiters.join(' | ')} |`;
}
