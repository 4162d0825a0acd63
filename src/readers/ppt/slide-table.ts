import type { CellContent } from '../text-document/cell-content.ts';
import type { TableCell, TableRow } from '../text-document/table-html.ts';
import type { SlideShape } from './slide-shape.ts';

/** Lines that are drawn between cells ([MS-ODRAW] 2.4.24). */
const LINE = 20;

/** A grid with more places is none that anybody drew. */
const MAX_PLACES = 50_000;

/**
 * The rows of a table, which is a group of shapes: edges that they share are those of columns and rows. Undefined for
 * shapes that form no table.
 */
export function tableRows(
  members: readonly SlideShape[],
  contentOf: (cell: SlideShape) => CellContent,
): TableRow[] | undefined {
  const cells = members.flatMap((shape) =>
    shape.outline === LINE || shape.box === undefined ? [] : [{ shape, box: shape.box }],
  );
  const columns = indexed(cells.map(({ box }) => box.left));
  const tops = indexed(cells.map(({ box }) => box.top));
  if (columns.length * tops.length > MAX_PLACES) return undefined;
  const rows: TableRow[] = tops.map(() => ({ cells: [], isHead: false }));
  const columnOf = new Map(columns.map((left, at) => [left, at]));
  const rowOf = new Map(tops.map((top, at) => [top, at]));
  for (const { shape, box } of cells.toSorted((one, other) => one.box.left - other.box.left)) {
    const start = columnOf.get(box.left)!;
    const row = rowOf.get(box.top)!;
    const end = Math.max(firstFrom(columns, box.left + box.width), start + 1);
    const rowCount = Math.max(firstFrom(tops, box.top + box.height) - row, 1);
    const cell: TableCell = {
      content: contentOf(shape),
      start,
      end,
      goesOn: false,
      isMerged: rowCount > 1,
      rows: rowCount,
    };
    rows[row]!.cells.push(cell);
  }
  return rows;
}

function indexed(edges: readonly number[]): number[] {
  return [...new Set(edges)].toSorted((one, other) => one - other);
}

/** The number of the first edge that is not before a place. */
function firstFrom(edges: readonly number[], place: number): number {
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (edges[middle]! < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
