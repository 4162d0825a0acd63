import {
  BOOLEAN_CELL,
  CellTable,
  ERROR_CELL,
  inOrder,
  linkLength,
  NUMBER_CELL,
  TEXT_CELL,
  type CellLink,
} from './cell-table.ts';
import { NOT_WRITTEN } from './number-format/decimal-format.ts';
import type { NumberFormat } from './number-formatter.ts';
import type { SharedTexts } from './shared-texts.ts';
import { countCharacters, textTraits, WIDE } from './text-traits.ts';
import type { Utf8Writer } from './utf8-writer.ts';
import { MAX_COLUMNS, MAX_ROWS, takeCells, type CellBudget, type MergedRange } from './workbook.ts';

/** Cells of a sheet that are looked at for links: each of many links may name the whole sheet. */
const MAX_LINKED_CELLS = 5_000_000;
const KINDS = { text: TEXT_CELL, number: NUMBER_CELL, boolean: BOOLEAN_CELL, error: ERROR_CELL } as const;

export type CellKind = keyof typeof KINDS;

/** Collects the cells of a sheet that show something, in any order. */
export class RowCollector {
  isCut = false;
  readonly texts: Utf8Writer;
  readonly #budget: CellBudget;
  #table: CellTable;
  #isInOrder = true;
  /** The row of the last cell. */
  #row = -1;
  #column = -1;
  #linkedCellsLeft = MAX_LINKED_CELLS;

  /** `expected`: how many cells there may be; there can be more. */
  constructor(budget: CellBudget, texts: Utf8Writer, expected = 0) {
    this.#budget = budget;
    this.texts = texts;
    this.#table = new CellTable(texts, expected);
  }

  /** Numbers from 0. False when there was no room for it. */
  // oxlint-disable-next-line max-params -- one call a cell: an object for each costs more than all else here
  add(row: number, column: number, kind: CellKind, text: string, link?: CellLink): boolean {
    if (text.trim() === '' || !isInSheet(row, column)) return true;
    if (!this.#take(text.length + linkLength(link))) return false;
    const start = this.texts.length;
    this.texts.text(text);
    const traits = textTraits(this.texts.bytes, start, this.texts.length) | KINDS[kind];
    this.#add(row, column, traits, start, this.texts.length);
    if (link !== undefined) this.#link(link);
    return true;
  }

  // oxlint-disable-next-line max-params -- one call a cell: an object for each costs more than all else here
  addNumber(row: number, column: number, format: NumberFormat, value: number, href?: string): void {
    if (!isInSheet(row, column)) return;
    const start = this.texts.length;
    const traits = format.write(this.texts, value);
    if (traits === NOT_WRITTEN) this.add(row, column, 'number', format.show(value), href);
    else this.addWritten(row, column, traits | NUMBER_CELL, start, href);
  }

  /** A cell whose text is what `texts` ends with, from `start` on, and is not blank. */
  // oxlint-disable-next-line max-params -- one call a cell: an object for each costs more than all else here
  addWritten(row: number, column: number, traits: number, start: number, href?: string): void {
    const end = this.texts.length;
    if (!isInSheet(row, column) || !this.#take(this.#charactersOf(traits, start, end))) return;
    this.#add(row, column, traits, start, end);
    if (href !== undefined) this.#link(href);
  }

  /** A cell that shows one of the shared texts; there may be none of that number. */
  // oxlint-disable-next-line max-params -- one call a cell: an object for each costs more than all else here
  addShared(row: number, column: number, shared: SharedTexts, index: number, href?: string): void {
    if (!isInSheet(row, column) || !Number.isInteger(index) || index < 0 || index >= shared.count) return;
    const start = shared.start[index]!;
    const end = shared.end[index]!;
    if (start === end || !this.#take(shared.characters[index]!)) return;
    this.#add(row, column, shared.traits[index]!, start, end);
    if (href !== undefined) this.#link(href);
  }

  /** Writes the last row so many times more below itself, as far as there is room; `characters` are those of its cells. */
  repeatRow(row: number, count: number, characters: number): void {
    const table = this.#table;
    const last = table.rowCount - 1;
    if (last < 0 || table.rowIndex[last] !== row) return;
    const first = table.firstCell(last);
    const end = table.endOfRow(last);
    for (let index = row + 1; index <= row + count && index < MAX_ROWS; index++) {
      if (!takeCells(this.#budget, end - first, characters)) {
        this.isCut = true;
        return;
      }
      for (let cell = first; cell < end; cell++) {
        const link = table.links.get(cell);
        this.#add(
          index,
          table.column[cell]!,
          table.traits[cell]!,
          table.textStart[cell]!,
          table.textEnd[cell]!,
        );
        if (link !== undefined) this.#link(link);
      }
    }
  }

  /** Gives the cells of a range that are there already a link. */
  link(range: MergedRange, href: string): void {
    const table = this.finish();
    for (let row = table.rowFrom(range.firstRow); row < table.rowCount; row++) {
      const first = table.firstCell(row);
      const end = table.endOfRow(row);
      if (table.rowIndex[row]! > range.lastRow || this.#linkedCellsLeft < end - first) break;
      this.#linkedCellsLeft -= end - first;
      for (let cell = first; cell < end; cell++) {
        const column = table.column[cell]!;
        if (column >= range.firstColumn && column <= range.lastColumn) table.links.set(cell, href);
      }
    }
  }

  /** The rows in their order. */
  finish(): CellTable {
    if (!this.#isInOrder) {
      this.#table = inOrder(this.#table);
      this.#isInOrder = true;
      const last = this.#table.rowCount - 1;
      this.#row = this.#table.rowIndex[last]!;
      this.#column = this.#table.column[this.#table.cellCount - 1]!;
    }
    return this.#table;
  }

  #take(characters: number): boolean {
    const isThere = takeCells(this.#budget, 1, characters);
    if (!isThere) this.isCut = true;
    return isThere;
  }

  #charactersOf(traits: number, start: number, end: number): number {
    return (traits & WIDE) === 0 ? end - start : countCharacters(this.texts.bytes, start, end);
  }

  /** Sets the link of the last cell. */
  #link(link: CellLink): void {
    this.#table.links.set(this.#table.cellCount - 1, link);
  }

  // oxlint-disable-next-line max-params -- one call a cell: an object for each costs more than all else here
  #add(row: number, column: number, traits: number, textStart: number, textEnd: number): void {
    if (row !== this.#row) {
      if (row < this.#row) this.#isInOrder = false;
      this.#table.addRow(row);
      this.#row = row;
    } else if (column <= this.#column) {
      this.#isInOrder = false;
    }
    this.#column = column;
    this.#table.addCell(column, traits, textStart, textEnd);
  }
}

function isInSheet(row: number, column: number): boolean {
  return row < MAX_ROWS && column < MAX_COLUMNS && row >= 0 && column >= 0;
}
