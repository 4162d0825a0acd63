import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildDoc, type DocRun, sprm, u16, u32, utf16 } from '../../../test/support/documents/build-doc.ts';
import {
  BOLD,
  ITALIC,
  HIDDEN,
  DELETED,
  SPECIAL,
  CELL,
  read,
  readBytes,
  paragraph,
  runs,
} from '../../../test/support/documents/doc-parts.ts';
import { DocumentError } from '../document-error.ts';

test('reads paragraphs with the looks of their characters', () => {
  const { html, warnings } = read({
    paragraphs: [
      runs(
        'Plain, ',
        { text: 'bold', sprms: BOLD },
        ' and ',
        { text: 'both', sprms: [...BOLD, ...ITALIC] },
        '.',
      ),
      runs('x', { text: '2', sprms: sprm(0x2a48, 1) }, ' H', { text: '2', sprms: sprm(0x2a48, 2) }, 'O ', {
        text: 'off',
        sprms: sprm(0x0837, 1),
      }),
      runs('<a & b>\u000bnext\u001eto'),
    ],
  });
  assert.equal(
    html,
    '<p>Plain, <strong>bold</strong> and <strong><em>both</em></strong>.</p>' +
      '<p>x<sup>2</sup> H<sub>2</sub>O <s>off</s></p><p>&lt;a &amp; b&gt;<br>next-to</p>',
  );
  assert.deepEqual(warnings, []);
});

test('reads pieces of one and two bytes in the order of the text, not of the file', () => {
  const { html } = read({
    paragraphs: [paragraph('caf\u00e9 \u20ac'), paragraph('\u041f\u0440\u0438\u0432\u0435\u0442')],
    pieces: [
      { length: 5, isWide: false },
      { length: 1, isWide: true },
      { length: 1, isWide: false },
      { length: 7, isWide: true },
    ],
  });
  assert.equal(html, '<p>café €</p><p>Привет</p>');
});

test('applies what a fast save put on a piece', () => {
  const { html } = read({
    paragraphs: [paragraph('one two')],
    pieces: [
      { length: 4, isWide: true },
      { length: 4, isWide: false, sprms: BOLD },
    ],
  });
  assert.equal(html, '<p>one <strong>two</strong></p>');
});

test('leaves out hidden and deleted text, and joins what a deleted mark parted', () => {
  const { html } = read({
    paragraphs: [
      runs('seen', { text: ' hidden', sprms: HIDDEN }, { text: ' deleted', sprms: DELETED }),
      { runs: [{ text: 'first ' }], markSprms: DELETED },
      paragraph('second'),
    ],
  });
  assert.equal(html, '<p>seen</p><p>first second</p>');
});

test('finds headings by number, by base and by level, in any language', () => {
  const { html } = read({
    styles: [
      { name: 'Standard', builtIn: 0 },
      { name: 'Überschrift 2', builtIn: 2, base: 0, characterSprms: BOLD },
      { name: 'Kapitel', builtIn: 0xffe, base: 1 },
      { name: 'Titel', builtIn: 62, base: 0 },
      { name: 'Gliederung', builtIn: 0xffe, base: 0, paragraphSprms: sprm(0x2640, 3) },
    ],
    paragraphs: [
      paragraph('Titel', { style: 3 }),
      paragraph('Zwei', { style: 1 }),
      paragraph('Kapitel', { style: 2 }),
      paragraph('Vier', { style: 4 }),
      paragraph('Eins', { sprms: sprm(0x2640, 0) }),
      paragraph('Text'),
    ],
  });
  assert.equal(html, '<h1>Titel</h1><h2>Zwei</h2><h2>Kapitel</h2><h4>Vier</h4><h1>Eins</h1><p>Text</p>');
});

test('a toggle may turn the style around', () => {
  const { html } = read({
    styles: [
      { name: 'Normal', builtIn: 0 },
      { name: 'Strong', builtIn: 87, isCharacterStyle: true, characterSprms: BOLD },
    ],
    paragraphs: [
      runs(
        { text: 'a', sprms: sprm(0x4a30, ...u16(1)) },
        { text: 'b', sprms: [...sprm(0x4a30, ...u16(1)), ...sprm(0x0835, 0x81)] },
      ),
    ],
  });
  assert.equal(html, '<p><strong>a</strong>b</p>');
});

test('reads fields: links, results, and those that are only right on paper', () => {
  const { html } = read({
    paragraphs: [
      runs(
        '\u0013 HYPERLINK "https://a.test/?q=1&r" \\o "tip" \u0014link\u0015 \u0013 HYPERLINK \\l "part" \u0014there\u0015',
      ),
      runs(
        '\u0013 HYPERLINK "javascript:alert(1)" \u0014bad\u0015 page \u0013 PAGE \u00145\u0015, date \u0013 DATE \u0014today\u0015',
      ),
      runs(
        '\u0013 IF \u0013 PAGE \u00141\u0015 = 1 "x" \u0014shown\u0015 \u0013 SYMBOL 97 \\f Symbol \u0015',
      ),
      runs('open \u0013 field and end \u0014'),
    ],
  });
  assert.equal(
    html,
    '<p><a href="https://a.test/?q=1&amp;r">link</a> <a href="#part">there</a></p>' +
      '<p>bad page , date today</p><p>shown α</p><p>open  field and end</p>',
  );
});

