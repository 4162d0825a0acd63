import type { DocumentContent, DocumentSource } from '../document.ts';
import { DocumentError } from '../document-error.ts';
import { isFlatXml } from '../odf/is-flat-xml.ts';
import { openOoxml, type OoxmlPackage } from '../ooxml/open-ooxml.ts';
import { DAMAGED_ARCHIVE } from '../zip/open-zip.ts';
import { readFlatOds, readOds } from './ods/read-ods.ts';
import { readXlsb } from './binary/read-xlsb.ts';
import { isXls, readXls } from './binary/read-xls.ts';
import type { CellBudget, Workbook } from './workbook.ts';
import { writeWorkbook } from './write-workbook.ts';
import { readXlsx } from './xlsx/read-xlsx.ts';

/** Cells with content of all sheets; what is beyond is left out, with a warning. */
const MAX_CELLS = 1_000_000;
const MAX_CHARACTERS = 50_000_000;

/**
 * Reads a spreadsheet of Excel (`.xlsx`, `.xlsm`, `.xlsb`, `.xls`) or OpenDocument (`.ods`), told apart by what they
 * hold. Each visible sheet with content becomes an `h2` and a `table`: cells as they are shown, formulas by their cached
 * values; the texts of its text boxes and shapes come behind as paragraphs. Hidden sheets, comments and charts are left out; hidden rows and columns stay, because a filter hides rows that
 * belong to the data. Rows far from others do not count as empty cells: see `partSheet`.
 */
export async function readSpreadsheet(source: DocumentSource): Promise<DocumentContent> {
  const workbook = await readWorkbook(source);
  const warnings = [...workbook.warnings];
  const html = writeWorkbook(workbook.sheets, warnings);
  if (html === '' && workbook.sheets.length === 0 && warnings.length > 0) {
    throw new DocumentError('SCRAPE_DOCUMENT_DAMAGED', `The file is damaged: ${warnings[0]}`);
  }
  return { html, properties: workbook.properties, warnings };
}

async function readWorkbook({ bytes }: DocumentSource): Promise<Workbook> {
  const budget: CellBudget = { cellsLeft: MAX_CELLS, charactersLeft: MAX_CHARACTERS };
  if (isXls(bytes)) return readXls(bytes, budget);
  if (isFlatXml(bytes)) return readFlatOds(bytes, budget);
  const file = await openOoxml(bytes);
  const workbook = readPackage(file, budget);
  return file.isDamaged ? { ...workbook, warnings: [DAMAGED_ARCHIVE, ...workbook.warnings] } : workbook;
}

function readPackage(file: OoxmlPackage, budget: CellBudget): Workbook {
  if (file.names.includes('xl/workbook.bin')) return readXlsb(file, budget);
  if (file.names.includes('content.xml')) return readOds(file, budget);
  return readXlsx(file, budget);
}
