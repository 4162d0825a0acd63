export interface Cell {
  /** Rendered, without line feeds. */
  readonly text: string;
  readonly columns: number;
  readonly rows: number;
  readonly alignment: Alignment;
}

export type Alignment = 'left' | 'center' | 'right' | undefined;

const DELIMITERS = { left: ':--', center: ':-:', right: '--:' };
/** Fillers of a table for each real cell: spans and short rows are filled up while that keeps the output linear. */
const FILLERS_PER_CELL = 4;
const FREE_FILLERS = 2000;

/**
 * Rows of cells as a GFM table. GFM knows neither spans nor headless tables: a cell that spans stands in its first
 * place and the others are empty, short rows are filled up, and the first row is the header whatever it was.
 */
export function renderTable(rows: readonly (readonly Cell[])[]): string {
  const grid = layOut(rows);
  const width = grid.reduce((most, row) => Math.max(most, row.length), 0);
  const cells = rows.reduce((sum, row) => sum + row.length, 0);
  const canFill = width * grid.length <= cells * (1 + FILLERS_PER_CELL) + FREE_FILLERS;
  const [header = [], ...body] = grid;
  const lines = [renderRow(header, width), renderDelimiters(header, width)];
  for (const row of body) lines.push(renderRow(row, canFill ? width : 0));
  return lines.join('\n');
}

/** A cell that reaches down into further rows. */
interface Span {
  readonly column: number;
  readonly columns: number;
  rowsLeft: number;
}

/** Places the cells beside what the spans from above and from their left take up. */
function layOut(rows: readonly (readonly Cell[])[]): (Cell | undefined)[][] {
  const grid: (Cell | undefined)[][] = [];
  let fillers = FREE_FILLERS;
  let spans: Span[] = [];
  for (const [index, row] of rows.entries()) {
    const placed: (Cell | undefined)[] = [];
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
      const columns = cell.columns - 1 <= fillers ? cell.columns : 1;
      fillers -= columns - 1;
      const down = Math.min(cell.rows, rows.length - index) - 1;
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

function renderRow(row: readonly (Cell | undefined)[], width: number): string {
  const texts = row.map((cell) => cell?.text ?? '');
  while (texts.length < width) texts.push('');
  return `|${texts.map((text) => (text === '' ? '  |' : ` ${text} |`)).join('')}`;
}

function renderDelimiters(header: readonly (Cell | undefined)[], width: number): string {
  const delimiters: string[] = [];
  for (let column = 0; column < width; column++) {
    const alignment = header[column]?.alignment;
    delimiters.push(alignment === undefined ? '---' : DELIMITERS[alignment]);
  }
  return `| ${delimiters.join(' | ')} |`;
}
