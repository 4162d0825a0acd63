import { linkAddress } from '../../html-writer/link-address.ts';
import type { Relationships } from '../../ooxml/relationships.ts';
import { parseRange } from '../cell-reference.ts';
import { RowCollector } from '../row-collector.ts';
import { MAX_MERGES, type MergedRange, type SheetCells } from '../workbook.ts';
import type { CellContext, CellPlace } from './cell-context.ts';
import { RegularCells } from './regular-cells.ts';
import { readRichText, unescapeText } from './shared-strings.ts';
import type { XmlScanner } from '../xml-scanner.ts';

/** Few cells take less. */
const BYTES_PER_CELL = 32;
const LINK_FORMULA = /^\s*HYPERLINK\(\s*"((?:[^"]|"")*)"\s*[,;)]/i;

/** Reads the cells of a sheet that show something (ECMA-376 part 1, section 18.3). */
export function readWorksheet(scanner: XmlScanner, links: Relationships, context: CellContext): SheetCells {
  return new WorksheetReader(scanner, links, context).read();
}

class WorksheetReader {
  readonly #scanner: XmlScanner;
  readonly #links: Relationships;
  readonly #context: CellContext;
  readonly #cells: RowCollector;
  readonly #merges: MergedRange[] = [];
  readonly #place: CellPlace = { row: -1, column: -1 };
  readonly #regularCells: RegularCells;
  /** The address of the cell that is being read. */
  #href: string | undefined;

  constructor(scanner: XmlScanner, links: Relationships, context: CellContext) {
    this.#scanner = scanner;
    this.#links = links;
    this.#context = context;
    this.#cells = new RowCollector(context.budget, context.texts, scanner.bytes.length / BYTES_PER_CELL);
    this.#regularCells = new RegularCells(scanner.bytes, this.#place, this.#cells, context);
  }

  read(): SheetCells {
    const scanner = this.#scanner;
    for (;;) {
      scanner.position = this.#regularCells.read(scanner.position);
      if (!scanner.next()) break;
      if (!scanner.isOpening) continue;
      if (scanner.name === 'c') this.#readCell();
      else if (scanner.name === 'row') this.#startRow();
      else if (scanner.name === 'mergeCell') this.#readMerge();
      else if (scanner.name === 'hyperlink') this.#readLink();
    }
    return { cells: this.#cells.finish(), merges: this.#merges, isCut: this.#cells.isCut };
  }

  #startRow(): void {
    const stated = Number(this.#scanner.attribute('r'));
    this.#place.row = Number.isInteger(stated) && stated > 0 ? stated - 1 : this.#place.row + 1;
    this.#place.column = -1;
  }

  #readCell(): void {
    const scanner = this.#scanner;
    const column = (scanner.lettersOf('r') ?? this.#place.column + 2) - 1;
    this.#place.column = column;
    if (scanner.isEmpty || this.#cells.isCut) return;
    const type = scanner.attribute('t') ?? 'n';
    const style = scanner.attribute('s');
    this.#href = undefined;
    const value = this.#readContent();
    if (value !== '') this.#show(type, value, style);
  }

  /** The cell's value as the file has it; where its formula leads is noted. */
  #readContent(): string {
    const scanner = this.#scanner;
    let value = '';
    while (scanner.next()) {
      const { name } = scanner;
      if (!scanner.isOpening) {
        if (name === 'c') break;
      } else if (scanner.isEmpty) {
        continue;
      } else if (name === 'v') {
        value = scanner.text();
      } else if (name === 'is') {
        value = readRichText(scanner, 'is');
      } else if (name === 'f') {
        const target = LINK_FORMULA.exec(scanner.text())?.[1];
        if (target !== undefined) this.#href = linkAddress(target.replaceAll('""', '"'));
      }
    }
    return value;
  }

  /** Adds what the cell shows, unless it refers to nothing (18.18.11 has the types). */
  #show(type: string, value: string, style: string | undefined): void {
    const cells = this.#cells;
    const { sharedStrings, styles, general, serialOf } = this.#context;
    const { column } = this.#place;
    const row = Math.max(this.#place.row, 0);
    const href = this.#href;
    if (type === 's') {
      cells.addShared(row, column, sharedStrings, Number(value), href);
    } else if (type === 'str' || type === 'inlineStr') {
      cells.add(row, column, 'text', unescapeText(value), href);
    } else if (type === 'b') {
      cells.add(row, column, 'boolean', value === '0' || value === 'false' ? 'FALSE' : 'TRUE', href);
    } else if (type === 'e') {
      cells.add(row, column, 'error', value, href);
    } else {
      const number = type === 'd' ? serialOf(value) : Number(value);
      if (number === undefined || !Number.isFinite(number)) {
        cells.add(row, column, 'text', value, href);
      } else {
        const format = (style === undefined ? undefined : styles[Number(style)]) ?? general;
        cells.addNumber(row, column, format, number, href);
      }
    }
  }

  #readMerge(): void {
    const range = parseRange(this.#scanner.attribute('ref') ?? '');
    if (range !== undefined && this.#merges.length < MAX_MERGES) this.#merges.push(range);
  }

  /** Links stand behind the cells. */
  #readLink(): void {
    const range = parseRange(this.#scanner.attribute('ref') ?? '');
    const target = this.#links.get(this.#scanner.attribute('id') ?? '');
    if (range === undefined || target?.isExternal !== true) return;
    const fragment = this.#scanner.attribute('location');
    const href = linkAddress(fragment === undefined ? target.target : `${target.target}#${fragment}`);
    if (href !== undefined) this.#cells.link(range, href);
  }
}
