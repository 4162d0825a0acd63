import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sprm, u16, u32, type DocParagraph } from '../../../../test/support/documents/build-doc.ts';
import {
  IN_TABLE,
  ROW_END,
  CELL,
  read,
  paragraph,
  runs,
  definition,
  row,
  level,
} from '../../../../test/support/documents/doc-parts.ts';

test('reads tables with spans of both kinds and a head', () => {
  const { html } = read({
    paragraphs: [
      paragraph('Before'),
      ...row(['Head', 'Wide'], [0, 1000, 3000], [0, 0], sprm(0x3404, 1)),
      ...row(['Tall', 'b', 'c'], [0, 1000, 2010, 3000], [0x60, 0, 0]),
      ...row(['', 'd', ''], [0, 1000, 2000, 3000], [0x20, 1, 2]),
      paragraph('After'),
    ],
  });
  assert.equal(
    html,
    '<p>Before</p><table><thead><tr><th>Head</th><th colspan="2">Wide</th></tr></thead>' +
      '<tbody><tr><td rowspan="2">Tall</td><td>b</td><td>c</td></tr><tr><td colspan="2">d</td></tr></tbody></table>' +
      '<p>After</p>',
  );
});

test('reads a table within a cell, whose marks are those of paragraphs', () => {
  const inner = [...IN_TABLE, ...sprm(0x6649, ...u32(2))];
  const { html } = read({
    paragraphs: [
      paragraph('outer', { sprms: IN_TABLE }),
      paragraph('in', { sprms: [...inner, ...sprm(0x244b, 1)] }),
      paragraph('ner', { sprms: [...inner, ...sprm(0x244b, 1)] }),
      paragraph('', { sprms: [...inner, ...sprm(0x244b, 1), ...sprm(0x244c, 1)] }),
      paragraph('', { mark: CELL, sprms: IN_TABLE }),
      paragraph('', { mark: CELL, sprms: ROW_END }),
    ],
  });
  assert.equal(html, '<p>outer</p><table><tbody><tr><td>in</td><td>ner</td></tr></tbody></table>');
});

test('takes long properties from the data stream', () => {
  const list = [...ROW_END, ...definition([0, 500, 1000], [0, 0])];
  const { html } = read({
    data: [9, 9, ...u16(list.length), ...list],
    paragraphs: [
      paragraph('a', { mark: CELL, sprms: IN_TABLE }),
      paragraph('b', { mark: CELL, sprms: IN_TABLE }),
      paragraph('', { mark: CELL, sprms: sprm(0x6646, ...u32(2)) }),
    ],
  });
  assert.equal(html, '<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>');
});

test('reads lists with their levels, numbers and starts, and numbers headings', () => {
  const lists = [
    ...u16(2),
    ...[7, 8].flatMap((id) => [...u32(id), ...Array.from({ length: 22 }, () => 0), id === 7 ? 0 : 1, 0]),
  ];
  // The levels lie behind the stated length of the lists.
  const levels = [
    ...level(23, '\u00b7'),
    ...level(4, '\u0001)'),
    ...Array.from({ length: 7 }, () => level(0, '')).flat(),
    ...level(0, '\u0000.', 3),
  ];
  const overrides = [7, 8].flatMap((id) => [...u32(id), ...Array.from({ length: 12 }, () => 0)]);
  const item = (text: string, list: number, depth: number): DocParagraph =>
    paragraph(text, { sprms: [...sprm(0x260a, depth), ...sprm(0x460b, ...u16(list))] });
  const { html } = read({
    paragraphs: [
      item('a', 1, 0),
      item('b', 1, 1),
      item('c', 1, 1),
      item('d', 1, 0),
      item('e', 2, 0),
      paragraph('between', { sprms: sprm(0x840f, ...u16(360)) }),
      item('f', 2, 0),
      paragraph('H', { sprms: [...sprm(0x2640, 0), ...sprm(0x460b, ...u16(2))] }),
    ],
    extents: new Map([
      [73, lists],
      [74, [...u32(2), ...overrides, ...u32(0xff_ff_ff_ff), ...u32(0xff_ff_ff_ff)]],
    ]),
    unlisted: new Map([[73, levels]]),
  });
  assert.equal(
    html,
    '<ul><li>a<ol type="a"><li>b</li><li>c</li></ol></li><li>d</li></ul><ol start="3"><li>e<p>between</p></li><li>f</li></ol><h1>5. H</h1>',
  );
});

