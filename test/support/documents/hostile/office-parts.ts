import { buildZip } from '../build-zip.ts';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
export const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SHEET = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

/** All parts of a Word file but its text. */
export const DOCX_PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
  '_rels/.rels': `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONSHIPS}/officeDocument" Target="word/document.xml"/></Relationships>`,
};

export const DOCX_START = `${XML}<w:document ${WORD}><w:body>`;
export const DOCX_END = '<w:sectPr/></w:body></w:document>';

/** A Word file with this between the tags of its body, or as the whole of its main part when that begins with `<?xml`. */
export function docxOf(body: string, more: Readonly<Record<string, string | Uint8Array>> = {}): Buffer {
  const text = body.startsWith('<?xml') ? body : `${DOCX_START}${body}${DOCX_END}`;
  return buildZip({ ...DOCX_PARTS, 'word/document.xml': text, ...more });
}

export function docxParagraph(text: string): string {
  return `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

/** All parts of a workbook but its sheets. */
export function xlsxParts(sheets: number): Record<string, string> {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  const overrides = numbers.map(
    (number) =>
      `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`,
  );
  const relations = numbers.map(
    (number) =>
      `<Relationship Id="rId${number}" Type="${RELATIONSHIPS}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
  );
  const names = numbers.map(
    (number) => `<sheet name="Sheet${number}" sheetId="${number}" r:id="rId${number}"/>`,
  );
  return {
    '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>${overrides.join('')}</Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONSHIPS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${XML}<workbook ${SHEET} xmlns:r="${RELATIONSHIPS}"><sheets>${names.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.join('')}</Relationships>`,
  };
}

export const SHEET_START = `${XML}<worksheet ${SHEET}><sheetData>`;
export const SHEET_END = '</sheetData></worksheet>';

/** A workbook of one sheet: what is given is its `sheetData`, with what follows that. */
export function xlsxOf(sheetData: string, after = '', more: Readonly<Record<string, string>> = {}): Buffer {
  const sheet = `${SHEET_START}${sheetData}</sheetData>${after}</worksheet>`;
  return buildZip({ ...xlsxParts(1), 'xl/worksheets/sheet1.xml': sheet, ...more });
}

export function textCell(reference: string, text: string): string {
  return `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;
}

const ODF_NAMES =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0"';

/** An OpenDocument file. */
export function odfOf(
  kind: 'text' | 'spreadsheet' | 'presentation',
  body: string,
  more: Readonly<Record<string, string | Uint8Array>> = {},
): Buffer {
  const type = `application/vnd.oasis.opendocument.${kind}`;
  const content = `${XML}<office:document-content ${ODF_NAMES} office:version="1.3"><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`;
  const manifest = `${XML}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`;
  return buildZip(
    { mimetype: type, 'content.xml': content, 'META-INF/manifest.xml': manifest, ...more },
    { stored: ['mimetype'] },
  );
}
