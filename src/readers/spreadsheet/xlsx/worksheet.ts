import { linkAddress } from '../../html-writer/link-address.ts';
import type { Relationships } from '../../ooxml/relationships.ts';
import { parseRange } from '../cell-reference.ts';
import type { FormatNumber } from '../number-formatter.ts';
import { RowCollector } from '../row-collector.ts';
import { MAX_MERGES, type CellBudget, type CellKind, type MergedRange, type Row } from '../workbook.ts';
import { readRichText, unescapeText } from './shared-strings.ts';
import type { XmlScanner } from '../xml-scanner.ts';

const LINK_FORMULA = /^\s*HYPERLINK\(\s*"((?:[^"]|"")*)"\s*[,;)]/i;

/** What the cells of all sheets refer to. */
export interface CellContext {
  sharedStrings: readonly string[];
  styles: readonly FormatNumber[];
  /** Of a cell without a style. */
  general: FormatNumber;
  /** Serial number of a date in ISO 8601, in the workbook's calendar. */
  serialOf(date: string): number | undefined;
  budget: CellBudget;
}

export interface Worksheet {
  rows: Row[];
  merges: MergedRange[];
  isCut: boolean;
}

/** Reads the cells of a sheet that show something (ECMA-376 part 1, section 18.3). */
export function readWorksheet(scanner: XmlScanner, links: Relationships, context: CellContext): Worksheet {
  return new WorksheetReader(scanner, links, context).read();
}

class WorksheetReader {
  readonly #scanner: XmlScanner;
  readonly #links: Relationships;
  readonly #context: CellContext;
  readonly #cells: RowCollector;
  readonly #merges: MergedRange[] = [];
  #rowIndex = -1;
  #column = -1;
  /** Of the cell that is being read. */
  #kind: CellKind = 'text';
  #href: string | undefined;

  constructor(scanner: XmlScanner, links: Relationships, context: CellContext) {
    this.#scanner = scanner;
    this.#links = links;
    this.#context = context;
    this.#cells = new RowCollector(context.budget);
  }

  read(): Worksheet {
    const scanner = this.#scanner;
    while (scanner.next()) {
      if (!scanner.isOpening) continue;
      if (scanner.name === 'c') this.#readCell();
      else if (scanner.name === 'row') this.#startRow();
      else if (scanner.name === 'mergeCell') this.#readMerge();
      else if (scanner.name === 'hyperlink') this.#readLink();
    }
    return { rows: this.#cells.finish(), merges: this.#merges, isCut: this.#cells.isCut };
  }

  #startRow(): void {
    const stated = Number(this.#scanner.attribute('r'));
    const index = Number.isInteger(stated) && stated > 0 ? stated - 1 : this.#rowIndex + 1;
    this.#rowIndex = index;
    this.#column = -1;
  }

  #readCell(): void {
    const scanner = this.#scanner;
    const column = (scanner.lettersOf('r') ?? this.#column + 2) - 1;
    this.#column = column;
    if (scanner.isEmpty || this.#cells.isCut) return;
    const type = scanner.attribute('t') ?? 'n';
    const style = scanner.attribute('s');
    this.#href = undefined;
    const value = this.#readContent();
    const text = value === '' ? '' : this.#show(type, value, style);
    if (text !== '') this.#cells.add(Math.max(this.#rowIndex, 0), column, this.#kind, text, this.#href);
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

  /** What the cell shows, '' when it refers to nothing (18.18.11 has the types); its kind is noted. */
  #show(type: string, value: string, style: string | undefined): string {
    const { sharedStrings, styles, general, serialOf } = this.#context;
    this.#kind = 'text';
    if (type === 's') return sharedStrings[Number(value)] ?? '';
    if (type === 'str' || type === 'inlineStr') return unescapeText(value);
    if (type === 'b') {
      this.#kind = 'boolean';
      return value === '0' || value === 'false' ? 'FALSE' : 'TRUE';
    }
    if (type === 'e') {
      this.#kind = 'error';
      return value;
    }
    const number = type === 'd' ? serialOf(value) : Number(value);
    if (number === undefined || !Number.isFinite(number)) return value;
    this.#kind = 'number';
    const format = (style === undefined ? undefined : styles[Number(style)]) ?? general;
    return format(number);
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
