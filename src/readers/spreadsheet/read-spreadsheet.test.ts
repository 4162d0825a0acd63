import assert from 'node:assert/strict';
import { test } from 'node:test';
import { utils, write, type BookType } from '@e965/xlsx';
import { buildOds } from '../../../test/support/documents/build-ods.ts';
import { buildXlsx, toRows, type XlsxParts } from '../../../test/support/documents/build-xlsx.ts';
import { buildZip } from '../../../test/support/documents/build-zip.ts';
import type { DocumentContent } from '../document.ts';
import { readSpreadsheet } from './read-spreadsheet.ts';

async function read(bytes: Uint8Array): Promise<DocumentContent> {
  return readSpreadsheet({
    bytes,
    pdf: { mode: 'auto' } as never,
    hasImages: false,
    ocrLanguages: [],
    remainingMs: () => 10_000,
    onPartial() {},
  });
}

const readXlsx = async (parts: XlsxParts): Promise<string> => (await read(buildXlsx(parts))).html;
const oneSheet = async (
  rows: string,
  rest: Partial<XlsxParts> & { after?: string; links?: string } = {},
): Promise<string> => {
  const { after = '', links, ...others } = rest;
  return readXlsx({
    sheets: [{ name: 'S', rows, rest: after, ...(links === undefined ? {} : { links }) }],
    ...others,
  });
};

function textOfCells(html: string): string[] {
  return [...html.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/g)].map((match) => match[1]!);
}

test('a sheet is a heading and a table with a head', async () => {
  const html = await oneSheet(
    toRows([
      ['Name', 'Qty'],
      ['Nut & bolt', 3],
      ['Screw', 12.5],
    ]),
  );
  assert.equal(
    html.replaceAll('\n', ''),
    '<h2>S</h2><table><thead><tr><th>Name</th><th>Qty</th></tr></thead><tbody><tr><td>Nut &amp; bolt</td><td>3</td></tr>' +
      '<tr><td>Screw</td><td>12.5</td></tr></tbody></table>',
  );
});

test('a first row with numbers is no head', async () => {
  const html = await oneSheet(
    toRows([
      [1, 'a'],
      [2, 'b'],
    ]),
  );
  assert.doesNotMatch(html, /<th/);
});

test('values are shown by their number formats', async () => {
  const formats = [
    '0.00%',
    '#,##0.00',
    'yyyy-mm-dd',
    '"$"#,##0;[Red]("$"#,##0)',
    'h:mm AM/PM',
    '0.00E+00',
    '# ?/?',
    ';;;',
    '[h]:mm',
  ];
  const values = [0.1234, 1234567.891, 45306, -5000, 0.75, 12345, 0.5, 7, 1.5];
  const cells = values.map((value, at) => `<c s="${at + 1}"><v>${value}</v></c>`).join('');
  const html = await oneSheet(`<row>${cells}<c s="${formats.length + 1}"><v>45306</v></c></row>`, {
    formats,
  });
  assert.deepEqual(textOfCells(html), [
    '12.34%',
    '1,234,567.89',
    '2024-01-15',
    '($5,000)',
    '6:00 PM',
    '1.23E+04',
    '1/2',
    '',
    '36:00',
    '1/15/2024',
  ]);
});

test('General rounds to what a cell shows', async () => {
  const html = await oneSheet(toRows([[0.1 + 0.2, 1e21, 123456789012, -1234.56789012345, 0.00001]]));
  assert.deepEqual(textOfCells(html), ['0.3', '1E+21', '1.23457E+11', '-1234.56789', '0.00001']);
});

test('dates of the 1904 calendar and ISO dates', async () => {
  const rows = '<row><c s="1"><v>0</v></c><c s="1" t="d"><v>2024-02-29T00:00:00</v></c></row>';
  const html = await oneSheet(rows, { formats: ['yyyy-mm-dd'], has1904Dates: true });
  assert.deepEqual(textOfCells(html), ['1904-01-01', '2024-02-29']);
});

