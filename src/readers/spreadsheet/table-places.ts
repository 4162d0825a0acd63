import type { CellTable } from './cell-table.ts';
import { MAX_COLUMNS } from './workbook.ts';
import { partitionPoint } from '../../lib/partition-point.ts';

/** Where the columns of a sheet stand in the tables that are made of it, one table after the other. */
export class TablePlaces {
  /** Columns that hold something in the table, in their order. */
  used: number[] = [];
  /** Columns of the table. */
  width = 0;
  /** The place in the table of each column that holds something. */
  readonly of = new Int32Array(MAX_COLUMNS);
  /** The table in which each column was seen last: not to be emptied for each of many small tables. */
  readonly #seen = new Int32Array(MAX_COLUMNS);
  #table = 0;

  /**
   * Finds the places for the rows `from..to`: empty columns outside are left out, those between are one empty column.
   */
  find(cells: CellTable, from: number, to: number): void {
    const table = ++this.#table;
    const used: number[] = [];
    const end = cells.endOfRow(to - 1);
    for (let cell = cells.firstCell(from); cell < end; cell++) {
      const column = cells.column[cell]!;
      if (this.#seen[column] === table) continue;
      this.#seen[column] = table;
      used.push(column);
    }
    used.sort((left, right) => left - right);
    let place = 0;
    for (const [at, column] of used.entries()) {
      if (at > 0 && column > used[at - 1]! + 1) place++;
      this.of[column] = place++;
    }
    this.used = used;
    this.width = place;
  }

  /** Place of the last column up to `column` that holds something. */
  last(column: number): number {
    const { used } = this;
    const behind = partitionPoint(used.length, (index) => used[index]! <= column);
    return this.of[used[behind - 1]!]!;
  }
}