test('gives a place that a link leads to its name', () => {
  const link = '\u0013 HYPERLINK \\l "part" \u0014go\u0015';
  const { html } = read({
    paragraphs: [runs(link), paragraph('Part')],
    extents: new Map([
      [21, [0xff, 0xff, ...u16(2), 0, 0, ...u16(5), ...utf16('other'), ...u16(4), ...utf16('part')]],
      [22, [...u32(0), ...u32(link.length + 1), ...u32(99), ...u32(0), ...u32(0)]],
    ]),
  });
  assert.equal(html, '<p><a href="#part">go</a></p><p id="part">Part</p>');
});

test('puts notes at the end, footnotes and endnotes as they are met', () => {
  const main = 'One\u0002 two\u0002 three*.\r';
  const { html } = read({
    lengths: [main.length, 12, 0, 0, 0, 10],
    paragraphs: [
      runs('One', { text: '\u0002', sprms: SPECIAL }, ' two', { text: '\u0002', sprms: SPECIAL }, ' three*.'),
      runs('\u0002 Foot'),
      paragraph('Own\u000b'),
      runs('\u0002 Endnote'),
      paragraph(''),
    ],
    extents: new Map([
      [2, [...u32(3), ...u32(15), ...u32(main.length), ...u16(1), ...u16(0)]],
      [3, [...u32(0), ...u32(7), ...u32(12), ...u32(13)]],
      [46, [...u32(8), ...u32(main.length), ...u16(1)]],
      [47, [...u32(0), ...u32(10), ...u32(11)]],
    ]),
  });
  assert.equal(
    html,
    '<p>One<sup><a href="#fn1" id="fnref1">1</a></sup> two<sup><a href="#fn2" id="fnref2">2</a></sup>' +
      ' three<sup><a href="#fn3" id="fnref3">*</a></sup>.</p>' +
      '<ol><li id="fn1">Foot <a href="#fnref1">↩</a></li><li id="fn2">Endnote <a href="#fnref2">↩</a></li><li id="fn3">Own <a href="#fnref3">↩</a></li></ol>',
  );
});

test('reads signs of symbol fonts', () => {
  const { html } = read({
    fonts: [
      { name: 'Times New Roman' },
      { name: 'Symbol', characterSet: 2 },
      { name: 'Wingdings', characterSet: 2 },
    ],
    paragraphs: [
      runs({ text: '(', sprms: [...SPECIAL, ...sprm(0x6a09, ...u16(1), ...u16(0xf061))] }, ' ', {
        text: '\uf0fc',
        sprms: sprm(0x4a4f, ...u16(2)),
      }),
    ],
  });
  assert.equal(html, '<p>α ✓</p>');
});

test('reads Word 6 by the code page of its fonts, with its own modifiers', () => {
  const cyrillic = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]).toString('latin1');
  const cell = [24, 1];
  const { html } = read({
    generation: 'word6',
    fonts: [{ name: 'Times New Roman' }, { name: 'Arial Cyr', characterSet: 204 }],
    styles: [
      { name: 'Normal', builtIn: 0 },
      { name: 'heading 1', builtIn: 1, base: 0 },
    ],
    paragraphs: [
      paragraph('Title', { style: 1 }),
      runs(
        { text: cyrillic, sprms: [93, 1, 0] },
        ' ',
        { text: 'bold', sprms: [85, 1] },
        { text: ' gone', sprms: [92, 1] },
      ),
      paragraph('a', { mark: CELL, sprms: cell }),
      paragraph('b', { mark: CELL, sprms: cell }),
      paragraph('', { mark: CELL, sprms: [...cell, 25, 1] }),
    ],
  });
  assert.equal(
    html,
    '<h1>Title</h1><p>Привет <strong>bold</strong></p><table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>',
  );
});

test('reads Word 6 without font sets by its language', () => {
  const { html } = read({ generation: 'word6', lid: 0x405, paragraphs: [paragraph('\u00e8e\u009atina')] });
  assert.equal(html, '<p>čeština</p>');
});

test('reads the text of Word 2, which has no container', () => {
  const bytes = new Uint8Array(0x200);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0xa5db, true);
  view.setUint16(2, 45, true);
  view.setUint16(6, 0x409, true);
  const text = 'Old text\rcaf\u00e9\r';
  view.setUint32(24, 0x180, true);
  view.setUint32(28, 0x180 + text.length, true);
  view.setUint32(0x34, text.length, true);
  bytes.set(Buffer.from(text, 'latin1'), 0x180);
  assert.equal(readBytes(bytes).html, '<p>Old text</p><p>café</p>');
});

