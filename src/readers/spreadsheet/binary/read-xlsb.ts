import type { ByteView } from '../../cfb/byte-view.ts';
import { DocumentError } from '../../document-error.ts';
import { linkAddress } from '../../html-writer/link-address.ts';
import { mainPartOf, type OoxmlPackage } from '../../ooxml/open-ooxml.ts';
import { partOfType, type Relationships } from '../../ooxml/relationships.ts';
import { builtInFormat, NumberFormatter, type NumberFormat } from '../number-formatter.ts';
import { RowCollector } from '../row-collector.ts';
import { SharedTexts } from '../shared-texts.ts';
import { Utf8Writer } from '../utf8-writer.ts';
import { MAX_SHEETS, readSheetParts, type SheetTab } from '../sheet-parts.ts';
import {
  MAX_MERGES,
  type CellBudget,
  type MergedRange,
  type SheetCells,
  type Workbook,
} from '../workbook.ts';
import { doubleAt, errorName, rkAt } from './cell-values.ts';
import { walkRecords, wideString } from './xlsb-records.ts';

/** Types of records ([MS-XLSB] 2.3). */
const ROW = 0;
const LAST_CELL = 11;
const LAST_SHORT_CELL = 18;
const SHARED_STRING = 19;
const FORMAT = 44;
const CELL_FORMAT = 47;
const RICH_STRING_CELL = 62;
const WORKBOOK_PROPERTIES = 153;
const SHEET = 156;
const MERGED_CELLS = 176;
const LINK = 494;
const CELL_FORMATS_START = 617;
const CELL_FORMATS_END = 618;
const MAX_STRINGS = 4_000_000;
const MAX_STYLES = 100_000;

/** Reads a binary workbook of Office Open XML (`.xlsb`, [MS-XLSB]). */
export function readXlsb(file: OoxmlPackage, budget: CellBudget): Workbook {
  const main = mainPartOf(file, 'xl/workbook.bin');
  const bytes = file.read(main);
  if (bytes === undefined) {
    throw new DocumentError('SCRAPE_DOCUMENT_DAMAGED', 'The file is damaged: its workbook is missing');
  }
  const tabs: SheetTab[] = [];
  let has1904Dates = false;
  walkRecords(bytes, (type, content) => {
    if (type === WORKBOOK_PROPERTIES) has1904Dates = (content.u32(0) & 1) === 1;
    // Anything but 0 is hidden.
    if (type !== SHEET || content.u32(0) !== 0) return;
    const id = wideString(content, 8);
    tabs.push({ name: wideString(content, id.end).text, id: id.text });
    return tabs.length < MAX_SHEETS;
  });
  const relationships = file.relationshipsOf(main);
  const formatter = new NumberFormatter(has1904Dates);
  const texts = new Utf8Writer();
  const strings = file.read(partOfType(relationships, 'sharedStrings') ?? 'xl/sharedStrings.bin');
  const context: XlsbContext = {
    strings: readStrings(strings, texts),
    styles: readStyles(file.read(partOfType(relationships, 'styles') ?? 'xl/styles.bin'), formatter),
    general: formatter.of('General'),
    budget,
    texts,
  };
  return readSheetParts({ file, main, tabs, budget }, (part, links) => readSheet(part, links, context));
}

interface XlsbContext {
  strings: SharedTexts;
  styles: readonly NumberFormat[];
  general: NumberFormat;
  budget: CellBudget;
  texts: Utf8Writer;
}

function readStrings(bytes: Buffer | undefined, texts: Utf8Writer): SharedTexts {
  const strings = new SharedTexts();
  walkRecords(bytes ?? new Uint8Array(), (type, content) => {
    if (type === SHARED_STRING) strings.addText(texts, wideString(content, 1).text);
    return strings.count < MAX_STRINGS;
  });
  return strings;
}

function readStyles(bytes: Buffer | undefined, formatter: NumberFormatter): NumberFormat[] {
  const codes = new Map<number, string>();
  const styles: NumberFormat[] = [];
  let isInCells = false;
  walkRecords(bytes ?? new Uint8Array(), (type, content) => {
    if (type === FORMAT) codes.set(content.u16(0), wideString(content, 2).text);
    else if (type === CELL_FORMATS_START) isInCells = true;
    else if (type === CELL_FORMATS_END) isInCells = false;
    else if (type === CELL_FORMAT && isInCells) {
      const id = content.u16(2);
      styles.push(formatter.of(codes.get(id) ?? builtInFormat(id)));
    }
    return styles.length < MAX_STYLES;
  });
  return styles;
}

function readSheet(bytes: Buffer, links: Relationships, context: XlsbContext): SheetCells {
  const cells = new RowCollector(context.budget, context.texts);
  const merges: MergedRange[] = [];
  let row = 0;
  let column = -1;
  walkRecords(bytes, (type, content) => {
    if (type === ROW) {
      row = content.u32(0);
      column = -1;
    } else if (type <= LAST_CELL || type === RICH_STRING_CELL) {
      column = content.u32(0);
      addCell(cells, context, { type, row, column, content, at: 4 });
    } else if (type <= LAST_SHORT_CELL) {
      // Without a column of its own; otherwise like the records that come 11 before.
      column++;
      addCell(cells, context, { type: type - LAST_CELL, row, column, content, at: 0 });
    } else if (type === MERGED_CELLS && merges.length < MAX_MERGES) {
      merges.push(rangeOf(content));
    } else if (type === LINK) {
      const href = linkAddress(linkTargetOf(content, links) ?? '');
      if (href !== undefined) cells.link(rangeOf(content), href);
    }
  });
  return { cells: cells.finish(), merges, isCut: cells.isCut };
}

/** Address of a BrtHLink record, with the place in the page that it names; undefined for places in the workbook. */
function linkTargetOf(content: ByteView, links: Relationships): string | undefined {
  const id = wideString(content, 16);
  const target = links.get(id.text);
  if (target?.isExternal !== true) return undefined;
  const location = wideString(content, id.end).text;
  return location === '' ? target.target : `${target.target}#${location}`;
}

function rangeOf(content: ByteView): MergedRange {
  return {
    firstRow: content.u32(0),
    lastRow: content.u32(4),
    firstColumn: content.u32(8),
    lastColumn: content.u32(12),
  };
}

interface XlsbCell {
  type: number;
  row: number;
  column: number;
  content: ByteView;
  /** Where its style stands; its value is behind it. */
  at: number;
}

/** Adds what a cell shows, by the type of its record. */
function addCell(
  cells: RowCollector,
  context: XlsbContext,
  { type, row, column, content, at }: XlsbCell,
): void {
  const value = at + 4;
  const addNumber = (number: number): void => {
    const format = context.styles[content.u32(at) & 0xff_ff_ff] ?? context.general;
    if (Number.isFinite(number)) cells.addNumber(row, column, format, number);
  };
  switch (type) {
    case 2:
      addNumber(rkAt(content, value));
      break;
    case 3:
    case 11:
      cells.add(row, column, 'error', errorName(content.u8(value)));
      break;
    case 4:
    case 10:
      cells.add(row, column, 'boolean', content.u8(value) === 0 ? 'FALSE' : 'TRUE');
      break;
    case 5:
    case 9:
      addNumber(doubleAt(content, value));
      break;
    case 6:
    case 8:
      cells.add(row, column, 'text', wideString(content, value).text);
      break;
    case 7:
      cells.addShared(row, column, context.strings, content.u32(value));
      break;
    case RICH_STRING_CELL:
      cells.add(row, column, 'text', wideString(content, value + 1).text);
      break;
    default:
  }
}