test('types of cells: shared, rich, formula, boolean, error, escapes, line breaks', async () => {
  const rows =
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="str"><f>A1&amp;"x"</f><v>a x</v></c>' +
    '<c r="D1" t="b"><v>1</v></c><c r="E1" t="e"><v>#DIV/0!</v></c><c r="F1" t="inlineStr"><is><t>1&#10;2_x000D_\n3</t></is></c>' +
    '<c r="G1"><f>1+1</f><v>2</v></c><c r="H1" t="s"><v>99</v></c><c r="I1"><v><![CDATA[5]]></v></c></row>';
  const html = await oneSheet(rows, {
    sharedStrings: [
      '<t xml:space="preserve"> caf\u00e9 &lt;b&gt; </t>',
      '<r><t>Bold </t></r><r><rPr><b/></rPr><t>text</t></r><rPh sb="0" eb="1"><t>hidden</t></rPh>',
    ],
  });
  assert.deepEqual(textOfCells(html), [
    'caf\u00e9 &lt;b&gt;',
    'Bold text',
    'a x',
    'TRUE',
    '#DIV/0!',
    '1<br>2<br>3',
    '2',
    '',
    '5',
  ]);
});

test('merged cells span what is there', async () => {
  const html = await oneSheet(
    toRows([
      ['Region', 'Sales', null],
      [null, 'Q1', 'Q2'],
      ['North', 1, 2],
      [null, 3, 4],
    ]),
    {
      after:
        '<mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="B1:C1"/><mergeCell ref="A3:A4"/></mergeCells>',
    },
  );
  assert.equal(
    html.replaceAll('\n', ''),
    '<h2>S</h2><table><thead><tr><th rowspan="2">Region</th><th colspan="2">Sales</th></tr><tr><th>Q1</th><th>Q2</th></tr></thead>' +
      '<tbody><tr><td rowspan="2">North</td><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></tbody></table>',
  );
});

test('a merged range that would hide cells, or covers the whole sheet, loses nothing', async () => {
  const html = await oneSheet(
    toRows([
      ['a', 'b'],
      ['c', 'd'],
    ]),
    {
      after: '<mergeCells><mergeCell ref="A1:XFD1048576"/><mergeCell ref="A2:ZZZZ9"/></mergeCells>',
    },
  );
  assert.deepEqual(textOfCells(html), ['a', 'b', 'c', 'd']);
  assert.doesNotMatch(html, /span/);
});

test('hidden, empty and missing sheets', async () => {
  const content = await read(
    buildXlsx({
      sheets: [
        { name: 'Empty', rows: '<row r="5"><c r="B5" s="1"/></row>' },
        { name: 'Secret', state: 'veryHidden', rows: toRows([['no']]) },
        { name: 'Gone', rows: '' },
        { name: 'A &lt; B', rows: toRows([['yes', 1]]) },
      ],
      others: {
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="s0" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="s3" Type="x/worksheet" Target="/xl/worksheets/sheet4.xml"/></Relationships>',
      },
    }),
  );
  assert.match(content.html, /^<h2>A &lt; B<\/h2>/);
  assert.doesNotMatch(content.html, /no|Empty/);
  assert.deepEqual(content.warnings, ['The sheet "Gone" is missing in the file.']);
});

test('only the used range is written, far cells included', async () => {
  const html = await oneSheet(
    '<row r="3"><c r="C3"><v>1</v></c><c r="D3"><v>2</v></c></row><row r="1048576"><c r="XFD1048576"><v>9</v></c></row>',
  );
  assert.deepEqual(textOfCells(html), ['1', '2', '9']);
});

test('titles, notes and several tables of one sheet', async () => {
  const html = await oneSheet(
    toRows([
      ['Sales report', null],
      [null],
      ['City', 'Sum'],
      ['Bonn', 5],
      ['Kiel', 7],
      [null],
      ['Person', 'Age'],
      ['Ann', 40],
      ['Bob', 50],
      [null],
      ['Source: own figures'],
    ]),
  );
  assert.equal(html.match(/<table>/g)?.length, 2);
  assert.match(html, /<h2>S<\/h2>\n<p>Sales report<\/p>\n<table>/);
  assert.match(html, /<\/table>\n<p>Source: own figures<\/p>$/);
});

