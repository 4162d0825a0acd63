import { type CellContent, joinCells } from './cell-content.ts';
import { USUAL_WIDTH } from './table-columns.ts';
import type { TableCell, TableRow } from './table-html.ts';

/** How a cell is joined with those before it. */
export interface CellLayout {
  /** With the cell to its left. */
  isJoinedLeft: boolean;
  /** `joined`: part of the cell above. */
  vertical: 'none' | 'first' | 'joined';
}

/** How the cells of a row are laid out. */
export interface RowLayout {
  isHead: boolean;
  /** Left edges of the cells and the right edge of the last, twentieths of a point; empty when they are not stated. */
  edges: readonly number[];
  cells: readonly CellLayout[];
}

/** A row of a table that came cell by cell. */
export interface ReadRow {
  cells: readonly CellContent[];
  layout: RowLayout;
}

export const NO_LAYOUT: RowLayout = { isHead: false, edges: [], cells: [] };

const PLAIN_CELL: CellLayout = { isJoinedLeft: false, vertical: 'none' };

/** Lays out the rows of a table; one that does not state its edges has those of another one. */
export function layOutRows(rows: readonly ReadRow[]): TableRow[] {
  const known = rows.find(({ layout }) => layout.edges.length > 1)?.layout.edges ?? [];
  return rows.map((row) => layOut(row, row.layout.edges.length > 1 ? row.layout.edges : known));
}

function layOut({ cells, layout }: ReadRow, stated: readonly number[]): TableRow {
  const placed: TableCell[] = [];
  let start = stated[0] ?? 0;
  for (const [index, content] of cells.entries()) {
    const cell = layout.cells[index];
    // Some programs end more cells than they have defined.
    if (cell === undefined && content.html === '' && layout.cells.length > 0) continue;
    // A cell without width would have no place.
    const end = Math.max(start + 1, stated[index + 1] ?? start + USUAL_WIDTH);
    const { isJoinedLeft, vertical } = cell ?? PLAIN_CELL;
    const left = placed.at(-1);
    if (isJoinedLeft && left !== undefined) {
      left.content = joinCells(left.content, content);
      left.end = end;
    } else {
      placed.push({ content, start, end, goesOn: vertical === 'joined', isMerged: vertical !== 'none' });
    }
    start = end;
  }
  return { cells: placed, isHead: layout.isHead };
}
