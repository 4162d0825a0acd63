import { buildZip } from '../../../test/support/documents/build-zip.ts';
import type { BenchDocument, Block, Inline, ListBlock, TableBlock } from '../model.ts';
import { layOut, type Place } from './table-grid.ts';
import { escapeXml, XML_DECLARATION } from './xml.ts';

const W =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const BULLETS = 1;

/**
 * A document as Word 2007 and later write it (ECMA-376). A rough one has been through many hands: styles with foreign names or
 * none at all, runs cut anywhere, tracked changes, links as fields, content controls.
 */
export function writeDocx(document: BenchDocument, isRough = false): Buffer {
  const writer = new DocxWriter(isRough);
  const body = document.blocks.map((block) => writer.block(block)).join('');
  const notes = document.footnotes.map(
    (text, index) =>
      `<w:footnote w:id="${index + 1}"><w:p><w:pPr><w:pStyle w:val="FootnoteText"/></w:pPr><w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteRef/></w:r>${runXml(` ${text}`)}</w:p></w:footnote>`,
  );
  return buildZip({
    '[Content_Types].xml': CONTENT_TYPES,
    '_rels/.rels': `${XML_DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/><Relationship Id="rId2" Type="${PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`,
    'docProps/core.xml': `${XML_DECLARATION}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeXml(document.title)}</dc:title><dc:creator>${escapeXml(document.author)}</dc:creator><dc:language>${document.language}</dc:language></cp:coreProperties>`,
    'word/document.xml': `${XML_DECLARATION}<w:document ${W}><w:body>${body}<w:sectPr><w:headerReference w:type="default" r:id="rHeader"/><w:footerReference w:type="default" r:id="rFooter"/><w:pgSz w:w="11906" w:h="16838"/></w:sectPr></w:body></w:document>`,
    'word/styles.xml': STYLES,
    'word/numbering.xml': `${XML_DECLARATION}<w:numbering ${W}>${abstractNumbering(0, 'bullet')}${abstractNumbering(1, 'decimal')}<w:num w:numId="${BULLETS}"><w:abstractNumId w:val="0"/></w:num>${writer.orderedLists()}</w:numbering>`,
    'word/footnotes.xml': `${XML_DECLARATION}<w:footnotes ${W}><w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>${notes.join('')}</w:footnotes>`,
    'word/header1.xml': `${XML_DECLARATION}<w:hdr ${W}><w:p>${runXml(document.header)}</w:p></w:hdr>`,
    'word/footer1.xml': `${XML_DECLARATION}<w:ftr ${W}><w:p>${runXml(document.footer)}</w:p></w:ftr>`,
    'word/_rels/document.xml.rels': `${XML_DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${['styles', 'numbering', 'footnotes'].map((name) => `<Relationship Id="r-${name}" Type="${OFFICE}/${name}" Target="${name}.xml"/>`).join('')}<Relationship Id="rHeader" Type="${OFFICE}/header" Target="header1.xml"/><Relationship Id="rFooter" Type="${OFFICE}/footer" Target="footer1.xml"/>${writer.linkRelations()}</Relationships>`,
  });
}

/** Keeps what lies outside of the main part: addresses, and a number for each ordered list. */
class DocxWriter {
  readonly #links: string[] = [];
  #lists = BULLETS;
  readonly #isRough: boolean;

  constructor(isRough: boolean) {
    this.#isRough = isRough;
  }

