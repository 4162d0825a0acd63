import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BOLD, layoutFacts, LayoutPage, prose } from '../../../../test/support/documents/layout-page.ts';
import { layoutPages } from './layout-pages.ts';

function htmlOf(...pages: LayoutPage[]): string {
  return layoutPages(
    pages.map(({ page }) => page),
    layoutFacts({ totalPages: pages.length }),
  )
    .map(({ html }) => html)
    .join('\n');
}

/** Rows of a table as texts; `th` and spans are written before a colon. */
function tableOf(html: string): string[] {
  return (html.match(/<tr>.*?<\/tr>/gs) ?? []).map((row) =>
    [...row.matchAll(/<(t[hd])((?: \w+="\d+")*)>(.*?)<\/t[hd]>/gs)]
      .map(
        ([, name, spans, text]) =>
          `${name === 'th' ? 'th ' : ''}${spans?.trim() ? `${spans.trim()} ` : ''}${text}`,
      )
      .join(' | '),
  );
}

describe('tables of a page', () => {
  it('follows ruling lines, with merged cells where a line is missing', () => {
    const page = new LayoutPage();
    for (const y of [90, 110, 150]) page.horizontal(y, 60, 360);
    page.horizontal(130, 160, 360);
    page.vertical(60, 90, 150).vertical(160, 90, 150).vertical(260, 110, 150).vertical(360, 90, 150);
    page.line('Place', 65, 104, { font: BOLD }).line('Both years', 165, 104, { font: BOLD });
    page
      .line('Kiel', 65, 134)
      .line('12', 165, 124)
      .line('15', 265, 124)
      .line('14', 165, 144)
      .line('16', 265, 144);
    assert.deepEqual(tableOf(htmlOf(page)), [
      'th Place | th colspan="2" Both years',
      'rowspan="2" Kiel | 12 | 15',
      '14 | 16',
    ]);
  });

  it('finds columns between rules that only run across', () => {
    const page = new LayoutPage();
    page.lines(prose(4), 60, 60);
    page.horizontal(120, 60, 400).horizontal(138, 60, 400).horizontal(192, 60, 400);
    const row = (y: number, ...cells: string[]): void => {
      for (const [index, cell] of cells.entries()) if (cell !== '') page.line(cell, 62 + index * 120, y);
    };
    row(132, 'Method', 'Hits', 'Misses');
    row(152, 'Plain search', '120', '14');
    row(168, 'Ranked', '', '9');
    row(184, 'Learned', '144', '7');
    page.lines(prose(4), 60, 230);
    const html = htmlOf(page);
    assert.deepEqual(tableOf(html), [
      'th Method | th Hits | th Misses',
      'Plain search | 120 | 14',
      'Ranked |  | 9',
      'Learned | 144 | 7',
    ]);
    assert.equal(html.match(/<p>/g)?.length, 2);
  });

  it('finds columns without any rule, and cells of several lines', () => {
    const page = new LayoutPage();
    page.lines(prose(4), 60, 60);
    const row = (y: number, ...cells: string[]): void => {
      for (const [index, cell] of cells.entries()) if (cell !== '') page.line(cell, 62 + index * 150, y);
    };
    row(130, 'Item', 'Meaning', 'Price');
    row(150, 'Bolt', 'Holds two parts', '0.12');
    row(162, '', 'together');
    row(182, 'Washer', 'Spreads the load', '0.03');
    row(202, 'Nut', 'Goes on a bolt', '0.05');
    assert.deepEqual(tableOf(htmlOf(page)), [
      'th Item | th Meaning | th Price',
      'Bolt | Holds two parts together | 0.12',
      'Washer | Spreads the load | 0.03',
      'Nut | Goes on a bolt | 0.05',
    ]);
  });

  it('takes neither justified lines nor lists nor columns of prose for tables', () => {
    const page = new LayoutPage();
    page.lines(prose(3), 60, 60);
    // Stretched lines: few words and wide blanks.
    for (const y of [96, 108, 120]) {
      for (const [index, word] of ['stretched', 'interplanetary', 'wording'].entries()) {
        page.word(word, 60 + [0, 70, 165][index]!, y);
      }
    }
    page.lines(prose(3), 60, 132);
    page.line('•', 70, 200).line('One item', 90, 200).line('•', 70, 212).line('Two items', 90, 212);
    page.line('•', 70, 224).line('Three items', 90, 224);
    assert.doesNotMatch(htmlOf(page), /<table/);
  });

  it('parts rows that stand in one drawn row without a line between them', () => {
    const page = new LayoutPage();
    for (const y of [100, 120, 180]) page.horizontal(y, 60, 360);
    for (const x of [60, 180, 270, 360]) page.vertical(x, 100, 180);
    page.line('Article', 65, 114).line('Price', 185, 114).line('Sum', 275, 114);
    page.line('Oak', 65, 134).line('1.50', 185, 134).line('3.00', 275, 134);
    page.line('Elm and', 65, 148).line('2.50', 185, 148).line('5.00', 275, 148);
    page.line('its bark', 65, 160);
    assert.deepEqual(tableOf(htmlOf(page)), [
      'th Article | th Price | th Sum',
      'Oak | 1.50 | 3.00',
      'Elm and its bark | 2.50 | 5.00',
    ]);
  });

  it('keeps the rows of terms and explanations that begin with small letters', () => {
    const page = new LayoutPage();
    const rows = [
      ['up', 'move one line up'],
      ['down', 'move one line down'],
      ['home', 'move to the start'],
      ['end', 'move to the end'],
    ];
    for (const [index, [term = '', text = '']] of rows.entries()) {
      page.line(term, 60, 100 + index * 12).line(text, 160, 100 + index * 12);
    }
    assert.equal(tableOf(htmlOf(page)).length, 4);
  });

  it('takes numbered lines of a program for code, with their indents', () => {
    const page = new LayoutPage();
    const lines = ['while n > 0 do', '  if n is even then', '    n = n / 2', '  end if', 'end while'];
    for (const [index, line] of lines.entries()) {
      const indent = line.length - line.trimStart().length;
      page.line(`${index + 1}:`, 60, 100 + index * 12);
      page.line(line.trimStart(), 80 + indent * 5, 100 + index * 12);
    }
    const html = htmlOf(page);
    assert.doesNotMatch(html, /<table/);
    assert.match(html, /<pre><code>1: {2}while n &gt; 0 do\n2: {4}if n is even then\n/);
  });

  it('goes on over pages and drops the head that is repeated word for word', () => {
    const build = (number: number, rows: string[][]): LayoutPage => {
      const page = new LayoutPage(number);
      const top = 100;
      for (let line = 0; line <= rows.length; line++) page.horizontal(top + line * 20, 60, 360);
      for (const x of [60, 210, 360]) page.vertical(x, top, top + rows.length * 20);
      for (const [index, [first = '', second = '']] of rows.entries()) {
        page.line(first, 65, top + 14 + index * 20).line(second, 215, top + 14 + index * 20);
      }
      return page;
    };
    const html = htmlOf(
      build(1, [
        ['Name', 'Amount'],
        ['Ash', '1'],
        ['Birch', '2'],
      ]),
      build(2, [
        ['Name', 'Amount'],
        ['Cedar', '3'],
        ['Elm', '4'],
      ]),
    );
    assert.equal(html.match(/<table>/g)?.length, 1);
    assert.deepEqual(tableOf(html), ['th Name | th Amount', 'Ash | 1', 'Birch | 2', 'Cedar | 3', 'Elm | 4']);
  });
});