test('writes out numbers that no HTML list shows, joins a list that was parted, and parts one that begins anew', () => {
  const ids = [1, 2, 3];
  const lists = [
    ...u16(3),
    ...ids.flatMap((id) => [...u32(id), ...Array.from({ length: 22 }, () => 0), id === 1 ? 0 : 1, 0]),
  ];
  const levels = [
    ...level(0, '\u0000.'),
    ...level(0, '\u0000.\u0001'),
    ...Array.from({ length: 7 }, () => level(0, '')).flat(),
    ...level(0, '\u0000)'),
    ...level(0, '\u0000)'),
  ];
  const overrides = [1, 2, 3, 3].flatMap((id, i) => [
    ...u32(id),
    ...Array.from({ length: 8 }, () => 0),
    i === 3 ? 1 : 0,
    0,
    0,
    0,
  ]);
  const item = (text: string, list: number, depth = 0): DocParagraph =>
    paragraph(text, { sprms: [...sprm(0x260a, depth), ...sprm(0x460b, ...u16(list))] });
  const none = u32(0xff_ff_ff_ff);
  const { html } = read({
    paragraphs: [
      item('a', 1),
      item('b', 1, 1),
      item('c', 1, 1),
      paragraph('x'),
      item('d', 2),
      item('e', 3),
      item('f', 3),
      item('g', 4),
    ],
    extents: new Map([
      [73, lists],
      [74, [...u32(4), ...overrides, ...none, ...none, ...none, ...none, ...u32(9), ...u32(0x10)]],
    ]),
    unlisted: new Map([[73, levels]]),
  });
  assert.equal(
    html,
    '<ol><li>a<ul><li>1.1 b</li><li>1.2 c</li></ul></li></ol><p>x</p><ol><li>d</li><li>e</li><li>f</li>' +
      '</ol><ol start="9"><li>g</li></ol>',
  );
});

test('text in a font of one width is code, unless the whole document is', () => {
  const fonts = [{ name: 'Times New Roman' }, { name: 'Courier New' }];
  const code = sprm(0x4a4f, ...u16(1));
  const paragraphs = [
    runs('Call ', { text: 'f(x)', sprms: code }, '.'),
    runs({ text: 'if (a) {', sprms: code }),
    runs({ text: '  b < c', sprms: code }),
  ];
  assert.equal(
    read({ fonts, paragraphs }).html,
    '<p>Call <code>f(x)</code>.</p><pre><code>if (a) {\n  b &lt; c</code></pre>',
  );
  const styles = [{ name: 'Normal', builtIn: 0, characterSprms: code }];
  assert.equal(read({ fonts, styles, paragraphs: [paragraph('typed')] }).html, '<p>typed</p>');
});

test('bold and italic of a style are no emphasis, and tell the head of a table all the same', () => {
  const look = [...sprm(0x0835, 1), ...sprm(0x0836, 1)];
  const styles = [
    { name: 'Normal', builtIn: 0 },
    { name: 'Lead', builtIn: 0xffe, base: 0, characterSprms: look },
  ];
  const inCell = (text: string, style: number): DocParagraph =>
    paragraph(text, { mark: CELL, sprms: IN_TABLE, style });
  const end = paragraph('', { mark: CELL, sprms: [...ROW_END, ...definition([0, 1000, 2000], [0, 0])] });
  const { html } = read({
    styles,
    paragraphs: [
      { ...runs({ text: 'a', sprms: [] }, { text: ' b', sprms: sprm(0x0837, 1) }), style: 1 },
      { ...runs({ text: 'c', sprms: look }, ' d'), style: 0 },
      inCell('e', 1),
      inCell('f', 1),
      end,
      inCell('g', 0),
      inCell('h', 0),
      end,
    ],
  });
  assert.equal(
    html,
    '<p>a <s>b</s></p><p><strong><em>c</em></strong> d</p>' +
      '<table><thead><tr><th>e</th><th>f</th></tr></thead><tbody><tr><td>g</td><td>h</td></tr></tbody></table>',
  );
});

test('tables of contents are lists without the numbers of pages', () => {
  const { html } = read({
    styles: [
      { name: 'Normal', builtIn: 0 },
      { name: 'toc 1', builtIn: 19, base: 0 },
      { name: 'toc 2', builtIn: 20, base: 0 },
      { name: 'TOC Heading', builtIn: 0xffe, base: 0 },
      { name: 'Contents 1', builtIn: 0xffe, base: 0 },
      { name: 'Strong', builtIn: 87, isCharacterStyle: true, characterSprms: sprm(0x0835, 1) },
    ],
    paragraphs: [
      paragraph('Contents', { style: 3 }),
      paragraph('1\tOne\t3', { style: 1 }),
      { ...runs('1.1\tHalf\t', { text: '12', sprms: sprm(0x0835, 1) }), style: 2 },
      paragraph('2\tCivil', { style: 1 }),
      paragraph('Annex\txiv', { style: 4 }),
      paragraph('Text\t7'),
    ],
  });
  assert.equal(
    html.replaceAll('\t', ' '),
    '<h1>Contents</h1><ul><li>1 One<ul><li>1.1 Half</li></ul></li><li>2 Civil</li><li>Annex</li></ul><p>Text 7</p>',
  );
});

test('code in cells is no listing, which would make a layout of the table', () => {
  const code = { name: 'Preformatted Text', builtIn: 0xffe, base: 0 };
  const inCell = (text: string, style: number): DocParagraph =>
    paragraph(text, { mark: CELL, sprms: IN_TABLE, style });
  const { html } = read({
    styles: [{ name: 'Normal', builtIn: 0 }, code],
    paragraphs: [
      inCell('a < b', 1),
      inCell('c', 0),
      paragraph('', { mark: CELL, sprms: [...ROW_END, ...definition([0, 1000, 2000], [0, 0])] }),
      paragraph('d', { style: 1 }),
    ],
  });
  assert.equal(
    html,
    '<table><tbody><tr><td><code>a &lt; b</code></td><td>c</td></tr></tbody></table><pre><code>d</code></pre>',
  );
});
