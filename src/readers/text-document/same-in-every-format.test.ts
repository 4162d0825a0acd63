import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DocParagraph, sprm, u16, u32, utf16 } from '../../../test/support/documents/build-doc.ts';
import {
  buildDocx,
  paragraph as docxParagraph,
  run as docxRun,
  table,
} from '../../../test/support/documents/build-docx.ts';
import { buildOdt } from '../../../test/support/documents/build-odt.ts';
import * as doc from '../../../test/support/documents/doc-parts.ts';
import { sourceOf } from '../../../test/support/documents/document-source.ts';
import { readDocx } from '../docx/read-docx.ts';
import { readOdt } from '../odt/read-odt.ts';
import { readRtf } from '../rtf/read-rtf.ts';

/** Formulas of EQ fields: a fraction, an enclosed number, a root, a phonetic guide, a raised digit. */
const EQUATIONS = [
  ' EQ \\f(1,2) ',
  ' eq \\o\\ac(○,3) ',
  'EQ\\r(3,8)',
  ' EQ \\* jc2 \\* "Font:MS Mincho" \\* hps10 \\o\\ad(\\s\\up 9(かんじ),漢字) ',
  ' EQ \\* jc3 \\* "Font:MS Mincho" \\* hps10 \\o\\al(\\s\\up 9(かんじ),漢字) ',
  ' EQ x\\s\\up 8(2) ',
];
const EQUATIONS_EXPECTED = '<p>1/2 3 √(8) 漢字 漢字 x2</p>';

/**
 * Points on which formats once disagreed: a bold style, Roman numbers, labels, a block in an item, a frame, cells that
 * are set off.
 */
const EXPECTED =
  '<p>Lead</p>' +
  '<ol type="I"><li>a<ul><li>I.1 b</li></ul><p>more</p></li><li>c</li></ol>' +
  '<p>framed</p><p>between</p>' +
  '<table><tbody><tr><td><strong>Year</strong></td><td>x</td></tr>' +
  '<tr><td><code>f()</code></td><td>y</td></tr></tbody></table>';

