import { DocumentError } from '../../document-error.ts';
import type { DocumentProperties } from '../../document.ts';
import { isEncrypted } from '../../odf/is-encrypted.ts';
import { ODF_NAMESPACES } from '../../odf/odf-namespaces.ts';
import { readOdfProperties } from '../../odf/odf-properties.ts';
import type { OoxmlPackage } from '../../ooxml/open-ooxml.ts';
import { parseXml } from '../../xml/parse-xml.ts';
import { childOf } from '../../xml/xml-element.ts';
import type { CellBudget, Workbook } from '../workbook.ts';
import { XmlScanner } from '../xml-scanner.ts';
import { readTables } from './ods-tables.ts';

/** Reads an OpenDocument spreadsheet (ODF 1.3 part 3, section 9). */
export function readOds(file: OoxmlPackage, budget: CellBudget): Workbook {
  if (file.names.includes('encrypted-package') || isEncrypted(file.readIfWhole('META-INF/manifest.xml'))) {
    throw new DocumentError('SCRAPE_DOCUMENT_ENCRYPTED', 'The file is protected with a password');
  }
  const content = file.read('content.xml');
  if (content === undefined) {
    throw new DocumentError('SCRAPE_DOCUMENT_DAMAGED', 'The file is damaged: its content is missing');
  }
  return {
    sheets: readTables(new XmlScanner(content), budget),
    properties: readProperties(file),
    warnings: [],
  };
}

/** Reads one that is a single XML document, with everything in it. */
export function readFlatOds(bytes: Uint8Array, budget: CellBudget): Workbook {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sheets = readTables(new XmlScanner(content), budget);
  if (sheets.length === 0 && !content.includes('office:spreadsheet'))
    throw new DocumentError('SCRAPE_DOCUMENT_DAMAGED', 'The file is damaged: it has no sheets');
  return { sheets, properties: metaOf(content), warnings: [] };
}

/** The properties at the beginning of the file. */
function metaOf(content: Buffer): DocumentProperties {
  const start = content.indexOf('<office:meta>');
  const end = content.indexOf('</office:meta>', start);
  const head = content.indexOf('<office:document');
  if (start < 0 || end < 0 || head < 0) return {};
  // The names that the root declares stand for the parts of a package.
  const root = content.subarray(head, content.indexOf('>', head) + 1);
  const meta = content.subarray(start, end + '</office:meta>'.length);
  const parsed = parseXml(Buffer.concat([root, meta, Buffer.from('</office:document>')]), ODF_NAMESPACES);
  return readOdfProperties(childOf(parsed, 'office:meta'));
}

/** Reads the properties in `meta.xml`. */
function readProperties(file: OoxmlPackage): DocumentProperties {
  const bytes = file.readIfWhole('meta.xml');
  const root = bytes === undefined ? undefined : parseXml(bytes, ODF_NAMESPACES);
  return readOdfProperties(childOf(root, 'office:meta'));
}
