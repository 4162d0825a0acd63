/** Edges of different rows that are nearer than this were meant to be one, twentieths of a point: 1.5 millimetres. */
export const EDGE_TOLERANCE = 85;
/** Width of a column that nothing is said of, twentieths of a point. */
export const USUAL_WIDTH = 1_800;

/** A cell by where it begins and ends: twentieths of a point, or lines of a grid. */
export interface CellExtent {
  start: number;
  end: number;
}

/**
 * Which column begins at an edge. Columns are counted by the edges that cells really have, since the grid of a file may
 * have any number of others. `hasWidths`: edges are lengths, and nearly the same ones are one, unless a cell with text
 * would have no room.
 */
export function columnsOf(
  rows: ReadonlyArray<ReadonlyArray<CellExtent & { isFilled: boolean }>>,
  hasWidths: boolean,
): (edge: number) => number {
  const edges = [...new Set(rows.flatMap((cells) => cells.flatMap(({ start, end }) => [start, end])))];
  const sorted = edges.toSorted((one, other) => one - other);
  const exact = numbered(sorted, 0);
  if (!hasWidths) return exact;
  const joined = numbered(sorted, EDGE_TOLERANCE);
  const isLost = rows.some((cells) =>
    cells.some(({ start, end, isFilled }) => isFilled && joined(start) === joined(end)),
  );
  return isLost ? exact : joined;
}

function numbered(sorted: readonly number[], tolerance: number): (edge: number) => number {
  const columns = new Map<number, number>();
  let column = -1;
  let begin = -Infinity;
  for (const edge of sorted) {
    if (edge - begin > tolerance) {
      column++;
      begin = edge;
    }
    columns.set(edge, column);
  }
  return (edge) => columns.get(edge) ?? 0;
}
