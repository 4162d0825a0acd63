import type { HostileFile } from './hostile-file.ts';
import { pickSize } from '../../pick-size.ts';
import {
  DOCX_END,
  DOCX_START,
  docxOf,
  docxParagraph,
  odfOf,
  textCell,
  WORD,
  xlsxOf,
} from './office-parts.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const DOCX_TAIL = DOCX_START.slice(DECLARATION.length);

function nested(open: string, close: string, depth: number, inner: string): string {
  return open.repeat(depth) + inner + close.repeat(depth);
}

const RUN = '<w:r><w:t>deep</w:t></w:r>';
const CELL = ['<w:tbl><w:tr><w:tc>', '<w:p/></w:tc></w:tr></w:tbl>'] as const;

/** Word and OpenDocument texts that are hard on whoever parses them. */
export const xmlTexts: readonly HostileFile[] = [
  {
    kind: 'docx',
    expect: 'either',
    name: 'external-entity.docx',
    make: () =>
      docxOf(
        `${DECLARATION}<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY % y SYSTEM "http://127.0.0.1:9/evil.dtd"> %y;]>${DOCX_TAIL}${docxParagraph('Before &x; after')}${DOCX_END}`,
      ),
  },
  {
    kind: 'docx',
    expect: 'either',
    name: 'billion-laughs.docx',
    make() {
      const entities = Array.from(
        { length: 12 },
        (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`,
      ).join('');
      return docxOf(
        `${DECLARATION}<!DOCTYPE d [<!ENTITY l0 "ha">${entities}]>${DOCX_TAIL}${docxParagraph('&l12;')}${DOCX_END}`,
      );
    },
  },
  {
    kind: 'docx',
    expect: 'either',
    name: 'tables-20k-deep.docx',
    make: () => docxOf(nested(...CELL, 20_000, docxParagraph('deep'))),
  },
  {
    kind: 'docx',
    expect: 'either',
    name: 'tables-300-deep.docx',
    make: () => docxOf(nested(...CELL, 300, docxParagraph('deep'))),
  },
  {
    kind: 'docx',
    expect: 'either',
    name: 'elements-1m-deep.docx',
    make: () => docxOf(nested('<w:x>', '</w:x>', 1_000_000, '')),
  },
  {
    kind: 'docx',
    expect: 'either',
    name: 'elements-that-never-end.docx',
    make: () => docxOf('<w:p>'.repeat(1_000_000)),
  },
  {
    kind: 'docx',
    expect: 'either',
    name: 'links-900-deep.docx',
    make: () => docxOf(`<w:p>${nested('<w:hyperlink w:anchor="a">', '</w:hyperlink>', 900, RUN)}</w:p>`),
  },
  {
    kind: 'docx',
    expect: 'either',
    name: 'many-attributes.docx',
    make: () =>
      docxOf(
        `<w:p ${Array.from({ length: pickSize(40_000, 300_000) }, (_, index) => `w:a${index}="1"`).join(' ')}>${RUN}</w:p>`,
      ),
  },
  {
    kind: 'docx',
    expect: 'either',
    name: 'namespaces-many.docx',
    make: () =>
      docxOf(
        `<w:p ${Array.from({ length: pickSize(40_000, 100_000) }, (_, index) => `xmlns:n${index}="urn:${index}"`).join(' ')}>${RUN}</w:p>`,
      ),
  },
  {
    kind: 'docx',
    expect: 'either',
    name: 'many-paragraphs.docx',
    make: () => docxOf(docxParagraph('w').repeat(pickSize(20_000, 500_000))),
  },
  {
    kind: 'docx',
    expect: 'either',
    name: 'many-runs-in-a-paragraph.docx',
    make: () =>
      docxOf(
        `<w:p>${'<w:r><w:rPr><w:b/></w:rPr><w:t>w</w:t></w:r><w:r><w:t>w</w:t></w:r>'.repeat(pickSize(10_000, 250_000))}</w:p>`,
      ),
  },
  {
    kind: 'docx',
    expect: 'either',
    name: 'cells-span-2-billion.docx',
    make: () =>
      docxOf(
        `<w:tbl>${'<w:tr><w:tc><w:tcPr><w:gridSpan w:val="2147483647"/><w:vMerge w:val="restart"/></w:tcPr><w:p><w:r><w:t>wide</w:t></w:r></w:p></w:tc></w:tr>'.repeat(pickSize(60, 200))}</w:tbl>`,
      ),
  },
  {
    kind: 'docx',
    expect: 'either',
    name: 'rows-of-merged-cells.docx',
    make: () =>
      docxOf(
        `<w:tbl>${`<w:tr>${'<w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p/></w:tc>'.repeat(1_000)}</w:tr>`.repeat(pickSize(60, 200))}</w:tbl>`,
      ),
  },
  {
    kind: 'docx',
    expect: 'either',
    name: 'spaces-that-count-to-2-billion.docx',
    make: () =>
      docxOf(
        `<w:p><w:pPr><w:ind w:left="-99999999999"/><w:numPr><w:ilvl w:val="2147483647"/><w:numId w:val="-2147483648"/></w:numPr></w:pPr>${RUN}</w:p>`,
      ),
  },
  {
    kind: 'docx',
    expect: 'either',
    name: 'styles-based-on-each-other.docx',
    make: () =>
      docxOf(`<w:p><w:pPr><w:pStyle w:val="A"/></w:pPr>${RUN}</w:p>`, {
        'word/styles.xml': `${DECLARATION}<w:styles ${WORD}><w:style w:type="paragraph" w:styleId="A"><w:name w:val="a"/><w:basedOn w:val="B"/></w:style><w:style w:type="paragraph" w:styleId="B"><w:name w:val="b"/><w:basedOn w:val="A"/><w:link w:val="A"/></w:style></w:styles>`,
        'word/_rels/document.xml.rels': `${DECLARATION}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="s" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/><Relationship Id="f" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes" Target="footnotes.xml"/></Relationships>`,
        'word/footnotes.xml': `${DECLARATION}<w:footnotes ${WORD}><w:footnote w:id="1"><w:p><w:r><w:footnoteReference w:id="1"/></w:r></w:p></w:footnote></w:footnotes>`,
      }),
  },
  {
    kind: 'docx',
    expect: 'either',
    name: 'footnotes-in-a-circle.docx',
    make: () =>
      docxOf('<w:p><w:r><w:footnoteReference w:id="1"/></w:r></w:p>'.repeat(2_000), {
        'word/_rels/document.xml.rels': `${DECLARATION}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="f" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes" Target="footnotes.xml"/></Relationships>`,
        'word/footnotes.xml': `${DECLARATION}<w:footnotes ${WORD}><w:footnote w:id="1"><w:p><w:r><w:t>note </w:t><w:footnoteReference w:id="2"/></w:r></w:p></w:footnote><w:footnote w:id="2"><w:p><w:r><w:t>note </w:t><w:footnoteReference w:id="1"/></w:r></w:p></w:footnote></w:footnotes>`,
      }),
  },
  {
    kind: 'docx',
    expect: 'either',
    name: 'formulas-900-deep.docx',
    make: () =>
      docxOf(
        `<w:p><m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math">${nested('<m:f><m:num>', '</m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f>', 400, '<m:r><m:t>1</m:t></m:r>')}</m:oMath></w:p>`,
      ),
  },
  {
    kind: 'docx',
    expect: 'either',
    name: 'utf-16-half.docx',
    make: () =>
      docxOf('', {
        'word/document.xml': Buffer.from(
          `\ufeff${DOCX_START}${docxParagraph('sixteen bits')}${DOCX_END}`,
          'utf16le',
        ).subarray(0, -3),
      }),
  },
  {
    kind: 'docx',
    expect: 'either',
    name: 'characters-that-are-none.docx',
    make: () => docxOf(docxParagraph('&#0;&#xFFFF;&#xD800;&#x110000;&#99999999999;&nosuch; \u0001\u001f')),
  },
  {
    kind: 'odt',
    expect: 'either',
    name: 'external-entity.odt',
    make: () =>
      odfOf('text', '<text:p>&x;</text:p>', {
        'content.xml': `${DECLARATION}<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:text><text:p>Before &x; after</text:p></office:text></office:body></office:document-content>`,
      }),
  },
  {
    kind: 'odt',
    expect: 'either',
    name: 'rows-repeat-a-billion-times.odt',
    make: () =>
      odfOf(
        'text',
        '<table:table><table:table-column table:number-columns-repeated="1000000"/><table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="1000"><text:p>again</text:p></table:table-cell></table:table-row></table:table>',
      ),
  },
  {
    kind: 'odt',
    expect: 'either',
    name: 'spaces-repeat-a-billion-times.odt',
    make: () => odfOf('text', '<text:p>a<text:s text:c="2147483647"/>b</text:p>'.repeat(100)),
  },
  {
    kind: 'odt',
    expect: 'either',
    name: 'lists-50k-deep.odt',
    make: () =>
      odfOf(
        'text',
        nested(
          '<text:list><text:list-item>',
          '</text:list-item></text:list>',
          50_000,
          '<text:p>deep</text:p>',
        ),
      ),
  },
  {
    kind: 'odt',
    expect: 'either',
    name: 'sections-900-deep.odt',
    make: () =>
      odfOf(
        'text',
        nested(
          '<text:section>',
          '</text:section>',
          450,
          nested(
            '<text:list><text:list-item>',
            '</text:list-item></text:list>',
            200,
            '<text:p>deep</text:p>',
          ),
        ),
      ),
  },
  {
    kind: 'odt',
    expect: 'either',
    name: 'spans-900-deep.odt',
    make: () =>
      odfOf('text', `<text:p>${nested('<text:span>', '</text:span>', 900, 'deep')}</text:p>`.repeat(200)),
  },
  {
    kind: 'odt',
    expect: 'either',
    name: 'headings-of-level-2-billion.odt',
    make: () =>
      odfOf(
        'text',
        '<text:h text:outline-level="2147483647">far down</text:h><text:h text:outline-level="-5">up</text:h>',
      ),
  },
  {
    kind: 'odt',
    expect: 'error',
    name: 'password.odt',
    make: () =>
      odfOf('text', '', {
        'content.xml': Buffer.alloc(800, 0x5a),
        'META-INF/manifest.xml': `${DECLARATION}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml" manifest:size="2000"><manifest:encryption-data manifest:checksum-type="SHA1/1K" manifest:checksum="AAAA"><manifest:algorithm manifest:algorithm-name="Blowfish CFB" manifest:initialisation-vector="AAAA"/><manifest:key-derivation manifest:key-derivation-name="PBKDF2" manifest:iteration-count="1024" manifest:salt="AAAA"/></manifest:encryption-data></manifest:file-entry></manifest:manifest>`,
      }),
  },
  {
    kind: 'ods',
    expect: 'either',
    name: 'rows-repeat-a-billion-times.ods',
    make: () =>
      odfOf(
        'spreadsheet',
        '<table:table table:name="S"><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384" table:number-rows-spanned="1048576" office:value-type="string"><text:p>again</text:p></table:table-cell></table:table-row></table:table>'.repeat(
          pickSize(20, 50),
        ),
      ),
  },
  {
    kind: 'xlsx',
    expect: 'either',
    name: 'external-entity.xlsx',
    make: () =>
      xlsxOf('', '', {
        'xl/worksheets/sheet1.xml': `${DECLARATION}<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1">${textCell('A1', 'a &x; b')}</row></sheetData></worksheet>`,
      }),
  },
  {
    kind: 'xlsx',
    expect: 'content',
    name: 'far-cell.xlsx',
    make: () =>
      xlsxOf(
        `<row r="1">${textCell('A1', 'near')}</row><row r="1048576">${textCell('XFD1048576', 'far')}</row>`,
      ),
  },
  {
    kind: 'xlsx',
    expect: 'either',
    name: 'cells-beyond-all-columns.xlsx',
    make: () =>
      xlsxOf(
        `<row r="99999999999">${textCell('ZZZZZZZZZZ99999999999', 'nowhere')}</row><row r="-1">${textCell('A0', 'above')}</row><row>${textCell('', 'none')}</row>`,
      ),
  },
  {
    kind: 'xlsx',
    expect: 'either',
    name: 'cells-on-a-diagonal.xlsx',
    make: () =>
      xlsxOf(
        Array.from(
          { length: 16_000 },
          (_, index) =>
            `<row r="${index * 65 + 1}">${textCell(`${columnName(index)}${index * 65 + 1}`, 'd')}</row>`,
        ).join(''),
      ),
  },
  {
    kind: 'xlsx',
    expect: 'either',
    name: 'merges-100k-over-everything.xlsx',
    make: () =>
      xlsxOf(
        `<row r="1">${textCell('A1', 'merged')}</row>`,
        `<mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(100_000)}</mergeCells>`,
      ),
  },
  {
    kind: 'xlsx',
    expect: 'either',
    name: 'dimension-lies.xlsx',
    make: () =>
      xlsxOf('', '', {
        'xl/worksheets/sheet1.xml': `${DECLARATION}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="A1:XFD1048576"/><sheetData><row r="1">${textCell('A1', 'one')}</row></sheetData></worksheet>`,
      }),
  },
  {
    kind: 'xlsx',
    expect: 'either',
    name: 'number-format-100k-letters.xlsx',
    make: () =>
      xlsxOf('<row r="1"><c r="A1" s="1"><v>1234567890.123</v></c></row>', '', {
        'xl/styles.xml': `${DECLARATION}<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="1"><numFmt numFmtId="200" formatCode="${'0.'.repeat(50_000)}"/></numFmts><cellXfs count="2"><xf/><xf numFmtId="200" applyNumberFormat="1"/></cellXfs></styleSheet>`,
      }),
  },
  {
    kind: 'xlsx',
    expect: 'either',
    name: 'shared-string-2-billion.xlsx',
    make: () =>
      xlsxOf(
        `<row r="1"><c r="A1" t="s"><v>2147483647</v></c><c r="B1" t="s"><v>-1</v></c><c r="C1"><v>1e999</v></c>${textCell('D1', 'sound')}</row>`,
      ),
  },
  {
    kind: 'pptx',
    expect: 'either',
    name: 'slides-missing.pptx',
    make: () =>
      xlsxOf('', '', {
        'ppt/presentation.xml': `${DECLARATION}<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"/>`,
      }),
  },
];

/** From 0. */
function columnName(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}
