import { buildZip } from '../../../test/support/documents/build-zip.ts';
import type { BenchDocument, Block, Inline, ListBlock, TableBlock } from '../model.ts';
import { layOut, type Place } from './table-grid.ts';
import { escapeXml, XML_DECLARATION } from './xml.ts';

const TYPE = 'application/vnd.oasis.opendocument.text';
const NAMES = ['office', 'text', 'table', 'style', 'meta']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat(
    'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
    'xmlns:xlink="http://www.w3.org/1999/xlink"',
    'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  )
  .join(' ');

/** A document as OpenDocument 1.3 text. */
export function writeOdt(document: BenchDocument): Buffer {
  const body = document.blocks.map((block) => blockXml(block, document.footnotes)).join('');
  return buildZip(
    {
      mimetype: TYPE,
      'content.xml': `${XML_DECLARATION}<office:document-content ${NAMES} office:version="1.3"><office:automatic-styles>${AUTOMATIC_STYLES}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
      'styles.xml': `${XML_DECLARATION}<office:document-styles ${NAMES} office:version="1.3"><office:styles>${STYLES}</office:styles><office:master-styles><style:master-page style:name="Standard"><style:header><text:p>${escapeXml(document.header)}</text:p></style:header><style:footer><text:p>${escapeXml(document.footer)}</text:p></style:footer></style:master-page></office:master-styles></office:document-styles>`,
      'meta.xml': `${XML_DECLARATION}<office:document-meta ${NAMES} office:version="1.3"><office:meta><dc:title>${escapeXml(document.title)}</dc:title><meta:initial-creator>${escapeXml(document.author)}</meta:initial-creator><dc:language>${document.language}</dc:language></office:meta></office:document-meta>`,
      'META-INF/manifest.xml': `${XML_DECLARATION}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">${[
        ['/', TYPE],
        ...['content', 'styles', 'meta'].map((name) => [`${name}.xml`, 'text/xml']),
      ]
        .map(
          ([path, type]) =>
            `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="${type}"/>`,
        )
        .join('')}</manifest:manifest>`,
    },
    { stored: ['mimetype'] },
  );
}

const AUTOMATIC_STYLES = `<style:style style:name="T1" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style><style:style style:name="T2" style:family="text"><style:text-properties fo:font-style="italic"/></style:style><style:style style:name="T3" style:family="text"><style:text-properties style:text-position="super 58%"/></style:style><text:list-style style:name="L1">${listLevels((level) => `<text:list-level-style-bullet text:level="${level}" text:bullet-char="•"/>`)}</text:list-style><text:list-style style:name="L2">${listLevels((level) => `<text:list-level-style-number text:level="${level}" style:num-format="1" style:num-suffix="."/>`)}</text:list-style>`;

const STYLES = [
  'Text_20_body',
  'Quotations',
  'Preformatted_20_Text',
  'Caption',
  'Table_20_Contents',
  'Table_20_Heading',
]
  .map(
    (name) =>
      `<style:style style:name="${name}" style:display-name="${name.replace('_20_', ' ')}" style:family="paragraph"/>`,
  )
  .join('')
  .concat(
    [1, 2, 3, 4]
      .map(
        (level) =>
          `<style:style style:name="Heading_20_${level}" style:display-name="Heading ${level}" style:family="paragraph" style:default-outline-level="${level}"/>`,
      )
      .join(''),
    '<style:style style:name="Source_20_Text" style:display-name="Source Text" style:family="text"/>',
  );

function listLevels(make: (level: number) => string): string {
  return [1, 2, 3].map(make).join('');
}

const SPANS = { strong: 'T1', em: 'T2', sup: 'T3', code: 'Source_20_Text' } as const;

function blockXml(block: Block, notes: readonly string[]): string {
  switch (block.type) {
    case 'heading':
      return `<text:h text:style-name="Heading_20_${block.level}" text:outline-level="${block.level}">${textXml(block.text)}</text:h>`;
    case 'paragraph':
      return paragraph('Text_20_body', inlineXml(block.content, notes));
    case 'quote':
      return paragraph('Quotations', inlineXml(block.content, notes));
    case 'code':
      return block.text
        .split('\n')
        .map((line) => paragraph('Preformatted_20_Text', textXml(line)))
        .join('');
    case 'figure':
      return paragraph('Caption', textXml(block.caption));
    case 'list':
      return listXml(block, notes);
    case 'table':
      return (block.caption === '' ? '' : paragraph('Caption', textXml(block.caption))) + tableXml(block);
    case 'page-break':
      return '<text:p text:style-name="Text_20_body"/>';
  }
}

function paragraph(style: string, content: string): string {
  return `<text:p text:style-name="${style}">${content}</text:p>`;
}

/** Blanks after the first of a row, and those at the start, are elements. */
function textXml(text: string): string {
  return escapeXml(text).replace(/^ +| {2,}/g, (blanks) => `<text:s text:c="${blanks.length}"/>`);
}

function inlineXml(content: readonly Inline[], notes: readonly string[]): string {
  return content
    .map(({ text, style, href, footnote }) => {
      if (footnote !== undefined) {
        return `<text:note text:id="ftn${footnote}" text:note-class="footnote"><text:note-citation>${footnote}</text:note-citation><text:note-body><text:p text:style-name="Footnote">${textXml(notes[footnote - 1] ?? '')}</text:p></text:note-body></text:note>`;
      }
      const body = escapeXml(text);
      const styled =
        style === undefined ? body : `<text:span text:style-name="${SPANS[style]}">${body}</text:span>`;
      return href === undefined
        ? styled
        : `<text:a xlink:type="simple" xlink:href="${escapeXml(href)}">${styled}</text:a>`;
    })
    .join('');
}

function listXml({ isOrdered, items }: ListBlock, notes: readonly string[]): string {
  const inner = items.map(({ content, children }) => {
    const nested = children === undefined ? '' : listXml(children, notes);
    return `<text:list-item>${paragraph('Text_20_body', inlineXml(content, notes))}${nested}</text:list-item>`;
  });
  return `<text:list text:style-name="${isOrdered ? 'L2' : 'L1'}">${inner.join('')}</text:list>`;
}

function tableXml(table: TableBlock): string {
  const grid = layOut(table);
  const rows = grid.map((row) => `<table:table-row>${row.map(cellXml).join('')}</table:table-row>`);
  const head =
    table.headerRows === 0
      ? ''
      : `<table:table-header-rows>${rows.slice(0, table.headerRows).join('')}</table:table-header-rows>`;
  return `<table:table table:name="Table"><table:table-column table:number-columns-repeated="${grid[0]?.length ?? 1}"/>${head}${rows.slice(table.headerRows).join('')}</table:table>`;
}

function cellXml({ cell, right, down }: Place): string {
  if (right + down > 0) return '<table:covered-table-cell/>';
  const spans =
    (cell.columnSpan > 1 ? ` table:number-columns-spanned="${cell.columnSpan}"` : '') +
    (cell.rowSpan > 1 ? ` table:number-rows-spanned="${cell.rowSpan}"` : '');
  const style = cell.isHeader ? 'Table_20_Heading' : 'Table_20_Contents';
  return `<table:table-cell office:value-type="string"${spans}>${paragraph(style, textXml(cell.text))}</table:table-cell>`;
}
