import { BoxTexts } from '../box-texts.ts';
import { linkLength } from '../cell-table.ts';
import { type CellKind, RowCollector } from '../row-collector.ts';
import { Utf8Writer } from '../utf8-writer.ts';
import {
  MAX_COLUMNS,
  MAX_MERGES,
  MAX_ROWS,
  type CellBudget,
  type MergedRange,
  type Sheet,
} from '../workbook.ts';
import type { XmlScanner } from '../xml-scanner.ts';
import { readCellText } from './cell-text.ts';
import { PASSED_OVER } from './passed-over.ts';
import { countOf } from './repeat-count.ts';
import { readShapeTexts, SHAPES } from './shape-texts.ts';

const MAX_SHEETS = 1_000;
const KINDS: Readonly<Record<string, CellKind>> = { string: 'text', boolean: 'boolean', void: 'text' };

/** The visible sheets of `content.xml` (ODF 1.3 part 3, section 9); repeated cells and rows are written out. */
export function readTables(scanner: XmlScanner, budget: CellBudget): Sheet[] {
  const hiddenStyles = new Set<string>();
  const sheets: Sheet[] = [];
  const texts = new Utf8Writer();
  let style = '';
  while (scanner.next() && sheets.length < MAX_SHEETS) {
    const { name } = scanner;
    if (!scanner.isOpening) continue;
    if (name === 'style') style = scanner.attribute('name') ?? '';
    else if (name === 'table-properties' && scanner.attribute('display') === 'false') hiddenStyles.add(style);
    else if (name === 'table' && !scanner.isEmpty) {
      if (hiddenStyles.has(scanner.attribute('style-name') ?? '')) scanner.passOver();
      else sheets.push(readTable(scanner, new RowCollector(budget, texts), new BoxTexts(budget)));
    } else if (PASSED_OVER.has(name) || name === 'tracked-changes') {
      if (!scanner.isEmpty) scanner.passOver();
    }
  }
  return sheets;
}

function readTable(scanner: XmlScanner, cells: RowCollector, boxes: BoxTexts): Sheet {
  return new TableReader(scanner, cells, boxes, scanner.attribute('name') ?? '').read();
}

interface OpenCell {
  kind: CellKind;
  /** The value of the cell, for files without the text that it shows. */
  value: string;
  repeats: number;
  columnSpan: number;
  rowSpan: number;
}

class TableReader {
  readonly #scanner: XmlScanner;
  readonly #cells: RowCollector;
  readonly #boxes: BoxTexts;
  readonly #name: string;
  readonly #merges: MergedRange[] = [];
  #rowIndex = 0;
  /** Characters in the cells of the row that is being read. */
  #characters = 0;

  constructor(scanner: XmlScanner, cells: RowCollector, boxes: BoxTexts, name: string) {
    this.#scanner = scanner;
    this.#cells = cells;
    this.#boxes = boxes;
    this.#name = name;
  }

  read(): Sheet {
    const scanner = this.#scanner;
    while (scanner.next()) {
      const { name, isOpening, isEmpty } = scanner;
      if (!isOpening) {
        if (name === 'table') break;
      } else if (name === 'table-row') {
        this.#readRow();
      } else if (!isEmpty && SHAPES.has(name)) {
        readShapeTexts(scanner, this.#boxes);
      } else if (!isEmpty && PASSED_OVER.has(name)) {
        scanner.passOver();
      }
    }
    return {
      name: this.#name,
      cells: this.#cells.finish(),
      merges: this.#merges,
      boxTexts: this.#boxes.paragraphs,
      isCut: this.#cells.isCut || this.#boxes.isCut,
    };
  }

  #readRow(): void {
    const scanner = this.#scanner;
    const repeats = countOf(scanner.attribute('number-rows-repeated'), MAX_ROWS);
    let column = 0;
    this.#characters = 0;
    while (!scanner.isEmpty || scanner.name !== 'table-row') {
      if (!scanner.next() || (!scanner.isOpening && scanner.name === 'table-row')) break;
      if (!scanner.isOpening) continue;
      if (scanner.name === 'table-cell') column = this.#readCell(column);
      else if (scanner.name === 'covered-table-cell') {
        column += countOf(scanner.attribute('number-columns-repeated'), MAX_COLUMNS);
        if (!scanner.isEmpty) readCellText(scanner, this.#boxes);
      }
    }
    this.#cells.repeatRow(this.#rowIndex, repeats - 1, this.#characters);
    this.#rowIndex += repeats;
  }

  /** Returns the column after the cell. */
  #readCell(column: number): number {
    const scanner = this.#scanner;
    const open = this.#openCell();
    const { text, link } = scanner.isEmpty
      ? { text: '', link: undefined }
      : readCellText(scanner, this.#boxes);
    const shown = text === '' ? open.value.trim() : text;
    if (shown !== '') {
      const kind = open.kind === 'text' && /^(?:#[A-Z/0]+[!?]?|Err:\d+)$/.test(shown) ? 'error' : open.kind;
      for (let count = 0; count < open.repeats && column + count < MAX_COLUMNS; count++) {
        if (this.#rowIndex >= MAX_ROWS) break;
        if (!this.#cells.add(this.#rowIndex, column + count, kind, shown, link)) break;
        this.#characters += shown.length + linkLength(link);
      }
      this.#merge(open, column);
    }
    return column + open.repeats;
  }

  #openCell(): OpenCell {
    const scanner = this.#scanner;
    const type = scanner.attribute('value-type');
    const isTrue = scanner.attribute('boolean-value');
    return {
      kind: type === undefined ? 'text' : (KINDS[type] ?? 'number'),
      value:
        (isTrue === undefined ? undefined : isTrue.toUpperCase()) ??
        scanner.attribute('string-value') ??
        scanner.attribute('date-value') ??
        scanner.attribute('time-value') ??
        scanner.attribute('value') ??
        '',
      repeats: countOf(scanner.attribute('number-columns-repeated'), MAX_COLUMNS),
      columnSpan: countOf(scanner.attribute('number-columns-spanned'), MAX_COLUMNS),
      rowSpan: countOf(scanner.attribute('number-rows-spanned'), MAX_ROWS),
    };
  }

  #merge({ columnSpan, rowSpan, repeats }: OpenCell, column: number): void {
    if ((columnSpan < 2 && rowSpan < 2) || repeats > 1 || this.#merges.length >= MAX_MERGES) return;
    this.#merges.push({
      firstRow: this.#rowIndex,
      lastRow: this.#rowIndex + rowSpan - 1,
      firstColumn: column,
      lastColumn: column + columnSpan - 1,
    });
  }
}
