import type { GridCell } from './table-row.ts';
import type { CellRow } from './table-row.ts';
import type { TableKind } from './table-survey.ts';

/** A table whose rows are being read. A table inside a cell or heading is flat: its rows are lines there. */
export interface OpenTable {
  readonly node: number;
  readonly kind: TableKind | 'flat';
  readonly rows: CellRow[];
  /** Cells of the row that is being read, which is the last of `rows`. */
  row: GridCell[] | undefined;
}
