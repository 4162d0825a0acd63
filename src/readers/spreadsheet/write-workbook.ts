import { MAX_OUTPUT } from '../html-writer/output-budget.ts';
import { escapeText } from '../markup.ts';
import { packedRows } from './cell-table.ts';
import { WorkbookHtml } from './workbook-html.ts';
import { mergesByFirstCell } from './merged-spans.ts';
import { partSheet, type SheetBlock } from './sheet-blocks.ts';
import { type TableRows, writeTable } from './sheet-table.ts';
import { TablePlaces } from './table-places.ts';
import type { Sheet } from './workbook.ts';

/** Empty cells that fill up the rows of a sheet, beside as many as it has others. */
const FREE_FILLERS = 100_000;
const FILLERS_PER_CELL = 4;
const EMPTY_CELL_LENGTH = '<td></td>'.length;

/** The sheets as headings and tables, those without content left out; what was cut off is named in `warnings`. */
export function writeWorkbook(sheets: readonly Sheet[], warnings: string[]): string {
  const writer = new WorkbookWriter();
  for (const sheet of sheets) {
    if (sheet.isCut)
      warnings.push(`The sheet "${sheet.name}" has more cells than can be read; the last ones are left out.`);
    if (sheet.cells.rowCount === 0 && sheet.boxTexts.length === 0) continue;
    const { isCut, isSpread } = writer.write(sheet);
    if (isSpread) {
      warnings.push(
        `The cells of the sheet "${sheet.name}" lie far apart; the empty ones between them are left out.`,
      );
    }
    if (isCut) warnings.push(`The sheet "${sheet.name}" is too large to be written as a whole.`);
  }
  return writer.html();
}

interface WrittenSheet {
  /** Its end is left out. */
  isCut: boolean;
  /** Its columns are not one below the other. */
  isSpread: boolean;
}

class WorkbookWriter {
  readonly #out = new WorkbookHtml();
  readonly #places = new TablePlaces();
  /** Characters of all sheets. */
  #length = 0;

  write(sheet: Sheet): WrittenSheet {
    const { cells } = sheet;
    let left = MAX_OUTPUT - this.#length;
    let isCut = false;
    let isSpread = false;
    this.#line(`<h2>${escapeText(sheet.name)}</h2>`);
    /** Takes a line back that there is no room for. */
    const endLine = (): boolean => {
      const length = this.#out.lineLength;
      left -= length;
      isCut = left < 0;
      if (isCut) this.#out.dropLine();
      else this.#length += length;
      return !isCut;
    };
    this.#out.expect(cells);
    const merges = mergesByFirstCell(sheet.merges);
    for (const block of partSheet(cells, sheet.merges)) {
      const { from, to, isNote } = block;
      if (isNote) {
        this.#writeNotes(sheet, block, endLine);
      } else {
        this.#places.find(cells, from, to);
        const isFar = this.#isSparse(sheet, block, left);
        isSpread ||= isFar;
        this.#writeTable(isFar ? packed(sheet, block) : { cells, from, to, merges }, endLine);
        if (isCut) this.#line('</tbody></table>');
      }
      if (isCut) break;
    }
    if (left >= 0) this.#writeBoxes(sheet.boxTexts, endLine);
    return { isCut, isSpread };
  }

  html(): string {
    return this.#out.toString();
  }

  /** A line that there is always room for. */
  #line(html: string): void {
    this.#out.startLine();
    this.#out.text(html);
    this.#length += this.#out.lineLength;
  }

  #writeTable(rows: Omit<TableRows, 'places'>, endLine: () => boolean): void {
    this.#places.find(rows.cells, rows.from, rows.to);
    writeTable({ ...rows, places: this.#places }, this.#out, endLine);
  }

  #writeNotes({ cells }: Sheet, { from, to }: SheetBlock, endLine: () => boolean): void {
    for (let row = from; row < to; row++) {
      this.#out.startLine();
      this.#out.ascii('<p>');
      for (let cell = cells.firstCell(row); cell < cells.endOfRow(row); cell++) {
        if (cell > cells.firstCell(row)) this.#out.ascii(' ');
        this.#out.cell(cells, cell);
      }
      this.#out.ascii('</p>');
      if (!endLine()) return;
    }
  }

  #writeBoxes(texts: readonly string[], endLine: () => boolean): void {
    for (const text of texts) {
      this.#out.startLine();
      this.#out.text(`<p>${escapeText(text).replaceAll('\n', '<br>')}</p>`);
      if (!endLine()) return;
    }
  }

  /** A few cells far apart would make a table of mostly empty ones. */
  #isSparse({ cells }: Sheet, { from, to }: SheetBlock, maxLength: number): boolean {
    const count = cells.endOfRow(to - 1) - cells.firstCell(from);
    const size = (to - from) * this.#places.used.length;
    return size > count * (1 + FILLERS_PER_CELL) + FREE_FILLERS || size * EMPTY_CELL_LENGTH > maxLength * 2;
  }
}

function packed({ cells }: Sheet, { from, to }: SheetBlock): Omit<TableRows, 'places'> {
  return { cells: packedRows(cells, from, to), from: 0, to: to - from, merges: new Map() };
}