test('an empty row inside of a table does not part it', async () => {
  const html = await oneSheet(
    toRows([['City', 'Sum'], ['Bonn', 5], [null], ['Kiel', 7], [null], ['Total', 12]]),
  );
  assert.equal(html.match(/<table>/g)?.length, 1);
  assert.equal(html.match(/<tr>/g)?.length, 4);
});

test('links of cells, by relationship and by formula', async () => {
  const html = await oneSheet(
    '<row r="1"><c r="A1" t="inlineStr"><is><t>site</t></is></c><c r="B1" t="inlineStr"><is><t>bad</t></is></c><c r="C1" t="str"><f>HYPERLINK("https://e.org/?a=1&amp;b=2","go")</f><v>go</v></c></row>',
    {
      after: '<hyperlinks><hyperlink ref="A1" r:id="l1"/><hyperlink ref="B1" r:id="l2"/></hyperlinks>',
      links:
        '<Relationship Id="l1" Type="x/hyperlink" Target="https://example.com/" TargetMode="External"/>' +
        '<Relationship Id="l2" Type="x/hyperlink" Target="javascript:alert(1)" TargetMode="External"/>',
    },
  );
  assert.deepEqual(textOfCells(html), [
    '<a href="https://example.com/">site</a>',
    'bad',
    '<a href="https://e.org/?a=1&amp;b=2">go</a>',
  ]);
});

test('rows and cells out of order, without references, with a prefix', async () => {
  const rows =
    '<row r="2"><c r="B2"><v>4</v></c><c r="A2"><v>3</v></c></row><row r="1"><c r="A1"><v>1</v></c><c><v>2</v></c></row>';
  assert.deepEqual(textOfCells(await oneSheet(rows)), ['1', '2', '3', '4']);
  const prefixed = rows.replaceAll(/<(\/?)(?=[a-z])/g, '<$1x:');
  const sheet = `<?xml version="1.0" encoding="utf-8"?><!-- <c> --><x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData>${prefixed}</x:sheetData></x:worksheet>`;
  const html = await readXlsx({
    sheets: [{ name: 'S', rows: '' }],
    others: {
      'xl/worksheets/sheet1.xml': Buffer.from(`\ufeff${sheet.replace('utf-8', 'utf-16')}`, 'utf16le'),
    },
  });
  assert.deepEqual(textOfCells(html), ['1', '2', '3', '4']);
});

test('all formats of Excel give the same table', async () => {
  const sheet = utils.aoa_to_sheet(
    [
      ['Name', 'Share', 'Day', 'Ok'],
      ['\u00c4pfel', 0.25, new Date(Date.UTC(2024, 0, 15)), true],
      ['<x>', 1.5, null, false],
    ],
    { UTC: true },
  );
  for (const row of [2, 3]) sheet[`B${row}`].z = '0.0%';
  sheet['C2'].z = 'yyyy-mm-dd';
  sheet['!merges'] = [utils.decode_range('C2:C3')];
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'Fruit');
  utils.book_append_sheet(book, utils.aoa_to_sheet([['secret']]), 'Hidden');
  book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }] };
  const expected =
    '<h2>Fruit</h2><table><thead><tr><th>Name</th><th>Share</th><th>Day</th><th>Ok</th></tr></thead><tbody>' +
    '<tr><td>\u00c4pfel</td><td>25.0%</td><td rowspan="2">2024-01-15</td><td>TRUE</td></tr>' +
    '<tr><td>&lt;x&gt;</td><td>150.0%</td><td>FALSE</td></tr></tbody></table>';
  for (const bookType of ['xlsx', 'xlsm', 'xlsb', 'biff8'] satisfies BookType[]) {
    const { html } = await read(write(book, { type: 'buffer', bookType, compression: true }) as Buffer);
    assert.equal(html.replaceAll('\n', ''), expected, bookType);
  }
});