  block(block: Block): string {
    switch (block.type) {
      case 'heading':
        return paragraph(this.#headingProperties(block.level), this.#run(block.text));
      case 'paragraph':
        return paragraph('', this.#inline(block.content));
      case 'quote':
        return paragraph('<w:pStyle w:val="Quote"/>', this.#inline(block.content));
      case 'code':
        return block.text
          .split('\n')
          .map((line) => paragraph('<w:pStyle w:val="HTMLPreformatted"/>', runXml(line)))
          .join('');
      case 'figure':
        return paragraph('<w:pStyle w:val="Caption"/>', runXml(block.caption));
      case 'list':
        return this.#list(block, 0, this.#numberOf(block));
      case 'table':
        return (
          (block.caption === '' ? '' : paragraph('<w:pStyle w:val="Caption"/>', runXml(block.caption))) +
          this.#wrap(tableXml(block))
        );
      case 'page-break':
        return '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';
    }
  }

  orderedLists(): string {
    return Array.from({ length: this.#lists - BULLETS }, (_, index) => {
      const levels = Array.from(
        { length: 3 },
        (__, level) => `<w:lvlOverride w:ilvl="${level}"><w:startOverride w:val="1"/></w:lvlOverride>`,
      );
      return `<w:num w:numId="${BULLETS + 1 + index}"><w:abstractNumId w:val="1"/>${levels.join('')}</w:num>`;
    }).join('');
  }

  linkRelations(): string {
    return this.#links
      .map(
        (address, index) =>
          `<Relationship Id="rLink${index}" Type="${OFFICE}/hyperlink" Target="${escapeXml(address)}" TargetMode="External"/>`,
      )
      .join('');
  }

  /** Two levels by styles with foreign ids, one by a style that is based on another, one by its outline level alone. */
  #headingProperties(level: number): string {
    if (!this.#isRough) return `<w:pStyle w:val="Heading${level}"/>`;
    if (level <= 2) return `<w:pStyle w:val="berschrift${level}"/>`;
    return level === 3 ? '<w:pStyle w:val="EigenerTitel"/>' : `<w:outlineLvl w:val="${level - 1}"/>`;
  }

  /** Cut in two by a spelling mark, the second part inserted in place of something else. */
  #run(text: string, properties = ''): string {
    if (!this.#isRough || text.length < 6) return runXml(text, properties);
    const cut = Math.floor(text.length / 3) + 1;
    const removed = `<w:del w:id="1" w:author="A"><w:r><w:delText xml:space="preserve">removed words</w:delText></w:r></w:del>`;
    return `${runXml(text.slice(0, cut), properties)}<w:proofErr w:type="spellStart"/>${removed}<w:ins w:id="2" w:author="A">${runXml(text.slice(cut), properties)}</w:ins><w:bookmarkStart w:id="3" w:name="_x"/><w:bookmarkEnd w:id="3"/>`;
  }

  #wrap(block: string): string {
    return this.#isRough ? `<w:sdt><w:sdtPr/><w:sdtContent>${block}</w:sdtContent></w:sdt>` : block;
  }

  #numberOf({ isOrdered }: ListBlock): number {
    return isOrdered ? ++this.#lists : BULLETS;
  }

  #list(list: ListBlock, level: number, number: number): string {
    const properties = `<w:pStyle w:val="ListParagraph"/><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${number}"/></w:numPr>`;
    return list.items
      .map(({ content, children }) => {
        const nested =
          children === undefined ? '' : this.#list(children, level + 1, this.#numberOf(children));
        return paragraph(properties, this.#inline(content)) + nested;
      })
      .join('');
  }

  #inline(content: readonly Inline[]): string {
    return content
      .map(({ text, style, href, footnote }) => {
        if (footnote !== undefined) {
          return `<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="${footnote}"/></w:r>`;
        }
        const run = this.#run(text, style === undefined ? '' : RUN_PROPERTIES[style]);
        if (href === undefined) return run;
        if (this.#isRough) return fieldXml(href, run);
        const id = this.#links.push(href) - 1;
        return `<w:hyperlink r:id="rLink${id}">${run}</w:hyperlink>`;
      })
      .join('');
  }
}

const RUN_PROPERTIES = {
  strong: '<w:b/>',
  em: '<w:i/>',
  code: '<w:rFonts w:ascii="Courier New" w:hAnsi="Courier New"/>',
  sup: '<w:vertAlign w:val="superscript"/>',
} as const;

function paragraph(properties: string, runs: string): string {
  return `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}${runs}</w:p>`;
}

function runXml(text: string, properties = ''): string {
  return `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`;
}

/** A link as Word wrote it for a long time. */
function fieldXml(address: string, run: string): string {
  const mark = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  const code = `<w:r><w:instrText xml:space="preserve"> HYPERLINK "${escapeXml(address)}" </w:instrText></w:r>`;
  return `${mark('begin')}${code}${mark('separate')}${run}${mark('end')}`;
}

function tableXml(table: TableBlock): string {
  const rows = layOut(table).map((row, index) => {
    const properties = index < table.headerRows ? '<w:trPr><w:tblHeader/></w:trPr>' : '';
    return `<w:tr>${properties}${row.map(cellXml).join('')}</w:tr>`;
  });
  const columns = '<w:gridCol w:w="1800"/>'.repeat(layOut(table)[0]?.length ?? 0);
  return `<w:tbl><w:tblPr><w:tblStyle w:val="TableGrid"/></w:tblPr><w:tblGrid>${columns}</w:tblGrid>${rows.join('')}</w:tbl><w:p/>`;
}

function cellXml({ cell, right, down }: Place): string {
  if (right > 0) return '';
  const span = cell.columnSpan > 1 ? `<w:gridSpan w:val="${cell.columnSpan}"/>` : '';
  const merge = cell.rowSpan === 1 ? '' : down === 0 ? '<w:vMerge w:val="restart"/>' : '<w:vMerge/>';
  const align = cell.align === 'left' ? '' : `<w:jc w:val="${cell.align}"/>`;
  const text = down > 0 || cell.text === '' ? '' : runXml(cell.text, cell.isHeader ? '<w:b/>' : '');
  return `<w:tc><w:tcPr><w:tcW w:w="1800" w:type="dxa"/>${span}${merge}</w:tcPr>${paragraph(align, text)}</w:tc>`;
}

function abstractNumbering(id: number, format: 'bullet' | 'decimal'): string {
  const levels = Array.from({ length: 3 }, (_, level) => {
    const text = format === 'bullet' ? '•' : `%${level + 1}.`;
    return `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/><w:pPr><w:ind w:left="${720 * (level + 1)}" w:hanging="360"/></w:pPr></w:lvl>`;
  });
  return `<w:abstractNum w:abstractNumId="${id}"><w:multiLevelType w:val="hybridMultilevel"/>${levels.join('')}</w:abstractNum>`;
}

function paragraphStyle(id: string, name: string, properties = ''): string {
  return `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${properties.includes('w:basedOn') ? '' : '<w:basedOn w:val="Normal"/>'}${properties}</w:style>`;
}

const STYLES = `${XML_DECLARATION}<w:styles ${W}><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>${[
  1, 2, 3, 4,
]
  .map((level) =>
    paragraphStyle(
      `Heading${level}`,
      `heading ${level}`,
      `<w:pPr><w:outlineLvl w:val="${level - 1}"/></w:pPr><w:rPr><w:b/><w:sz w:val="${40 - level * 4}"/></w:rPr>`,
    ),
  )
  .join(
    '',
  )}${[1, 2].map((level) => paragraphStyle(`berschrift${level}`, `heading ${level}`, `<w:rPr><w:b/></w:rPr>`)).join('')}${paragraphStyle('EigenerTitel', 'Eigener Titel', '<w:basedOn w:val="Heading3"/>')}${paragraphStyle('Quote', 'Quote')}${paragraphStyle('Caption', 'caption')}${paragraphStyle('HTMLPreformatted', 'HTML Preformatted', '<w:rPr><w:rFonts w:ascii="Courier New" w:hAnsi="Courier New"/></w:rPr>')}${paragraphStyle('ListParagraph', 'List Paragraph')}${paragraphStyle('FootnoteText', 'footnote text')}<w:style w:type="table" w:styleId="TableGrid"><w:name w:val="Table Grid"/></w:style></w:styles>`;

const CONTENT_TYPES = `${XML_DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${[
  ['/word/document.xml', `${MAIN}.document.main+xml`],
  ...['styles', 'numbering', 'footnotes'].map((name) => [`/word/${name}.xml`, `${MAIN}.${name}+xml`]),
  ['/word/header1.xml', `${MAIN}.header+xml`],
  ['/word/footer1.xml', `${MAIN}.footer+xml`],
  ['/docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml'],
]
  .map(([part, type]) => `<Override PartName="${part}" ContentType="${type}"/>`)
  .join('')}</Types>`;
