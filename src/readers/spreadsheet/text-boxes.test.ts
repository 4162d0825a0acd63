import assert from 'node:assert/strict';
import { test } from 'node:test';
import { biffRecord, buildBiff8 } from '../../../test/support/documents/build-biff8.ts';
import { buildOds } from '../../../test/support/documents/build-ods.ts';
import { buildXlsx, toRows } from '../../../test/support/documents/build-xlsx.ts';
import { sourceOf } from '../../../test/support/documents/document-source.ts';
import { BoxTexts } from './box-texts.ts';
import { readSpreadsheet } from './read-spreadsheet.ts';

const DRAWING = '<Relationship Id="d" Type="x/drawing" Target="../drawings/drawing1.xml"/>';

async function htmlOf(bytes: Uint8Array): Promise<string> {
  return (await readSpreadsheet(sourceOf(bytes))).html;
}

function withDrawing(rows: string, shapes?: string): Buffer {
  return buildXlsx({
    sheets: [{ name: 'S', rows, links: DRAWING }],
    others:
      shapes === undefined
        ? {}
        : {
            'xl/drawings/drawing1.xml': `<xdr:wsDr xmlns:xdr="x" xmlns:a="a" xmlns:mc="m">${shapes}</xdr:wsDr>`,
          },
  });
}

function shape(paragraphs: string, attributes = ''): string {
  return `<xdr:sp><xdr:nvSpPr><xdr:cNvPr id="2" name="TextBox"${attributes}/></xdr:nvSpPr><xdr:txBody><a:bodyPr/>${paragraphs}</xdr:txBody></xdr:sp>`;
}

test('text boxes of xlsx come after the tables of their sheet', async () => {
  const run = (text: string): string => `<a:r><a:rPr/><a:t>${text}</a:t></a:r>`;
  const shapes =
    `<xdr:twoCellAnchor>${shape(`<a:p>${run('All in ')}${run('&lt;k&gt; EUR')}</a:p><a:p/><a:p>${run('one')}<a:br/>${run('two')}</a:p>`)}</xdr:twoCellAnchor>` +
    `<xdr:grpSp>${shape(`<a:p>${run('in a group')}</a:p>`)}</xdr:grpSp>${shape(`<a:p>${run('secret')}</a:p>`, ' hidden="1"')}` +
    `<mc:AlternateContent><mc:Choice>${shape(`<a:p>${run('new')}</a:p>`)}</mc:Choice><mc:Fallback>${shape(`<a:p>${run('old')}</a:p>`)}</mc:Fallback></mc:AlternateContent>`;
  const paragraphs = '<p>All in &lt;k&gt; EUR</p>\n<p>one<br>two</p>\n<p>in a group</p>\n<p>new</p>';
  const html = await htmlOf(withDrawing(toRows([['A', 1]]), shapes));
  assert.ok(html.endsWith(`</table>\n${paragraphs}`), html);
  assert.equal(await htmlOf(withDrawing('', shapes)), `<h2>S</h2>\n${paragraphs}`);
});

test('a drawing that is missing is warned about, and the cells stay', async () => {
  const { html, warnings } = await readSpreadsheet(sourceOf(withDrawing(toRows([['A', 1]]))));
  assert.match(html, /<td>A<\/td>/);
  assert.deepEqual(warnings, ['The text boxes of the sheet "S" could not be read.']);
});

test('text boxes and shapes of ods, in cells and on the sheet, without comments and charts', async () => {
  const drawn =
    '<draw:custom-shape><text:p>in <text:span>a</text:span><text:s/>cell</text:p><text:p/></draw:custom-shape>' +
    '<draw:frame><draw:text-box><text:p>first</text:p><text:p>second<text:line-break/>line</text:p></draw:text-box></draw:frame>' +
    '<draw:frame><draw:object><text:p>chart</text:p></draw:object></draw:frame>';
  const table =
    '<table:table table:name="T"><table:shapes><draw:g><draw:rect><text:p>on the sheet</text:p></draw:rect></draw:g></table:shapes>' +
    `<table:table-row><table:table-cell><office:annotation><text:p>comment</text:p></office:annotation><text:p>x</text:p>${drawn}</table:table-cell>` +
    '<table:covered-table-cell><draw:ellipse><text:p>covered</text:p></draw:ellipse></table:covered-table-cell>' +
    '<table:table-cell><text:p>y</text:p></table:table-cell></table:table-row></table:table>';
  const html = await htmlOf(buildOds(table));
  assert.ok(
    html.endsWith(
      '</table>\n<p>on the sheet</p>\n<p>in a cell</p>\n<p>first</p>\n<p>second<br>line</p>\n<p>covered</p>',
    ),
    html,
  );
  assert.doesNotMatch(html, /comment|chart|<t[dh]>[^<]*cell/);
});

test('text boxes of xls, over several records, without comments', async () => {
  const object = (kind: number): Buffer => biffRecord(0x005d, 0x15, 0x12, kind, 1, Buffer.alloc(14));
  const text = (count: number): Buffer => biffRecord(0x01b6, 0, 0, 0, 0, 0, count, 16, 0, 0);
  const rest = (...content: ReadonlyArray<Uint8Array>): Buffer => biffRecord(0x003c, ...content);
  const narrow = Buffer.from([0]);
  const runs = rest(Buffer.alloc(16));
  const records = [
    object(0x06),
    text(7),
    rest(narrow, Buffer.from('one\n')),
    rest(Buffer.from([1]), Buffer.from('two', 'utf16le')),
    runs,
    object(0x19),
    text(7),
    rest(narrow, Buffer.from('comment')),
    runs,
    object(0x1e),
    text(60_000),
    rest(narrow),
    rest(narrow, Buffer.from('none')),
  ];
  assert.equal(await htmlOf(buildBiff8([], records)), '<h2>Sheet</h2>\n<p>one</p>\n<p>two</p>');
});

test('text boxes take room of the workbook', () => {
  const boxes = new BoxTexts({ cellsLeft: 2, charactersLeft: 10 });
  for (const text of ['12345', ' ', '123456', '1', '2']) boxes.add(text);
  assert.deepEqual([boxes.paragraphs, boxes.isCut], [['12345', '1'], true]);
});
