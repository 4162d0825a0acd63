import type { DocumentProperties } from '../document.ts';

/** What a cell holds, apart from how it is shown. */
export type CellKind = 'text' | 'number' | 'boolean' | 'error';

/** A cell that shows something. */
export interface Cell {
  /** From 0. */
  column: number;
  kind: CellKind;
  /** As it is shown; lines are parted by LF. */
  text: string;
  /** Address that may stand in a page. */
  href: string | undefined;
}

/** A row that shows something. */
export interface Row {
  /** From 0. */
  index: number;
  /** In the order of their columns, one for each. */
  cells: Cell[];
}

/** Cells shown as one; all numbers from 0, the last ones included. */
export interface MergedRange {
  firstRow: number;
  lastRow: number;
  firstColumn: number;
  lastColumn: number;
}

export interface Sheet {
  name: string;
  /** In their order. */
  rows: readonly Row[];
  merges: readonly MergedRange[];
  /** There was more than could be read. */
  isCut: boolean;
}

export interface Workbook {
  /** Those that are visible, in the order of their tabs. */
  sheets: readonly Sheet[];
  properties: DocumentProperties;
  warnings: readonly string[];
}

/** What a workbook may still have; shared by its sheets. */
export interface CellBudget {
  cellsLeft: number;
  /** Of the texts of all cells: many may show one long text. */
  charactersLeft: number;
}

/** False when there is no room for that many cells with that many characters. */
export function takeCells(budget: CellBudget, cells: number, characters: number): boolean {
  if (budget.cellsLeft < cells || budget.charactersLeft < characters) return false;
  budget.cellsLeft -= cells;
  budget.charactersLeft -= characters;
  return true;
}

/** What a spreadsheet can hold at most. */
export const MAX_ROWS = 1_048_576;
export const MAX_COLUMNS = 16_384;
/** Ranges of one sheet that are looked at. */
export const MAX_MERGES = 100_000;

/** Rows in their order, those with one index joined: files written by hand mix them up. The later of two cells counts. */
export function sortRows(rows: readonly Row[]): Row[] {
  const byIndex = new Map<number, Map<number, Cell>>();
  for (const row of rows) {
    let cells = byIndex.get(row.index);
    if (cells === undefined) byIndex.set(row.index, (cells = new Map()));
    for (const cell of row.cells) cells.set(cell.column, cell);
  }
  return [...byIndex]
    .toSorted(([left], [right]) => left - right)
    .map(([index, cells]) => ({
      index,
      cells: [...cells.values()].toSorted((left, right) => left.column - right.column),
    }));
}
