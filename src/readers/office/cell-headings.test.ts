import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sectionsOf, withStrongHeadings } from './cell-headings.ts';

const convert = (rows: string[][]): string[][] => {
  const one = withStrongHeadings(rows);
  return rows.map((cells) => cells.map(one));
};

test('headings in a table of data are strong text', () => {
  assert.deepEqual(
    convert([
      ['<h3>Year</h3>', '<h3 id="a">Sum of <strong>all</strong></h3>'],
      ['2001', '<p>12</p>'],
    ]),
    [
      ['<strong>Year</strong>', '<p id="a"><strong>Sum of all</strong></p>'],
      ['2001', '<p>12</p>'],
    ],
  );
});

test('tables that lay out a page keep their headings', () => {
  const layouts: string[][][] = [
    [['<h2>Left</h2>', '<h2>Right</h2>']],
    [['<h2>One</h2>'], ['text']],
    [
      ['<h2>Work</h2>', 'x'],
      ['<p>1</p><p>2</p>', 'y'],
    ],
    [
      ['<h2>Work</h2>', 'x'],
      ['<ul><li>1</li></ul>', 'y'],
    ],
  ];
  for (const rows of layouts) assert.deepEqual(convert(rows), rows);
});

test('a long cell costs no more than its length', () => {
  const long = `<h2>${'<em>a</em> '.repeat(300_000)}</h2>`;
  assert.match(
    convert([
      [long, 'b'],
      ['c', 'd'],
    ])[0]?.[0] ?? '',
    /^<strong><em>a/,
  );
});

const parted = (rows: string[][]): string[] =>
  sectionsOf(
    rows,
    (cells) => cells,
    (cells) => cells.includes('joined'),
  ).map((section) => ('heading' in section ? section.heading : section.rows.join(' | ')));

test('rows that hold a heading alone part a table', () => {
  const heading = ['<h2>Work</h2>', ''];
  assert.deepEqual(parted([heading, ['a', 'b'], ['c', 'd'], ['', '<h2>Home</h2>'], ['e', 'f'], ['g', 'h']]), [
    '<h2>Work</h2>',
    'a,b | c,d',
    '<h2>Home</h2>',
    'e,f | g,h',
  ]);
  for (const whole of [
    [['a', 'b'], heading, ['c', 'd'], ['e', 'f']],
    [heading, ['<h3>a</h3>', 'b'], ['c', 'd']],
    [heading, ['a', 'b']],
    [
      ['<h2>Work</h2>', 'joined'],
      ['a', 'b'],
      ['c', 'd'],
    ],
    [
      ['<h2>Work</h2><p>x</p>', ''],
      ['a', 'b'],
      ['c', 'd'],
    ],
  ]) {
    assert.equal(parted(whole).length, 1);
  }
});
