export interface Cell {
  /** Rendered, without line feeds. */
  readonly text: string;
  readonly columns: number;
  readonly rows: number;
  readonly alignment: Alignment;
}

/** A cell with nothing but its text may be that text: most cells of large tables are. */
export type GridCell = Cell | string;

export type Alignment = 'left' | 'center' | 'right' | undefined;

const SEPARATOR = ' | ';

/** A row of texts as the line that it will be: of a large table, texts one by one would fill the memory until its end. */
export interface JoinedRow {
  readonly line: string;
  /** Cells. */
  readonly length: number;
}

export type CellRow = readonly GridCell[] | JoinedRow;

export function isJoined(row: readonly unknown[] | JoinedRow): row is JoinedRow {
  return !Array.isArray(row);
}

/** The row as one line when its cells are nothing but texts, some of them not empty. */
export function joinRow(row: readonly GridCell[]): CellRow {
  if (!areTexts(row) || row.every((text) => text === '')) return row;
  return { line: row.join(SEPARATOR), length: row.length };
}

function areTexts(row: readonly GridCell[]): row is readonly string[] {
  return row.every((cell) => typeof cell === 'string');
}

/** No cell has the separator in its text: there is a backslash before each `|`. */
export function cellsOf(row: CellRow): readonly GridCell[] {
  return isJoined(row) ? row.line.split(SEPARATOR) : row;
}

export function hasText(row: CellRow): boolean {
  return isJoined(row) || row.some((cell) => cellText(cell) !== '');
}

export function cellText(cell: GridCell): string {
  return typeof cell === 'string' ? cell : cell.text;
}
