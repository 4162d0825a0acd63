import { DocumentError } from '../../document-error.ts';
import type { DocumentProperties } from '../../document.ts';
import type { OoxmlPackage } from '../../ooxml/open-ooxml.ts';
import { parseXml } from '../../xml/parse-xml.ts';
import { childOf, textOf } from '../../xml/xml-element.ts';
import type { CellBudget, Workbook } from '../workbook.ts';
import { XmlScanner } from '../xml-scanner.ts';
import { readTables } from './ods-tables.ts';

const NAMESPACES = {
  'urn:oasis:names:tc:opendocument:xmlns:office:1.0': 'office',
  'urn:oasis:names:tc:opendocument:xmlns:meta:1.0': 'meta',
  'http://purl.org/dc/elements/1.1/': 'dc',
};

/** Reads an OpenDocument spreadsheet (ODF 1.3 part 3, section 9). */
export function readOds(file: OoxmlPackage, budget: CellBudget): Workbook {
  if (file.read('META-INF/manifest.xml')?.includes('encryption-data') === true) {
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

/** What `meta.xml` says (ODF 1.3 part 3, section 4.3). */
function readProperties(file: OoxmlPackage): DocumentProperties {
  const bytes = file.read('meta.xml');
  const meta = bytes === undefined ? undefined : childOf(parseXml(bytes, NAMESPACES), 'office:meta');
  const value = (name: string): string => textOf(childOf(meta, name)).trim();
  const date = (name: string): string => (Number.isNaN(Date.parse(value(name))) ? '' : value(name));
  const properties: Required<Omit<DocumentProperties, 'custom'>> = {
    title: value('dc:title'),
    author: value('meta:initial-creator') || value('dc:creator'),
    subject: value('dc:subject'),
    keywords: value('meta:keyword'),
    description: value('dc:description'),
    language: value('dc:language'),
    createdAt: date('meta:creation-date'),
    modifiedAt: date('dc:date'),
    generator: value('meta:generator'),
  };
  return Object.fromEntries(Object.entries(properties).filter(([, text]) => text !== ''));
}
