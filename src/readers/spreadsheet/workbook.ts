import type { DocumentProperties } from '../document.ts';
import type { CellTable } from './cell-table.ts';

/** Cells shown as one; all numbers from 0, the last ones included. */
export interface MergedRange {
  firstRow: number;
  lastRow: number;
  firstColumn: number;
  lastColumn: number;
}

export interface Sheet {
  name: string;
  cells: CellTable;
  merges: readonly MergedRange[];
  /** Paragraphs of the text boxes and shapes that are drawn over the cells; their lines are parted by LF. */
  boxTexts: readonly string[];
  /** There was more than could be read. */
  isCut: boolean;
}

/** A sheet as the part of a package has it that holds its cells. */
export type SheetCells = Omit<Sheet, 'name' | 'boxTexts'>;

export interface Workbook {
  /** Those that are visible, in the order of their tabs. */
  sheets: readonly Sheet[];
  properties: DocumentProperties;
  warnings: readonly string[];
}

/** The room that a workbook has left; shared by its sheets. */
export interface CellBudget {
  cellsLeft: number;
  /** Characters left for the texts of all cells: many may show one long text. */
  charactersLeft: number;
}

/** False when there is no room for that many cells with that many characters. */
export function takeCells(budget: CellBudget, cells: number, characters: number): boolean {
  if (budget.cellsLeft < cells || budget.charactersLeft < characters) return false;
  budget.cellsLeft -= cells;
  budget.charactersLeft -= characters;
  return true;
}

/** The most rows that a spreadsheet can hold. */
export const MAX_ROWS = 1_048_576;
export const MAX_COLUMNS = 16_384;
/** Ranges of one sheet that are looked at. */
export const MAX_MERGES = 100_000;
