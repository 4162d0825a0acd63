import { DocumentError } from '../../document-error.ts';
import { mainPartOf, type OoxmlPackage } from '../../ooxml/open-ooxml.ts';
import { partOfType } from '../../ooxml/relationships.ts';
import { NumberFormatter } from '../number-formatter.ts';
import { MAX_SHEETS, readSheetParts, type SheetTab } from '../sheet-parts.ts';
import type { CellBudget, Workbook } from '../workbook.ts';
import { readNumberStyles } from './number-styles.ts';
import { readSharedStrings } from './shared-strings.ts';
import type { CellContext } from './cell-context.ts';
import { readWorksheet } from './worksheet.ts';
import { Utf8Writer } from '../utf8-writer.ts';
import { XmlScanner } from '../xml-scanner.ts';

const MS_PER_DAY = 86_400_000;
/** Day 0 of the two calendars; the first one counts a 29 February 1900 that never was (18.17.4.1). */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);

/** Reads a workbook of Office Open XML (ECMA-376 part 1, section 18); formulas by their cached values. */
export function readXlsx(file: OoxmlPackage, budget: CellBudget): Workbook {
  const main = mainPartOf(file, 'xl/workbook.xml');
  const bytes = file.read(main);
  if (bytes === undefined) {
    throw new DocumentError('SCRAPE_DOCUMENT_DAMAGED', 'The file is damaged: its workbook is missing');
  }
  const { tabs, has1904Dates } = readTabs(bytes);
  const context = readContext(file, main, has1904Dates, budget);
  return readSheetParts({ file, main, tabs, budget }, (part, links) =>
    readWorksheet(new XmlScanner(part), links, context),
  );
}

/** The visible sheets, by name and id of the relationship that leads to them, and which calendar dates are counted in. */
function readTabs(bytes: Buffer): { tabs: SheetTab[]; has1904Dates: boolean } {
  const scanner = new XmlScanner(bytes);
  const tabs: SheetTab[] = [];
  let has1904Dates = false;
  while (tabs.length < MAX_SHEETS && scanner.next()) {
    if (!scanner.isOpening) continue;
    if (scanner.name === 'workbookPr') has1904Dates = isTrue(scanner.attribute('date1904'));
    if (scanner.name !== 'sheet' || (scanner.attribute('state') ?? 'visible') !== 'visible') continue;
    tabs.push({ name: scanner.attribute('name') ?? '', id: scanner.attribute('id') ?? '' });
  }
  return { tabs, has1904Dates };
}

function readContext(
  file: OoxmlPackage,
  main: string,
  has1904Dates: boolean,
  budget: CellBudget,
): CellContext {
  const relationships = file.relationshipsOf(main);
  const formatter = new NumberFormatter(has1904Dates);
  const texts = new Utf8Writer();
  const styles = file.read(partOfType(relationships, 'styles') ?? 'xl/styles.xml');
  return {
    sharedStrings: readSharedStrings(
      file.read(partOfType(relationships, 'sharedStrings') ?? 'xl/sharedStrings.xml'),
      texts,
    ),
    styles: readNumberStyles(styles, formatter),
    general: formatter.of('General'),
    serialOf(date) {
      const time = Date.parse(/Z|[+-]\d\d:?\d\d$/.test(date) || !date.includes('T') ? date : `${date}Z`);
      if (Number.isNaN(time)) return undefined;
      return (time - (has1904Dates ? EPOCH_1904 : EPOCH_1900)) / MS_PER_DAY;
    },
    budget,
    texts,
  };
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on';
}
