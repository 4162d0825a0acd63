import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildDocx, paragraph, run, table } from '../../../../test/support/documents/build-docx.ts';
import { sourceOf } from '../../../../test/support/documents/document-source.ts';
import { readDocx } from '../read-docx.ts';

async function html(body: string, styles?: string): Promise<string> {
  const bytes = buildDocx(styles === undefined ? { body } : { body, styles });
  return (await readDocx(sourceOf(bytes))).html;
}

const cell = (text: string, properties: string): string =>
  `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(text)}</w:tc>`;
const spanned = (text: string, span: number): string => cell(text, `<w:gridSpan w:val="${span}"/>`);
const row = (cells: readonly string[], properties = ''): string =>
  `<w:tr><w:trPr>${properties}</w:trPr>${cells.join('')}</w:tr>`;

describe('tables', () => {
  it('have rows and cells, paragraphs only where there are several', async () => {
    assert.equal(
      await html(table(['a', `${paragraph('b')}${paragraph('c')}`], ['d', 'e'])),
      '<table><tbody><tr><td>a</td><td><p>b</p><p>c</p></td></tr><tr><td>d</td><td>e</td></tr></tbody></table>',
    );
  });

  it('span columns and rows', async () => {
    const body = table(
      [spanned('a', 2), cell('b', '<w:vMerge w:val="restart"/>')],
      ['c', 'd', cell('', '<w:vMerge/>')],
      ['e', 'f', cell('', '<w:vMerge w:val="continue"/>')],
      ['g', 'h', 'i'],
    );
    assert.equal(
      await html(body),
      '<table><tbody><tr><td colspan="2">a</td><td rowspan="3">b</td></tr><tr><td>c</td><td>d</td></tr>' +
        '<tr><td>e</td><td>f</td></tr><tr><td>g</td><td>h</td><td>i</td></tr></tbody></table>',
    );
  });

  it('are parted where a row is a heading', async () => {
    const title = paragraph('Work', '<w:outlineLvl w:val="1"/>');
    const cellOf = (content: string, span = 1): string =>
      `<w:tc><w:tcPr><w:gridSpan w:val="${span}"/></w:tcPr>${content}</w:tc>`;
    const body = `<w:tbl>${row([cellOf(title, 2)])}${row([spanned('a', 1), spanned('b', 1)])}${row([spanned('c', 1), spanned('d', 1)])}</w:tbl>`;
    assert.equal(
      await html(body),
      '<h2>Work</h2><table><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></tbody></table>',
    );
  });

  it('have no columns between borders that were meant to be one', async () => {
    const grid = (...widths: number[]): string =>
      `<w:tblGrid>${widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid>`;
    const rows =
      row([spanned('a', 1), spanned('b', 2), spanned('c', 1)]) +
      row([spanned('d', 1), spanned('e', 1), spanned('f', 2)]);
    const written = (widths: number[], content = rows): Promise<string> =>
      html(`<w:tbl>${grid(...widths)}${content}</w:tbl>`);
    assert.equal(
      await written([991, 2550, 30, 6103]),
      '<table><tbody><tr><td>a</td><td>b</td><td>c</td></tr><tr><td>d</td><td>e</td><td>f</td></tr></tbody></table>',
    );
    const wide =
      '<table><tbody><tr><td>a</td><td colspan="2">b</td><td>c</td></tr>' +
      '<tr><td>d</td><td>e</td><td colspan="2">f</td></tr></tbody></table>';
    assert.equal(await written([991, 2550, 300, 6103]), wide);
    assert.equal(await written([1, 1, 1, 1]), wide);
    // A narrow cell with text keeps its column.
    assert.match(
      await written([991, 2550, 30, 6103], row(['a', 'b', 'c', 'd'].map((text) => spanned(text, 1)))),
      /<td>c<\/td>/,
    );
  });

  it('have no more columns than cells end at, whatever the file says', async () => {
    const body = table(
      [spanned('a', 1_000_000_000), 'b'],
      [spanned('c', 1_000_000_000), 'd'],
      [spanned('e', -3)],
    );
    assert.equal(
      await html(body),
      '<table><tbody><tr><td colspan="2">a</td><td>b</td></tr><tr><td colspan="2">c</td><td>d</td></tr><tr><td>e</td></tr></tbody></table>',
    );
  });

  it('begin further right where a row says so', async () => {
    const body = `<w:tbl>${row([cell('a', ''), cell('b', '')])}${row([cell('c', '')], '<w:gridBefore w:val="1"/>')}</w:tbl>`;
    assert.equal(
      await html(body),
      '<table><tbody><tr><td>a</td><td>b</td></tr><tr><td></td><td>c</td></tr></tbody></table>',
    );
  });

  it('have a head of the rows that are repeated, with all rows that its cells reach into', async () => {
    const body = `<w:tbl>${row([cell('a', '<w:vMerge w:val="restart"/>'), cell('b', '')], '<w:tblHeader/>')}${row([cell('', '<w:vMerge/>'), cell('c', '')])}${row([cell('1', ''), cell('2', '')])}</w:tbl>`;
    assert.equal(
      await html(body),
      '<table><thead><tr><th rowspan="2">a</th><th>b</th></tr><tr><th>c</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
    );
  });

  it('have a head where their style shows one, or where only the first row is bold', async () => {
    const styles =
      '<w:style w:type="table" w:styleId="T"><w:name w:val="T"/><w:tblStylePr w:type="firstRow"><w:rPr><w:b/></w:rPr></w:tblStylePr></w:style>';
    const styled = (look: string): string =>
      `<w:tbl><w:tblPr><w:tblStyle w:val="T"/><w:tblLook ${look}/></w:tblPr>${row([cell('a', ''), cell('b', '')])}${row([cell('c', ''), cell('d', '')])}</w:tbl>`;
    const head =
      '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>c</td><td>d</td></tr></tbody></table>';
    assert.equal(await html(styled('w:val="04A0"'), styles), head);
    assert.equal(await html(styled('w:firstRow="1"'), styles), head);
    assert.ok(!(await html(styled('w:val="0480"'), styles)).includes('<th>'));
    const bold = (text: string): string => paragraph(run(text, '<w:b/>'));
    assert.equal(await html(table([bold('a'), bold('b')], ['c', 'd'])), head);
    assert.ok(!(await html(table([bold('a'), bold('b')], [bold('c'), bold('d')]))).includes('<th>'));
  });

  it('of one cell only frame what is in it', async () => {
    assert.equal(await html(table([`${paragraph('T', 'Heading1')}${paragraph('x')}`])), '<h1>T</h1><p>x</p>');
  });

  it('leave out rows that were deleted, and themselves when they are empty', async () => {
    const body = `<w:tbl>${row([cell('a', ''), cell('b', '')])}${row([cell('x', ''), cell('y', '')], '<w:del w:id="1"/>')}</w:tbl>${table(['', ''], ['', ''])}`;
    assert.equal(await html(body), '<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>');
  });

  it('stand in cells, and have rows and cells in content controls', async () => {
    const inner = `${table(['i', 'j'])}${paragraph('')}`;
    const body = `<w:tbl><w:sdt><w:sdtContent><w:tr><w:tc>${inner}</w:tc><w:sdt><w:sdtContent>${cell('k', '')}</w:sdtContent></w:sdt></w:tr></w:sdtContent></w:sdt></w:tbl>`;
    assert.equal(
      await html(body),
      '<table><tbody><tr><td><table><tbody><tr><td>i</td><td>j</td></tr></tbody></table></td><td>k</td></tr></tbody></table>',
    );
  });
});
