import assert from 'node:assert/strict';
import { test } from 'node:test';
import { structureOfHtml, structureOfMarkdown } from './document-structure.ts';
import { editDistance } from './edit-distance.ts';
import { headingSimilarity } from './heading-similarity.ts';
import { scoreDocument, wordsOf } from './score-document.ts';
import { tableSimilarity, tablesSimilarity, tableStructureSimilarity } from './table-similarity.ts';

const grid = (...rows: string[][]) => rows.map((row) => row.map((text) => ({ text, isCovered: false })));
const close = (actual: number, expected: number): void =>
  assert.ok(Math.abs(actual - expected) < 1e-9, `${actual}`);

test('edit distance', () => {
  assert.equal(editDistance('kitten', 'sitting'), 3);
  assert.equal(editDistance('', 'abc'), 3);
  assert.equal(editDistance('abc', ''), 3);
});

test('Markdown and HTML of the same document have the same structure', () => {
  const markdown =
    '# One **two**\n\nText[^1] with [a link](https://example.org) & *more*.\n\n- a\n- b\n  1. c\n\n| x | y |\n| --- | --: |\n| 1 | 2\\|3 |\n\n[^1]: A note.\n';
  const html =
    '<h1>One <b>two</b></h1><p>Text<sup><a href="#fn1" id="fnref1">1</a></sup> with <a href="https://example.org">a link</a> &amp; <i>more</i>.</p>' +
    '<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul><table><tr><th>x</th><th>y</th></tr><tr><td>1</td><td>2|3</td></tr></table><ol><li id="fn1">A note.</li></ol>';
  assert.deepEqual(structureOfMarkdown(markdown), structureOfHtml(html));
  assert.deepEqual(structureOfHtml(html).blocks, [
    'One two',
    'Text with a link & more.',
    'a',
    'b',
    'c',
    'A note.',
  ]);
  assert.deepEqual(structureOfHtml(html).links, ['a link https://example.org']);
  assert.equal(structureOfHtml(html).text, 'One two Text with a link & more. a b c x y 1 2|3 A note.');
});

test('spans are laid out', () => {
  const html =
    '<table><tr><th rowspan="2">a</th><th colspan="2">b</th></tr><tr><td>c</td><td>d</td></tr><tr><td>e</td></tr></table>';
  const [table] = structureOfHtml(html).tables;
  assert.deepEqual(
    table?.map((row) => row.map(({ text, isCovered }) => (isCovered ? `(${text})` : text))),
    [
      ['a', 'b', '(b)'],
      ['(a)', 'c', 'd'],
      ['e', '', ''],
    ],
  );
  const repeated = grid(['a', 'b', 'b'], ['a', 'c', 'd'], ['e', '', '']);
  const left = grid(['a', 'b', ''], ['', 'c', 'd'], ['e', '', '']);
  assert.equal(tableSimilarity(table ?? [], repeated), 1);
  assert.equal(tableSimilarity(table ?? [], left), 1);
});

test('tables', () => {
  const table = grid(['a', 'b'], ['c', 'dddd']);
  assert.equal(tableSimilarity(table, table), 1);
  // 7 nodes; one cell of four letters differs in one.
  close(tableSimilarity(table, grid(['a', 'b'], ['c', 'dddx'])), 1 - 0.25 / 7);
  assert.equal(tableStructureSimilarity(table, grid(['x', 'y'], ['z', ''])), 1);
  // A row with two cells is missing.
  close(tableSimilarity(table, grid(['a', 'b'])), 1 - 3 / 7);
  close(tablesSimilarity([table, table], [table], tableSimilarity), 0.5);
  close(tablesSimilarity([table], [grid(['q']), table], tableSimilarity), 0.5);
  assert.equal(tablesSimilarity([table], [], tableSimilarity), 0);
});

test('headings', () => {
  const headings = [
    { level: 1, text: 'A' },
    { level: 2, text: 'B' },
    { level: 3, text: 'C' },
    { level: 2, text: 'D' },
  ];
  assert.equal(headingSimilarity(headings, headings), 1);
  assert.equal(
    headingSimilarity(
      headings,
      headings.map(({ level, text }) => ({ level: level + 1, text })),
    ),
    1,
  );
  assert.equal(headingSimilarity(headings, []), 0);
  close(headingSimilarity(headings, headings.slice(0, 3)), 0.75);
  // B, C and D beside each other: C goes from below B and comes back beside it.
  close(
    headingSimilarity(
      headings,
      headings.map(({ level, text }) => ({ level: Math.min(level, 2), text })),
    ),
    0.5,
  );
});

test('a document', () => {
  const expected = structureOfMarkdown('# Title\n\nSome words here.');
  assert.deepEqual(scoreDocument(expected, expected), {
    recall: 1,
    precision: 1,
    nid: 1,
    teds: undefined,
    structureTeds: undefined,
    mhs: 1,
    blocks: 1,
    links: undefined,
    overall: 1,
    falseTables: 0,
  });
  const flat = scoreDocument(expected, structureOfMarkdown('Title\n\nSome words here.'));
  assert.equal(flat.nid, 1);
  assert.equal(flat.mhs, 0);
  assert.equal(flat.overall, 0.5);
});

test('words', () => {
  assert.deepEqual(wordsOf('Año 2020, 图书馆x—Ab_c'), ['año', '2020', '图', '书', '馆', 'x', 'ab_c']);
});
