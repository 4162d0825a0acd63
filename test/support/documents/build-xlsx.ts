import { buildZip } from './build-zip.ts';

export interface SheetParts {
  name: string;
  state?: 'hidden' | 'veryHidden';
  /** Content of `sheetData`. */
  rows: string;
  /** What stands behind it, such as `mergeCells`. */
  rest?: string;
  /** Relationships of the sheet, as elements. */
  links?: string;
}

export interface XlsxParts {
  sheets: readonly SheetParts[];
  sharedStrings?: readonly string[];
  /** Number formats: each becomes the style with its index + 1. */
  formats?: readonly string[];
  has1904Dates?: boolean;
  /** Further parts, or others in place of those that are built. */
  others?: Readonly<Record<string, string | Uint8Array>>;
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** A workbook from the XML of its sheets. */
export function buildXlsx({
  sheets,
  sharedStrings = [],
  formats = [],
  has1904Dates = false,
  others = {},
}: XlsxParts): Buffer {
  const relationship = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const relationships = (content: string): string =>
    `<Relationships xmlns="${PACKAGE}">${content}</Relationships>`;
  const parts: Record<string, string | Uint8Array> = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': relationships(relationship('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr${
      has1904Dates ? ' date1904="1"' : ''
    }/><sheets>${sheets
      .map(
        ({ name, state }, at) =>
          `<sheet name="${name}" sheetId="${at + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="s${at}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(
      sheets.map((_, at) => relationship(`s${at}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)).join('') +
        relationship('strings', 'sharedStrings', 'sharedStrings.xml') +
        relationship('styles', 'styles', 'styles.xml'),
    ),
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${sharedStrings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts>${formats
      .map(
        (code, at) =>
          `<numFmt numFmtId="${200 + at}" formatCode="${code.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"/>`,
      )
      .join('')}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
      .map((_, at) => `<xf numFmtId="${200 + at}"/>`)
      .join('')}<xf numFmtId="14"/></cellXfs></styleSheet>`,
  };
  for (const [at, { rows, rest = '', links }] of sheets.entries()) {
    parts[`xl/worksheets/sheet${at + 1}.xml`] =
      `<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheetData>${rows}</sheetData>${rest}</worksheet>`;
    if (links !== undefined) parts[`xl/worksheets/_rels/sheet${at + 1}.xml.rels`] = relationships(links);
  }
  return buildZip({ ...parts, ...others });
}

/** Rows of plain values as `sheetData`: texts inline, numbers as they are, null for no cell. */
export function toRows(values: ReadonlyArray<ReadonlyArray<string | number | boolean | null>>): string {
  return values.map((row) => `<row>${row.map(toCell).join('')}</row>`).join('');
}

function toCell(value: string | number | boolean | null): string {
  if (value === null) return '<c/>';
  if (typeof value === 'number') return `<c><v>${value}</v></c>`;
  if (typeof value === 'boolean') return `<c t="b"><v>${value ? 1 : 0}</v></c>`;
  return `<c t="inlineStr"><is><t>${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`;
}
