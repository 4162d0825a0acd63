import { buildZip } from '../../../test/support/documents/build-zip.ts';
import { escapeXml, XML_DECLARATION } from './xml.ts';

/** A cell of a sheet: what is stored, and how it is shown. */
export interface SheetCell {
  /** Text, or a number in the sheet's own terms, such as days since 1900. */
  value: string | number;
  format: SheetFormat;
  /** What whoever opens the file sees. */
  shown: string;
  /** What the value was computed from. */
  formula?: string;
}

export interface Sheet {
  name: string;
  isHidden: boolean;
  /** Undefined: empty. */
  rows: Array<Array<SheetCell | undefined>>;
  /** Such as `A1:C1`; only the first cell of each has a value. */
  merges: string[];
}

/** Formats by their place among the cell formats of the file. */
export const SHEET_FORMATS = [
  'General',
  '#,##0',
  '#,##0.00',
  '0.0%',
  'yyyy-mm-dd',
  '"$"#,##0.00',
  '@',
] as const;
export type SheetFormat = (typeof SHEET_FORMATS)[number];

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** Numbers below are of formats that every program knows. */
const FIRST_OWN_FORMAT = 164;

/** A workbook with shared strings (ECMA-376, part 1, 18). */
export function writeXlsx(sheets: readonly Sheet[]): Buffer {
  const strings = new Map<string, number>();
  const written = sheets.map((sheet) => sheetXml(sheet, strings));
  const numbers = sheets.map((_, index) => index + 1);
  const formats = SHEET_FORMATS.map(
    (code, index) => `<numFmt numFmtId="${FIRST_OWN_FORMAT + index}" formatCode="${escapeXml(code)}"/>`,
  );
  const cellFormats = SHEET_FORMATS.map(
    (_, index) => `<xf numFmtId="${index === 0 ? 0 : FIRST_OWN_FORMAT + index}" applyNumberFormat="1"/>`,
  );
  return buildZip({
    '[Content_Types].xml': `${XML_DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${TYPE}.sharedStrings+xml"/>${numbers.map((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPE}.worksheet+xml"/>`).join('')}</Types>`,
    '_rels/.rels': `${XML_DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${XML_DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.map(({ name, isHidden }, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}"${isHidden ? ' state="hidden"' : ''} r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML_DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${numbers.map((number) => `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`).join('')}<Relationship Id="rStyles" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="rStrings" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/styles.xml': `${XML_DECLARATION}<styleSheet xmlns="${MAIN}"><numFmts count="${formats.length}">${formats.join('')}</numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellXfs count="${cellFormats.length}">${cellFormats.join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `${XML_DECLARATION}<sst xmlns="${MAIN}" uniqueCount="${strings.size}">${[...strings.keys()].map((text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`).join('')}</sst>`,
    ...Object.fromEntries(written.map((xml, index) => [`xl/worksheets/sheet${index + 1}.xml`, xml])),
  });
}

function sheetXml({ rows, merges }: Sheet, strings: Map<string, number>): string {
  const written = rows.map((row, index) => {
    const cells = row.map((cell, column) =>
      cell === undefined ? '' : cellXml(cell, `${columnName(column)}${index + 1}`, strings),
    );
    return `<row r="${index + 1}">${cells.join('')}</row>`;
  });
  const merged =
    merges.length === 0
      ? ''
      : `<mergeCells count="${merges.length}">${merges.map((range) => `<mergeCell ref="${range}"/>`).join('')}</mergeCells>`;
  return `${XML_DECLARATION}<worksheet xmlns="${MAIN}"><sheetData>${written.join('')}</sheetData>${merged}</worksheet>`;
}

function cellXml(
  { value, format, formula }: SheetCell,
  reference: string,
  strings: Map<string, number>,
): string {
  const style = SHEET_FORMATS.indexOf(format);
  const computed = formula === undefined ? '' : `<f>${escapeXml(formula)}</f>`;
  if (typeof value === 'number') return `<c r="${reference}" s="${style}">${computed}<v>${value}</v></c>`;
  const index = strings.get(value) ?? strings.size;
  strings.set(value, index);
  return `<c r="${reference}" s="${style}" t="s"><v>${index}</v></c>`;
}

/** From 0. */
export function columnName(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (column % 26));
}
