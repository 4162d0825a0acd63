import { buildZip } from './build-zip.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

/** Prefixes that any part of a document of Word may use. */
const WORD_NAMESPACES = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  `xmlns:r="${OFFICE}"`,
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"',
  'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"',
  'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"',
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
  'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"',
  'xmlns:v="urn:schemas-microsoft-com:vml"',
  'xmlns:o="urn:schemas-microsoft-com:office:office"',
].join(' ');

export interface DocxParts {
  /** Content of `w:body`. */
  body: string;
  /** Content of `w:styles`. */
  styles?: string;
  /** Content of `w:numbering`. */
  numbering?: string;
  /** Content of `w:footnotes`. */
  footnotes?: string;
  /** Content of `w:endnotes`. */
  endnotes?: string;
  /** Relationships of the main part besides those of the above: id to the last step of the type, and the target. */
  relationships?: Readonly<Record<string, readonly [type: string, target: string, mode?: 'External']>>;
  /** Further parts, by name. */
  parts?: Readonly<Record<string, string | Uint8Array>>;
  /** Content of `cp:coreProperties`. */
  core?: string;
}

/** A document of Word as Word itself lays out the file. */
export function buildDocx(parts: DocxParts): Buffer {
  return buildZip(docxEntries(parts));
}

/** The parts of the same, for a test to change them. */
export function docxEntries(parts: DocxParts): Record<string, string | Uint8Array> {
  const { body, styles, numbering, footnotes, endnotes, relationships = {}, core } = parts;
  const own = { styles, numbering, footnotes, endnotes };
  const all: [id: string, type: string, target: string, mode?: 'External'][] = [];
  const entries: Record<string, string | Uint8Array> = {
    '[Content_Types].xml': `${DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${TYPES}.document.main+xml"/></Types>`,
    '_rels/.rels': relationshipsXml([
      ['rId1', 'officeDocument', 'word/document.xml'],
      ...(core === undefined ? [] : [['rId2', 'core-properties', 'docProps/core.xml'] as const]),
    ]),
    'word/document.xml': partXml('document', `<w:body>${body}<w:sectPr/></w:body>`),
  };
  for (const [name, content] of Object.entries(own)) {
    if (content === undefined) continue;
    entries[`word/${name}.xml`] = partXml(name, content);
    all.push([`own-${name}`, name, `${name}.xml`]);
  }
  for (const [id, [type, target, mode]] of Object.entries(relationships)) {
    all.push(mode === undefined ? [id, type, target] : [id, type, target, mode]);
  }
  entries['word/_rels/document.xml.rels'] = relationshipsXml(all);
  if (core !== undefined) entries['docProps/core.xml'] = coreXml(core);
  return { ...entries, ...parts.parts };
}

/** A part whose root is in the namespace of Word. */
function partXml(root: string, content: string): string {
  return `${DECLARATION}<w:${root} ${WORD_NAMESPACES}>${content}</w:${root}>`;
}

export function relationshipsXml(
  relationships: readonly (readonly [id: string, type: string, target: string, mode?: 'External'])[],
): string {
  const items = relationships.map(
    ([id, type, target, mode]) =>
      `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"${mode === undefined ? '' : ` TargetMode="${mode}"`}/>`,
  );
  return `${DECLARATION}<Relationships xmlns="${RELATIONSHIPS}">${items.join('')}</Relationships>`;
}

/** A paragraph: its text as one run, or its runs as XML; a style by its id, or properties as XML. */
export function paragraph(content: string, properties = ''): string {
  const runs = content.startsWith('<') ? content : run(content);
  const inner =
    properties === '' || properties.startsWith('<') ? properties : `<w:pStyle w:val="${properties}"/>`;
  return `<w:p>${inner === '' ? '' : `<w:pPr>${inner}</w:pPr>`}${runs}</w:p>`;
}

export function run(text: string, properties = ''): string {
  return `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
}

export function table(...rows: readonly string[][]): string {
  const cell = (content: string): string =>
    content.startsWith('<w:tc')
      ? content
      : `<w:tc>${content.startsWith('<') ? content : paragraph(content)}</w:tc>`;
  const row = (cells: readonly string[]): string => `<w:tr>${cells.map(cell).join('')}</w:tr>`;
  return `<w:tbl><w:tblPr/>${rows.map(row).join('')}</w:tbl>`;
}

function coreXml(content: string): string {
  return `${DECLARATION}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${content}</cp:coreProperties>`;
}
