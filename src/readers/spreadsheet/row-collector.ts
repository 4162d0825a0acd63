import {
  MAX_COLUMNS,
  MAX_ROWS,
  sortRows,
  takeCells,
  type CellBudget,
  type CellKind,
  type MergedRange,
  type Row,
} from './workbook.ts';

/** Cells of a sheet that are looked at for links: each of many links may name the whole sheet. */
const MAX_LINKED_CELLS = 5_000_000;

/** Collects the cells of a sheet that show something, in any order. */
export class RowCollector {
  isCut = false;
  readonly #budget: CellBudget;
  #rows: Row[] = [];
  #isInOrder = true;
  #linkedCellsLeft = MAX_LINKED_CELLS;

  constructor(budget: CellBudget) {
    this.#budget = budget;
  }

  /** Numbers from 0. */
  add(row: number, column: number, kind: CellKind, text: string, href?: string): void {
    if (text.trim() === '' || row >= MAX_ROWS || column >= MAX_COLUMNS || row < 0 || column < 0) return;
    if (!takeCells(this.#budget, 1, text.length)) {
      this.isCut = true;
      return;
    }
    let last = this.#rows.at(-1);
    if (last?.index !== row) {
      if (last !== undefined && last.index > row) this.#isInOrder = false;
      last = { index: row, cells: [] };
      this.#rows.push(last);
    }
    if ((last.cells.at(-1)?.column ?? -1) >= column) this.#isInOrder = false;
    last.cells.push({ column, kind, text, href });
  }

  /** Gives the cells of a range that are there already a link. */
  link(range: MergedRange, href: string): void {
    const rows = this.finish();
    for (let at = firstFrom(rows, range.firstRow); at < rows.length; at++) {
      const row = rows[at] as Row;
      if (row.index > range.lastRow || this.#linkedCellsLeft < row.cells.length) break;
      this.#linkedCellsLeft -= row.cells.length;
      for (const cell of row.cells) {
        if (cell.column >= range.firstColumn && cell.column <= range.lastColumn) cell.href = href;
      }
    }
  }

  /** The rows in their order. */
  finish(): Row[] {
    if (!this.#isInOrder) this.#rows = sortRows(this.#rows);
    this.#isInOrder = true;
    return this.#rows;
  }
}

/** Position of the first row from an index on. */
function firstFrom(rows: readonly Row[], index: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] as Row).index < index) low = middle + 1;
    else high = middle;
  }
  return low;
}
