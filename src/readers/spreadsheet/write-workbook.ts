import { MAX_OUTPUT } from '../html-writer/output-budget.ts';
import { escapeText } from '../markup.ts';
import { partSheet } from './sheet-blocks.ts';
import { cellHtml, toTable } from './sheet-table.ts';
import type { MergedRange, Row, Sheet } from './workbook.ts';

/** Empty cells that fill up the rows of a sheet, beside as many as it has others. */
const FREE_FILLERS = 100_000;
const FILLERS_PER_CELL = 4;
const EMPTY_CELL_LENGTH = '<td></td>'.length;

/** The sheets as headings and tables, those without content left out; what was cut off is named in `warnings`. */
export function writeWorkbook(sheets: readonly Sheet[], warnings: string[]): string {
  const parts: string[] = [];
  let length = 0;
  for (const sheet of sheets) {
    if (sheet.isCut)
      warnings.push(`The sheet "${sheet.name}" has more cells than can be read; the last ones are left out.`);
    if (sheet.rows.length === 0) continue;
    const written = writeSheet(sheet, MAX_OUTPUT - length);
    if (written.isSpread) {
      warnings.push(
        `The cells of the sheet "${sheet.name}" lie far apart; the empty ones between them are left out.`,
      );
    }
    if (written.isCut) warnings.push(`The sheet "${sheet.name}" is too large to be written as a whole.`);
    for (const part of written.parts) {
      parts.push(part);
      length += part.length + 1;
    }
  }
  return parts.join('\n');
}

interface WrittenSheet {
  parts: string[];
  /** Its end is left out. */
  isCut: boolean;
  /** Its columns are not one below the other. */
  isSpread: boolean;
}

function writeSheet(sheet: Sheet, maxLength: number): WrittenSheet {
  const parts = [`<h2>${escapeText(sheet.name)}</h2>`];
  const merges = byFirstCell(sheet.merges);
  let left = maxLength;
  let isSpread = false;
  for (const { rows, isNote } of partSheet(sheet.rows, sheet.merges)) {
    const isFar = !isNote && isSparse(rows, left);
    isSpread ||= isFar;
    const lines = isNote
      ? rows.map(noteHtml)
      : isFar
        ? toTable(rows.map(packed), new Map())
        : toTable(rows, merges);
    for (const line of lines) {
      left -= line.length + 1;
      if (left < 0) {
        if (!isNote) parts.push('</tbody></table>');
        return { parts, isCut: true, isSpread };
      }
      parts.push(line);
    }
  }
  return { parts, isCut: false, isSpread };
}

function noteHtml(row: Row): string {
  return `<p>${row.cells.map(cellHtml).join(' ')}</p>`;
}

/** A few cells far apart would make a table of mostly empty ones. */
function isSparse(rows: readonly Row[], maxLength: number): boolean {
  const columns = new Set<number>();
  let cells = 0;
  for (const row of rows) {
    cells += row.cells.length;
    for (const cell of row.cells) columns.add(cell.column);
  }
  const size = rows.length * columns.size;
  return size > cells * (1 + FILLERS_PER_CELL) + FREE_FILLERS || size * EMPTY_CELL_LENGTH > maxLength * 2;
}

/** A row without the empty cells between its others. */
function packed({ index, cells }: Row): Row {
  return { index, cells: cells.map((cell, column) => ({ ...cell, column })) };
}

function byFirstCell(merges: readonly MergedRange[]): Map<number, Map<number, MergedRange>> {
  const byRow = new Map<number, Map<number, MergedRange>>();
  for (const merge of merges) {
    let row = byRow.get(merge.firstRow);
    if (row === undefined) byRow.set(merge.firstRow, (row = new Map()));
    if (!row.has(merge.firstColumn)) row.set(merge.firstColumn, merge);
  }
  return byRow;
}
