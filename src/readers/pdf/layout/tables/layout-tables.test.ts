import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { colour, htmlOf, tableOf } from '../../../../../test/support/documents/laid-out-tables.ts';
import { BOLD, LayoutPage, prose } from '../../../../../test/support/documents/layout-page.ts';

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
    for (const [index, line] of [
      'stretched interplanetary wording here',
      'narrow interdisciplinary columns take',
      'uneven responsibilities overall once',
    ].entries()) {
      const words = line.split(' ');
      const blank = (220 - words.join('').length * 5) / 3;
      let x = 60;
      for (const word of words) {
        page.word(word, x, 96 + index * 12);
        x += word.length * 5 + blank;
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

  it('parts rows of different numbers of lines that stand in one drawn row', () => {
    const page = new LayoutPage();
    for (const y of [100, 120, 190]) page.horizontal(y, 60, 420);
    for (const x of [60, 160, 240, 420]) page.vertical(x, 100, 190);
    page.line('Name', 65, 114).line('Default', 165, 114).line('What it does', 245, 114);
    const rows = [
      ['weight', '1.0', 'strength'],
      ['label', '', 'name'],
      ['size', '14', 'points'],
      ['colour', 'black', 'of all letters of the name'],
    ];
    for (const [index, cells] of rows.entries()) {
      for (const [column, cell] of cells.entries()) {
        if (cell !== '') page.line(cell, [65, 165, 245][column]!, 134 + index * 14);
      }
    }
    assert.deepEqual(
      tableOf(htmlOf(page)).slice(1),
      rows.map((cells) => cells.join(' | ')),
    );
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

  it('takes coloured rows for rows, with those beside them that have no colour', () => {
    const page = new LayoutPage();
    page.lines(prose(3), 60, 60);
    const rows = [
      ['Plan', 'Price', 'For whom'],
      ['Small', '12 a month', 'People who work alone'],
      ['Middle', '30 a month', 'Teams of up to nine'],
      ['Large', '80 a month', 'Firms with an office'],
      ['Huge', '99 a month', 'Everybody else'],
    ];
    for (const [index, cells] of rows.entries()) {
      const top = 110 + index * 30;
      if (index % 2 === 0 && index > 0) colour(page, { left: 60, top, right: 400, bottom: top + 30 });
      for (const [column, cell] of cells.entries()) {
        // The last column is broken over two lines, beside the middle of which the others stand.
        const words = cell.split(' ');
        if (column < 2 || words.length < 3) page.line(cell, 64 + column * 120, top + 18);
        else {
          page.line(words.slice(0, 2).join(' '), 64 + column * 120, top + 12);
          page.line(words.slice(2).join(' '), 64 + column * 120, top + 24);
        }
      }
    }
    page.lines(prose(3), 60, 300);
    assert.deepEqual(
      tableOf(htmlOf(page)).map((row) => row.replace(/\bth /g, '')),
      rows.map((cells) => cells.join(' | ')),
    );
  });

  it('adds the head above the first rule and the row below the last one', () => {
    const page = new LayoutPage();
    page.lines(prose(3), 60, 60);
    const rows = [
      ['Site', 'Depth', 'Found'],
      ['Kiel', '12', 'Shells'],
      ['Husum', '7', 'Nothing'],
      ['Emden', '4', 'Coins'],
    ];
    for (const [index, cells] of rows.entries()) {
      for (const [column, cell] of cells.entries()) page.line(cell, 62 + column * 100, 120 + index * 24);
      if (index < rows.length - 1) page.horizontal(128 + index * 24, 60, 360);
    }
    page.lines(prose(3), 60, 240);
    assert.equal(tableOf(htmlOf(page)).length, 4);
  });

  it('finds a table that has only a rule below its head, with names beside the middle of long cells', () => {
    const page = new LayoutPage();
    page.lines(prose(3), 60, 60);
    page.line('Method', 62, 120).line('Hits', 182, 120).line('Remarks', 262, 120).horizontal(126, 60, 420);
    const rows = [
      ['Plain search', '120', 'Slow on long texts'],
      ['Ranked', '131', 'As it is used today'],
      ['Learned', '144', 'Needs a large index'],
    ];
    for (const [index, [name = '', hits = '', remark = '']] of rows.entries()) {
      const y = 142 + index * 50;
      page
        .line(remark, 262, y)
        .line('and then some more', 262, y + 12)
        .line('of it as well', 262, y + 24);
      page.line(name, 62, y + 6).line(hits, 182, y + 6);
    }
    page.lines(prose(3), 60, 320);
    assert.deepEqual(tableOf(htmlOf(page)), [
      'th Method | th Hits | th Remarks',
      ...rows.map((cells) => `${cells.join(' | ')} and then some more of it as well`),
    ]);
  });

  it('parts two tables between rules of the same length by the heading between them', () => {
    const page = new LayoutPage();
    const build = (top: number, rows: string[][]): void => {
      for (const [index, cells] of rows.entries()) {
        for (const [column, cell] of cells.entries())
          page.line(cell, 62 + column * 120, top + 14 + index * 16);
      }
      page.horizontal(top + 18, 60, 400);
    };
    build(80, [
      ['Tree', 'Height'],
      ['Ash', '30'],
      ['Oak', '25'],
    ]);
    page.line('Bushes of the same place', 60, 168, { size: 14, font: BOLD });
    page.lines(prose(2), 60, 190);
    build(230, [
      ['Bush', 'Height'],
      ['Elder', '4'],
      ['Rose', '2'],
    ]);
    const html = htmlOf(page);
    assert.equal(html.match(/<table>/g)?.length, 2);
    assert.equal(tableOf(html).length, 6);
    assert.match(html, /<h\d>Bushes of the same place/);
  });

  it('tells wrapped cells from rows by whether the next word would have had room', () => {
    const page = new LayoutPage();
    page.lines(prose(3), 60, 60);
    const line = (y: number, name: string, use: string): void => {
      if (name !== '') page.line(name, 62, y);
      page.line(use, 162, y);
    };
    // All lines stand equally close between the rules: in the first part those of one row, in the second three rows.
    line(118, 'Item', 'Use');
    line(134, '', 'Holds two parts of it together');
    line(146, 'Bolt of', 'firmly, also when they are of');
    line(158, 'steel', 'another metal than it is itself');
    line(174, 'Washer', 'Spreads it');
    line(186, 'Nut', 'Closes it');
    line(198, 'Rivet', 'Stays there');
    for (const y of [108, 122, 162, 202]) page.horizontal(y, 60, 320);
    const table = tableOf(htmlOf(page));
    assert.deepEqual(table.slice(0, 2), [
      'th Item | th Use',
      'Bolt of steel | Holds two parts of it together firmly, also when they are of another metal than it is itself',
    ]);
    assert.deepEqual(table.slice(2), ['Washer | Spreads it', 'Nut | Closes it', 'Rivet | Stays there']);
  });

  it('keeps rows together over wide spaces when their columns go on', () => {
    const page = new LayoutPage();
    page.lines(prose(3), 60, 60);
    const rows = ['Storage', 'Power', 'Network', 'Display'];
    for (const [index, name] of rows.entries()) {
      const y = 130 + index * 44;
      page.line(name, 62, y + 6).line(String(9 - index * 2), 182, y + 6);
      page.line('A text of two lines that', 262, y).line('stand close together', 262, y + 12);
    }
    page.lines(prose(3), 60, 340);
    assert.deepEqual(
      tableOf(htmlOf(page)).map((row) => row.replace(/\bth /g, '')),
      rows.map((name, index) => `${name} | ${9 - index * 2} | A text of two lines that stand close together`),
    );
  });

  it('takes no table of contents, bibliography or coloured headings for tables', () => {
    const contents = new LayoutPage(1);
    for (const [index, title] of ['I First things', 'II Second things', 'III Last things'].entries()) {
      contents.line(title, 60, 100 + index * 14).line(String(3 + index * 9), 400, 100 + index * 14);
    }
    assert.doesNotMatch(htmlOf(contents), /<table/);
    const books = new LayoutPage(1);
    for (const [index, text] of [
      'A. Person, A book',
      'B. Person, Another book',
      'C. Person, A third one',
    ].entries()) {
      books.line(`[${index + 1}]`, 60, 100 + index * 26).line(text, 84, 100 + index * 26);
      books.line('Some publisher, 1999', 84, 112 + index * 26);
    }
    assert.doesNotMatch(htmlOf(books), /<table/);
    const bars = new LayoutPage(1);
    for (const [index, title] of ['Work', 'Schools', 'Languages'].entries()) {
      const top = 80 + index * 80;
      colour(bars, { left: 60, top, right: 500, bottom: top + 16 });
      bars.line(title, 64, top + 12, { font: BOLD });
      bars
        .line('One place', 64, top + 32)
        .line('since then', 420, top + 32)
        .line('Some words on it', 64, top + 46);
    }
    assert.doesNotMatch(htmlOf(bars), /<td>(?:Work|Schools)/);
  });
});
