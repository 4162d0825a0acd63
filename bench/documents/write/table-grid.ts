import type { TableBlock, TableCell } from '../model.ts';

/** A place in a table laid out in rows and columns. */
export interface Place {
  cell: TableCell;
  /** How many columns and rows it is from the place where its cell begins. */
  right: number;
  down: number;
}

/** All places of a table, those that spans cover included. */
export function layOut({ rows }: TableBlock): Place[][] {
  const grid: Place[][] = rows.map(() => []);
  for (const [index, row] of rows.entries()) {
    let column = 0;
    for (const cell of row) {
      while (grid[index]?.[column] !== undefined) column++;
      for (const [down, line] of grid.slice(index, index + cell.rowSpan).entries()) {
        for (let right = 0; right < cell.columnSpan; right++) line[column + right] = { cell, right, down };
      }
    }
  }
  return grid;
}
