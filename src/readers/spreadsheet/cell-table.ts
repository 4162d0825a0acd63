import type { Utf8Writer } from './utf8-writer.ts';
import { partitionPoint } from '../../lib/partition-point.ts';

/** The kind of a cell's value, apart from how it is shown; bits of its traits, beside those of its text. */
export const TEXT_CELL = 0;
export const NUMBER_CELL = 1;
export const BOOLEAN_CELL = 2;
export const ERROR_CELL = 3;
const KIND = 3;

const MIN_CAPACITY = 256;
const MAX_CAPACITY = 1_048_576;
/** Cells of a row of most tables. */
const CELLS_PER_ROW = 8;

/** A part of a cell's text that leads somewhere, by its UTF-16 characters. */
export interface LinkedPart {
  start: number;
  /** One past the last. */
  end: number;
  href: string;
}

/** The address of a whole cell, or the parts of its text that have one each, in their order. */
export type CellLink = string | readonly LinkedPart[];

/** Characters of the addresses that a cell brings into the page. */
export function linkLength(link: CellLink | undefined): number {
  if (link === undefined) return 0;
  return typeof link === 'string' ? link.length : link.reduce((sum, { href }) => sum + href.length, 0);
}

/**
 * The cells of a sheet that show something, as columns of numbers: objects for a million cells would take several times
 * as long. Rows, and the cells of each, are in their order, one after the other.
 */
export class CellTable {
  /** UTF-8 of the texts of all cells, in any order; lines are parted by LF. */
  readonly texts: Utf8Writer;
  rowCount = 0;
  /** Place of each row in the sheet, from 0. */
  rowIndex: Int32Array;
  /** First cell of each row; that of the next row ends it. */
  rowStart: Int32Array;
  cellCount = 0;
  /** Place of each cell in its row, from 0. */
  column: Uint16Array;
  /** Its kind, and what is known of its text. */
  traits: Uint8Array;
  /** Where its text stands in `texts`. */
  textStart: Int32Array;
  textEnd: Int32Array;
  /** Addresses that may stand in a page, of the cells that have one. */
  readonly links = new Map<number, CellLink>();

  /** `expected`: how many cells there may be; there can be more. */
  constructor(texts: Utf8Writer, expected = 0) {
    const cells = Math.ceil(Math.min(Math.max(expected, MIN_CAPACITY), MAX_CAPACITY));
    const rows = Math.max(Math.ceil(cells / CELLS_PER_ROW), MIN_CAPACITY);
    this.texts = texts;
    this.rowIndex = new Int32Array(rows);
    this.rowStart = new Int32Array(rows);
    this.column = new Uint16Array(cells);
    this.traits = new Uint8Array(cells);
    this.textStart = new Int32Array(cells);
    this.textEnd = new Int32Array(cells);
  }

  /** The cells added from here on stand in a further row. */
  addRow(index: number): void {
    const row = this.rowCount++;
    if (row + 1 >= this.rowIndex.length) {
      this.rowIndex = doubled(this.rowIndex);
      this.rowStart = doubled(this.rowStart);
    }
    this.rowIndex[row] = index;
    this.rowStart[row] = this.cellCount;
    this.rowStart[row + 1] = this.cellCount;
  }

  /** Adds a cell to the last row. */
  addCell(column: number, traits: number, textStart: number, textEnd: number): void {
    const cell = this.cellCount++;
    if (cell === this.column.length) this.#growCells();
    this.column[cell] = column;
    this.traits[cell] = traits;
    this.textStart[cell] = textStart;
    this.textEnd[cell] = textEnd;
    this.rowStart[this.rowCount] = cell + 1;
  }

  /** One of the kinds above. */
  kind(cell: number): number {
    return this.traits[cell]! & KIND;
  }

  text(cell: number): string {
    return this.texts.toText(this.textStart[cell], this.textEnd[cell]);
  }

  /** Gives the first cell of a row by the row's position among the rows. */
  firstCell(row: number): number {
    return this.rowStart[row]!;
  }

  /** One past the last cell of a row. */
  endOfRow(row: number): number {
    return this.rowStart[row + 1]!;
  }

  /** Position of the first row from an index on; the number of rows when there is none. */
  rowFrom(index: number): number {
    return partitionPoint(this.rowCount, (row) => this.rowIndex[row]! < index);
  }

  #growCells(): void {
    const traits = new Uint8Array(this.traits.length * 2);
    traits.set(this.traits);
    this.traits = traits;
    const column = new Uint16Array(this.column.length * 2);
    column.set(this.column);
    this.column = column;
    this.textStart = doubled(this.textStart);
    this.textEnd = doubled(this.textEnd);
  }
}

function doubled(old: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(old.length * 2);
  larger.set(old);
  return larger;
}

/**
 * Rows in their order, those with one index joined: files written by hand mix them up. The later of two cells in one
 * place counts.
 */
export function inOrder(table: CellTable): CellTable {
  const rowOf = new Int32Array(table.cellCount);
  for (let row = 0; row < table.rowCount; row++) {
    rowOf.fill(table.rowIndex[row]!, table.firstCell(row), table.endOfRow(row));
  }
  const columnOf = table.column;
  const order = Uint32Array.from({ length: table.cellCount }, (_, cell) => cell).toSorted(
    (left, right) => rowOf[left]! - rowOf[right]! || columnOf[left]! - columnOf[right]! || left - right,
  );
  const sorted = new CellTable(table.texts);
  for (const [place, cell] of order.entries()) {
    const next = order[place + 1];
    const row = rowOf[cell]!;
    const column = columnOf[cell]!;
    if (next !== undefined && rowOf[next] === row && columnOf[next] === column) continue;
    if (sorted.rowCount === 0 || sorted.rowIndex[sorted.rowCount - 1] !== row) sorted.addRow(row);
    copyCell(table, cell, sorted, column);
  }
  return sorted;
}

/** The rows `from..to` alone, without the empty cells between their others. */
export function packedRows(table: CellTable, from: number, to: number): CellTable {
  const packed = new CellTable(table.texts);
  for (let row = from; row < to; row++) {
    packed.addRow(table.rowIndex[row]!);
    const first = table.firstCell(row);
    for (let cell = first; cell < table.endOfRow(row); cell++) {
      copyCell(table, cell, packed, cell - first);
    }
  }
  return packed;
}

/** Adds a cell of one table to the last row of another that has the same texts. */
function copyCell(from: CellTable, cell: number, to: CellTable, column: number): void {
  to.addCell(column, from.traits[cell]!, from.textStart[cell]!, from.textEnd[cell]!);
  const link = from.links.get(cell);
  if (link !== undefined) to.links.set(to.cellCount - 1, link);
}