test('says which files have a password and which no text', () => {
  const paragraphs = [paragraph('secret')];
  const codeOf = (bytes: Uint8Array): string => {
    try {
      readBytes(bytes);
      return '';
    } catch (error) {
      assert.ok(error instanceof DocumentError);
      return error.code;
    }
  };
  assert.equal(codeOf(buildDoc({ paragraphs, flags: 0x0100 })), 'SCRAPE_DOCUMENT_ENCRYPTED');
  assert.equal(codeOf(buildDoc({ paragraphs, flags: 0x8100 })), 'SCRAPE_DOCUMENT_ENCRYPTED');
  assert.equal(codeOf(new Uint8Array(1_000)), 'SCRAPE_DOCUMENT_DAMAGED');
  assert.equal(codeOf(buildDoc({ paragraphs }).subarray(0, 600)), 'SCRAPE_DOCUMENT_DAMAGED');
});

test('an empty document is empty, not damaged', () => {
  assert.deepEqual(read({ paragraphs: [paragraph('')] }), { html: '', properties: {}, warnings: [] });
});

test('reads text without a piece table, and says that some may be missing', () => {
  const bytes = buildDoc({ paragraphs: [paragraph('still there')], extents: new Map([[33, []]]) });
  const { html, warnings } = readBytes(bytes);
  assert.match(html, /still there/);
  assert.equal(warnings.length, 1);
});

test('shows what a form is filled in with', () => {
  const text = (value: string): number[] => [...u16(value.length), ...utf16(value), 0, 0];
  const head = [...u16(68), ...Array.from({ length: 62 }, () => 0)];
  const data = (content: readonly number[]): number[] => [
    ...u32(4 + head.length + content.length),
    ...head,
    ...content,
  ];
  const base = (flags: number): number[] => [
    ...u32(0xff_ff_ff_ff),
    ...u16(flags),
    ...u16(0),
    ...u16(0),
    ...text('Name'),
  ];
  const box = data([...base(1 | (1 << 2)), ...u16(0)]);
  const choices = [0xff, 0xff, ...u16(2), ...u16(0), ...u16(3), ...utf16('Red'), ...u16(4), ...utf16('Blue')];
  const list = data([
    ...base(2 | (25 << 2)),
    ...u16(1),
    ...Array.from({ length: 5 }, () => text('')).flat(),
    ...choices,
  ]);
  const field = (name: string, at: number): Array<string | DocRun> => [
    `\u0013 ${name} `,
    { text: '\u0001', sprms: [...SPECIAL, ...sprm(0x0806, 1), ...sprm(0x6a03, ...u32(at))] },
    '\u0015',
  ];
  const { html } = read({
    data: [...box, ...list],
    paragraphs: [runs('Yes ', ...field('FORMCHECKBOX', 0), ' ', ...field('FORMDROPDOWN', box.length))],
  });
  assert.equal(html, '<p>Yes ☒ Blue</p>');
});

test('reads formulas that are fields, and says which are objects', () => {
  const { html, warnings } = read({
    paragraphs: [
      runs('\u0013 EQ \\f(1,2) \u0015 of \u0013 EQ \\r(3,x+\\f(a,b)) \u0015'),
      runs('\u0013 EQ \\* jc2 \\* "Font:x" \\* hps10 \\o\\ad(\\s\\up 9(\u3068\u3046),\u6771) \u0015'),
      runs('\u0013 EMBED Equation.3 \u0014\u0001\u0015'),
    ],
  });
  assert.equal(html, '<p>1/2 of √(x+a/b)</p><p>東</p>');
  assert.deepEqual(warnings, ['One equation is an embedded object and was left out.']);
});

test('a large first letter belongs to the paragraph behind it', () => {
  const { html } = read({
    paragraphs: [paragraph('O', { sprms: sprm(0x442c, ...u16(0x19)) }), paragraph('nce upon')],
  });
  assert.equal(html, '<p>Once upon</p>');
});

test('reads a Word 6 file that was saved fast, with joined cells', () => {
  const cells = [1, 2, 0].flatMap((flags) => [...u16(flags), 0, 0, 0, 0, 0, 0, 0, 0]);
  const content = [3, ...[0, 500, 1_000, 1_500].flatMap((edge) => u16(edge)), ...cells];
  const definition = [190, ...u16(content.length + 1), ...content];
  const inTable = { mark: CELL, sprms: [24, 1] };
  const { html } = read({
    generation: 'word6',
    paragraphs: [
      paragraph('Wide', inTable),
      paragraph('', inTable),
      paragraph('c', inTable),
      paragraph('', { mark: CELL, sprms: [24, 1, 25, 1, ...definition] }),
      paragraph('x', inTable),
      paragraph('y', inTable),
      paragraph('z', inTable),
      paragraph('', { mark: CELL, sprms: [24, 1, 25, 1] }),
    ],
    pieces: [
      { length: 3, isWide: false },
      { length: 13, isWide: false },
    ],
  });
  assert.equal(
    html,
    '<table><tbody><tr><td colspan="2">Wide</td><td>c</td></tr><tr><td>x</td><td>y</td><td>z</td></tr></tbody></table>',
  );
});
