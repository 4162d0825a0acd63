import type { NumberFormat } from '../number-formatter.ts';
import type { SharedTexts } from '../shared-texts.ts';
import type { Utf8Writer } from '../utf8-writer.ts';
import type { CellBudget } from '../workbook.ts';

/** The tables that the cells of all sheets refer to. */
export interface CellContext {
  sharedStrings: SharedTexts;
  styles: readonly NumberFormat[];
  /** The format of a cell without a style. */
  general: NumberFormat;
  /** Serial number of a date in ISO 8601, in the workbook's calendar. */
  serialOf(date: string): number | undefined;
  budget: CellBudget;
  /** Where the texts of the cells of all sheets stand, the shared ones too. */
  texts: Utf8Writer;
}

/** Where cells without a place of their own follow; from 0, -1 before the first. */
export interface CellPlace {
  row: number;
  column: number;
}
