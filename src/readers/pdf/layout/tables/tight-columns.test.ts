import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  layoutFacts,
  LayoutPage,
  MONO,
  prose,
  SCANNED_MONO,
} from '../../../../../test/support/documents/layout-page.ts';
import { layoutPages } from '../layout-pages.ts';

function htmlOf({ page }: LayoutPage): string {
  return layoutPages([page], layoutFacts())[0]?.html ?? '';
}

/** Rows of a table as texts. */
function rowsOf(html: string): string[] {
  return (html.match(/<tr>.*?<\/tr>/gs) ?? []).map((row) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, text]) => text).join('|'),
  );
}

/** Writes rows whose last two texts stand only `gap` points apart: right and left of one line down the page. */
function tightRows(page: LayoutPage, rows: readonly (readonly string[])[], gap: number): LayoutPage {
  page.lines(prose(3), 60, 60);
  for (const [index, [name = '', left = '', right = '']] of rows.entries()) {
    const y = 120 + index * 14;
    page
      .line(name, 60, y)
      .line(left, 260 - left.length * 5, y)
      .line(right, 260 + gap, y);
  }
  return page;
}

describe('partTightColumns', () => {
  it('parts numbers at a narrow strip that stays free in all rows', () => {
    const page = tightRows(
      new LayoutPage(),
      [
        ['Oak', '12', '7.5%'],
        ['Elm', '9', '12.1%'],
        ['Ash wood', '104', '3.0%'],
        ['Lime', '33', '9.9%'],
      ],
      5,
    );
    assert.deepEqual(rowsOf(htmlOf(page)), [
      'Oak|12|7.5%',
      'Elm|9|12.1%',
      'Ash wood|104|3.0%',
      'Lime|33|9.9%',
    ]);
  });

  it('parts them where a few rows have one word across the strip, as scans that are misread do', () => {
    const rows = [
      ['Oak', '12', '7.5%'],
      ['Elm', '9', '12.1%'],
      ['Ash wood', '104', '3.0%'],
      ['Lime', '33', '9.9%'],
      ['Beech', '41', '8.8%'],
      ['Pine', '17', '1.2%'],
      ['Larch', '28', '4.4%'],
      ['Yew', '5', '6.1%'],
    ];
    const page = tightRows(new LayoutPage(), rows, 5);
    page.line('Alder', 60, 232).line('19-31.0%', 250, 232);
    const expected = rows.map((row) => row.join('|'));
    assert.deepEqual(rowsOf(htmlOf(page)).slice(0, 8), expected);
    assert.match(htmlOf(page), /<td colspan="2">19-31.0%</);
    // Where many rows have one, there is no strip.
    page.line('Rowan', 60, 246).line('20-44.0%', 250, 246);
    page.line('Maple', 60, 260).line('21-44.0%', 250, 260);
    assert.match(rowsOf(htmlOf(page))[0] ?? '', /^Oak\|12 7.5%$/);
  });

  it('keeps the groups of digits of one number, and words that only stand below each other, together', () => {
    const numbers = tightRows(
      new LayoutPage(),
      [
        ['Oak', '12', '750'],
        ['Elm', '9', '120'],
        ['Ash wood', '104', '300'],
        ['Lime', '33', '990'],
      ],
      5,
    );
    assert.deepEqual(rowsOf(htmlOf(numbers)), ['Oak|12 750', 'Elm|9 120', 'Ash wood|104 300', 'Lime|33 990']);
    const names = tightRows(
      new LayoutPage(),
      [
        ['Oak of hills', 'van', 'Dyck'],
        ['Elm of hills', 'van', 'Gogh'],
        ['Ash of woods', 'van', 'Eyck'],
        ['Lime of parks', 'van', 'Rijn'],
      ],
      5,
    );
    assert.doesNotMatch(htmlOf(names), />van</);
  });
});

describe('tables of monospaced text', () => {
  const rows = [
    ['Old mill, doors at 7', '36', '24.0'],
    ['Walk with Old Tom', '6', '5.5'],
    ['Soup', '12', '8.3'],
    ['Car wash', '7', '1.9'],
  ];

  function write(page: LayoutPage): LayoutPage {
    for (const [index, row] of rows.entries()) {
      for (const [column, text] of row.entries())
        page.line(text, [60, 180, 220][column]!, 120 + index * 14, { font: MONO });
    }
    return page;
  }

  it('are found in a file that is monospaced throughout', () => {
    const page = new LayoutPage();
    page.lines(prose(3), 60, 60, { font: MONO });
    assert.deepEqual(
      rowsOf(htmlOf(write(page))),
      rows.map((row) => row.join('|')),
    );
  });

  it('are found between rules, and code is none', () => {
    const ruled = new LayoutPage();
    ruled.lines(prose(6), 60, 40);
    ruled.horizontal(108, 60, 260).horizontal(166, 60, 260);
    assert.deepEqual(
      rowsOf(htmlOf(write(ruled))),
      rows.map((row) => row.join('|')),
    );
    const code = new LayoutPage();
    code.lines(prose(6), 60, 40);
    const lines = [
      ['a = open(b)', '# the first'],
      ['c = d + a', '# the sum'],
      ['close(a)', '# the end'],
    ] as const;
    for (const [index, [left, right]] of lines.entries()) {
      const y = 120 + index * 12;
      code.line(left, 60, y, { font: MONO }).line(right, 200, y, { font: MONO });
    }
    assert.doesNotMatch(htmlOf(code), /<table/);
  });
});

describe('tables of monospaced text in scans', () => {
  const font = SCANNED_MONO;

  it('keep the words of a cell together where narrow letters make a blank look wide', () => {
    const page = new LayoutPage();
    page.lines(prose(3), 60, 60, { font });
    page.horizontal(108, 60, 300).horizontal(122, 60, 300).horizontal(178, 60, 300);
    const rows = [
      ['Item', 'Sold', 'Change'],
      ['Reading, doors at 7', '95.3%', '777.01'],
      ['Car wash', '66.3%', '261.34'],
      ['A rainy bakery', '65.0%', '91.91'],
      ['Garden hose', '51.1%', '834.57'],
    ];
    for (const [index, [name = '', sold = '', change = '']] of rows.entries()) {
      const y = 118 + index * 14;
      page.line(name, 60, y, { font }).line(sold, 180, y, { font }).line(change, 240, y, { font });
    }
    // The ink of a digit is narrower than its place.
    const digit = page.page.words.find(({ text }) => text === '7')!;
    digit.box.left += 1;
    digit.box.right -= 1;
    assert.deepEqual(
      rowsOf(htmlOf(page)),
      rows.map((row) => row.join('|')),
    );
  });

  it('have names of columns with only a blank between them', () => {
    const page = new LayoutPage();
    page.lines(prose(3), 60, 60, { font });
    page.line('Item', 60, 118, { font }).line('Opening Closing Change', 150, 118, { font });
    page.horizontal(122, 60, 260).horizontal(178, 60, 260);
    const rows = [
      ['Oak', '24', '9.3%', '77.1'],
      ['Elm', '13', '6.3%', '26.4'],
      ['Ash', '12', '5.0%', '91.1'],
      ['Yew', '35', '5.1%', '83.7'],
    ];
    for (const [index, row] of rows.entries()) {
      for (const [column, text] of row.entries())
        page.line(text, [60, 160, 205, 240][column]!, 132 + index * 14, { font });
    }
    assert.deepEqual(rowsOf(htmlOf(page)), [
      'Item|Opening|Closing|Change',
      ...rows.map((row) => row.join('|')),
    ]);
  });
});