test('docx', async () => {
  const style = (id: string, name: string, run = ''): string =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${run}</w:style>`;
  const level = (index: number, format: string, text: string): string =>
    `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/><w:pPr><w:ind w:left="${720 * (index + 1)}"/></w:pPr></w:lvl>`;
  const item = (text: string, depth: number): string =>
    docxParagraph(text, `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="1"/></w:numPr>`);
  const file = buildDocx({
    styles:
      style('Lead', 'Lead', '<w:rPr><w:b/><w:i/></w:rPr>') +
      style('H2', 'heading 2') +
      style('Code', 'HTML Preformatted'),
    numbering: `<w:abstractNum w:abstractNumId="0">${level(0, 'upperRoman', '%1.')}${level(1, 'decimal', '%1.%2')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`,
    body:
      docxParagraph('Lead', 'Lead') +
      item('a', 0) +
      item('b', 1) +
      docxParagraph('more', '<w:ind w:left="720"/>') +
      item('c', 0) +
      table(['framed']) +
      docxParagraph('between') +
      table([docxParagraph('Year', 'H2'), 'x'], [docxParagraph('f()', 'Code'), 'y']),
  });
  assert.equal((await readDocx(sourceOf(file))).html, EXPECTED);
});

test('odt', async () => {
  const style = (name: string, text = ''): string =>
    `<style:style style:family="paragraph" style:name="${name}"><style:text-properties ${text}/></style:style>`;
  const p = (name: string, text: string): string => `<text:p text:style-name="${name}">${text}</text:p>`;
  const item = (content: string): string => `<text:list-item>${content}</text:list-item>`;
  const cells = (...rows: string[][]): string => {
    const lines = rows.map((row) =>
      row.map((cell) => `<table:table-cell>${cell}</table:table-cell>`).join(''),
    );
    return `<table:table>${lines.map((line) => `<table:table-row>${line}</table:table-row>`).join('')}</table:table>`;
  };
  const file = buildOdt({
    styles: style('Lead', 'fo:font-weight="bold" fo:font-style="italic"') + style('Preformatted_20_Text'),
    automaticStyles:
      '<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="I" style:num-suffix="."/>' +
      '<text:list-level-style-number text:level="2" style:num-format="1" text:display-levels="2"/></text:list-style>',
    text:
      p('Lead', 'Lead') +
      `<text:list text:style-name="L">${item(`${p('', 'a')}<text:list>${item(p('', 'b'))}</text:list>${p('', 'more')}`)}${item(p('', 'c'))}</text:list>` +
      cells([p('', 'framed')]) +
      p('', 'between') +
      cells(
        ['<text:h text:outline-level="2">Year</text:h>', p('', 'x')],
        [p('Preformatted_20_Text', 'f()'), p('', 'y')],
      ),
  });
  assert.equal((await readOdt(sourceOf(file))).html, EXPECTED);
});

test('rtf', () => {
  const item = (mark: string, depth: number, text: string): string =>
    `\\pard\\plain\\ls1\\ilvl${depth}\\fi-360\\li${720 * (depth + 1)}{\\listtext ${mark}\\tab}${text}\\par`;
  const row = (...cells: string[]): string =>
    `\\trowd${cells.map((_, index) => `\\cellx${1_800 * (index + 1)}`).join('')}${cells.map((cell) => `\\pard\\plain\\intbl${cell}\\cell`).join('')}\\row`;
  const file =
    '{\\rtf1{\\stylesheet{\\s0 Normal;}{\\s1\\b\\i Lead;}{\\s2 heading 2;}{\\s3 HTML Preformatted;}}' +
    '{\\*\\listtable{\\list{\\listlevel\\levelnfc1}{\\listlevel\\levelnfc0}\\listid7}}{\\*\\listoverridetable{\\listoverride\\listid7\\ls1}}' +
    `\\pard\\s1\\b\\i Lead\\par${item('I.', 0, 'a')}${item('I.1', 1, 'b')}\\pard\\plain\\li720 more\\par${item('II.', 0, 'c')}` +
    `${row(' framed')}\\pard\\plain between\\par${row('\\s2 Year', ' x')}${row('\\s3 f()', ' y')}}`;
  assert.equal(readRtf(sourceOf(Buffer.from(file))).html, EXPECTED);
});

test('doc', () => {
  const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);
  const indent = (depth: number): number[] => sprm(0x845e, ...u16(720 * (depth + 1)));
  const level = (format: number, label: string, depth: number): number[] => {
    const head = [...u32(1), format, ...zeros(20 - 1), 0, indent(depth).length, 0, 0];
    return [...head, ...indent(depth), ...u16(label.length), ...utf16(label)];
  };
  const item = (text: string, depth: number): DocParagraph =>
    doc.paragraph(text, { sprms: [...sprm(0x260a, depth), ...sprm(0x460b, ...u16(1))] });
  const row = (...cells: ReadonlyArray<readonly [text: string, style: number]>): DocParagraph[] => {
    const edges = [0, ...cells.map((_, index) => 1_800 * (index + 1))];
    const end = [
      ...doc.ROW_END,
      ...doc.definition(
        edges,
        cells.map(() => 0),
      ),
    ];
    return [
      ...cells.map(([text, style]) => doc.paragraph(text, { mark: doc.CELL, sprms: doc.IN_TABLE, style })),
      doc.paragraph('', { mark: doc.CELL, sprms: end }),
    ];
  };
  const { html } = doc.read({
    styles: [
      { name: 'Normal', builtIn: 0 },
      { name: 'Lead', builtIn: 0xffe, base: 0, characterSprms: [...doc.BOLD, ...doc.ITALIC] },
      { name: 'heading 2', builtIn: 2, base: 0 },
      { name: 'HTML Preformatted', builtIn: 0xffe, base: 0 },
    ],
    paragraphs: [
      doc.paragraph('Lead', { style: 1 }),
      item('a', 0),
      item('b', 1),
      doc.paragraph('more', { sprms: indent(0) }),
      item('c', 0),
      ...row(['framed', 0]),
      doc.paragraph('between'),
      ...row(['Year', 2], ['x', 0]),
      ...row(['f()', 3], ['y', 0]),
    ],
    extents: new Map([
      [73, [...u16(1), ...u32(7), ...zeros(24)]],
      [74, [...u32(1), ...u32(7), ...zeros(12), ...u32(0xff_ff_ff_ff)]],
    ]),
    unlisted: new Map([
      [
        73,
        [
          ...level(1, '\u0000.', 0),
          ...level(0, '\u0000.\u0001', 1),
          ...Array.from({ length: 7 }, (_, index) => level(0, '', index + 2)).flat(),
        ],
      ],
    ]),
  });
  assert.equal(html, EXPECTED);
});

test('formulas that are fields, with an empty result and without one', async () => {
  const mark = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  const docx = (result: string): string =>
    EQUATIONS.map(
      (code) =>
        `${mark('begin')}<w:r><w:instrText xml:space="preserve">${code}</w:instrText></w:r>${result}${mark('end')}`,
    ).join(docxRun(' '));
  const simple = EQUATIONS.map((code) => `<w:fldSimple w:instr="${code.replaceAll('"', '&quot;')}"/>`).join(
    docxRun(' '),
  );
  for (const body of [docx(''), docx(mark('separate')), simple]) {
    const { html } = await readDocx(sourceOf(buildDocx({ body: docxParagraph(body) })));
    assert.equal(html, EQUATIONS_EXPECTED);
  }
  const escaped = (code: string): string =>
    code.replaceAll('\\', '\\\\').replaceAll(/[^ -~]/gu, (sign) => `\\u${sign.charCodeAt(0)}?`);
  for (const result of ['', '{\\fldrslt }']) {
    const body = EQUATIONS.map((code) => `{\\field{\\*\\fldinst {${escaped(code)}}}${result}}`).join(' ');
    assert.equal(readRtf(sourceOf(Buffer.from(`{\\rtf1 ${body}\\par}`))).html, EQUATIONS_EXPECTED);
  }
  for (const result of ['', '\u0014']) {
    const body = EQUATIONS.map((code) => `\u0013${code}${result}\u0015`).join(' ');
    assert.equal(doc.read({ paragraphs: [doc.paragraph(body)] }).html, EQUATIONS_EXPECTED);
  }
});