test('old binary workbooks', async () => {
  const book = utils.book_new();
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([
      ['Name', 'Sum'],
      ['Ann', 4],
      ['Bob', 2.5],
    ]),
    'Sheet1',
  );
  for (const bookType of ['biff5', 'biff4', 'biff3', 'biff2'] as BookType[]) {
    const { html } = await read(write(book, { type: 'buffer', bookType }) as Buffer);
    assert.deepEqual(textOfCells(html), ['Name', 'Sum', 'Ann', '4', 'Bob', '2.5'], bookType);
  }
});

test('OpenDocument: shown texts, repeats, spans, links, comments and hidden sheets', async () => {
  const cell = (text: string, attributes = ''): string =>
    `<table:table-cell office:value-type="string"${attributes}><text:p>${text}</text:p></table:table-cell>`;
  const table =
    '<table:table table:name="T" table:style-name="ta1"><table:table-column table:number-columns-repeated="1024"/>' +
    `<table:table-row>${cell('Wide', ' table:number-columns-spanned="2"')}<table:covered-table-cell/>${cell('a<text:s text:c="2"/>b <text:a xlink:href="https://e.org/">c</text:a>')}</table:table-row>` +
    '<table:table-row table:number-rows-repeated="2"><table:table-cell office:value-type="currency" office:value="5" table:number-columns-repeated="3"><office:annotation><text:p>comment</text:p></office:annotation><text:p>5.00 \u20ac</text:p></table:table-cell></table:table-row>' +
    '<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>' +
    '<table:table table:name="H" table:style-name="ta2"><table:table-row><table:table-cell><text:p>secret</text:p></table:table-cell></table:table-row></table:table>';
  const styles =
    '<style:style style:name="ta1"><style:table-properties table:display="true"/></style:style><style:style style:name="ta2"><style:table-properties table:display="false"/></style:style>';
  const { html, properties } = await read(buildOds(table, styles));
  assert.deepEqual(textOfCells(html), [
    'Wide',
    'a  b <a href="https://e.org/">c</a>',
    ...Array.from({ length: 6 }, () => '5.00 \u20ac'),
  ]);
  assert.match(html, /colspan="2">Wide/);
  assert.doesNotMatch(html, /secret|comment/);
  assert.equal(properties.title, 'Budget');
});

test('OpenDocument: millions of repeats are cut off with a warning', async () => {
  const row =
    '<table:table-row table:number-rows-repeated="1000000"><table:table-cell office:value-type="float" office:value="1" table:number-columns-repeated="1000"><text:p>1</text:p></table:table-cell></table:table-row>';
  const { html, warnings } = await read(buildOds(`<table:table table:name="T">${row}</table:table>`));
  assert.ok(html.length < 60_000_000);
  assert.equal(warnings[0], 'The sheet "T" has more cells than can be read; the last ones are left out.');
});

test('files that cannot be read say why', async () => {
  const code = async (bytes: Uint8Array): Promise<string> => {
    try {
      await read(bytes);
      return 'ok';
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  // A blank one can be read: the service warns that there was no text.
  assert.equal(await code(buildXlsx({ sheets: [{ name: 'S', rows: '' }] })), 'ok');
  assert.equal(await code(Buffer.from('PK\x03\x04 nonsense')), 'SCRAPE_DOCUMENT_DAMAGED');
  assert.equal(
    await code(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0])),
    'SCRAPE_DOCUMENT_DAMAGED',
  );
  assert.equal(
    await code(
      buildZip({
        'content.xml': '<x/>',
        'META-INF/manifest.xml':
          '<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry>',
      }),
    ),
    'SCRAPE_DOCUMENT_ENCRYPTED',
  );
  // BOF and FILEPASS, which asks for a password with the RC4 method.
  const locked = Buffer.from(
    '09081000000605001a0dcd07c1000000060300002f003600010001000100'.padEnd(400, 'ab'),
    'hex',
  );
  assert.equal(await code(locked), 'SCRAPE_DOCUMENT_ENCRYPTED');
});
