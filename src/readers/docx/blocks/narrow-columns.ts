import type { TableCell, TableRow } from './table-html.ts';

/** Narrower columns come from borders that were meant to be one, twentieths of a point: 1.5 millimetres. */
const TOLERANCE = 85;

/**
 * Puts columns of the grid that are too narrow to be any together with the one before: borders of different rows that
 * were dragged to nearly the same place. `grid` has the widths of its columns. Left as it is when a cell with text would
 * have no room, or when the widths make no sense.
 */
export function withoutNarrowColumns(rows: TableRow[], grid: readonly number[]): TableRow[] {
  const narrow = grid.filter((width) => width > 0 && width < TOLERANCE).length;
  if (narrow === 0 || narrow * 2 > grid.length || !grid.every((width) => width > 0)) return rows;
  const lines = linesOf(grid);
  // Columns behind the grid are as many as they are said to be.
  const lineAt = (column: number): number =>
    lines[column] ?? (lines.at(-1) as number) + column - (lines.length - 1);
  const moved = rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell) => ({ ...cell, start: lineAt(cell.start), end: lineAt(cell.end) })),
  }));
  const isLost = (cell: TableCell): boolean => cell.start === cell.end && cell.html !== '';
  if (moved.some(({ cells }) => cells.some(isLost))) return rows;
  return moved.map((row) => ({ ...row, cells: row.cells.filter(({ start, end }) => start < end) }));
}

/** Number of the line at each edge of the grid, from its left one. */
function linesOf(grid: readonly number[]): number[] {
  const lines = [0];
  let begin = 0;
  let at = 0;
  for (const width of grid) {
    at += width;
    const last = lines.at(-1) as number;
    const isNew = at - begin >= TOLERANCE;
    if (isNew) begin = at;
    lines.push(isNew ? last + 1 : last);
  }
  return lines;
}
