import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BOLD, layoutFacts, LayoutPage, prose } from '../../../../../test/support/documents/layout-page.ts';
import { numberingDepth } from './heading-levels.ts';
import { layoutPages } from '../layout-pages.ts';

function headingsOf(...pages: LayoutPage[]): string[] {
  const laidOut = layoutPages(
    pages.map(({ page }) => page),
    layoutFacts({ totalPages: pages.length }),
  );
  return laidOut.flatMap(({ html }) => html.match(/<h\d>[^<]*/g) ?? []);
}

/** Headings, each with text below it, down a page. */
function pageOf(number: number, headings: readonly (readonly [title: string, size: number])[]): LayoutPage {
  const page = new LayoutPage(number);
  for (const [index, [title, size]] of headings.entries()) {
    page.line(title, 60, 80 + index * 100, { font: BOLD, size });
    page.lines(prose(4), 60, 104 + index * 100);
  }
  return page;
}

describe('numberingDepth', () => {
  it('knows decimal, Roman and mixed numbers', () => {
    const depths = ['1 Oaks', '2.3.1. Oaks', 'IV. Oaks', 'I.A.1. Oaks', 'A.1 Oaks', 'A Oak', 'III Oaks'].map(
      numberingDepth,
    );
    assert.deepEqual(depths, [1, 3, 1, 3, 2, 0, 0]);
  });
});

describe('HeadingLevels', () => {
  it('gives words in capitals one level, whether one or two stand on the line', () => {
    const page = new LayoutPage();
    for (const [index, title] of ['WIDE GOALS', 'OBJECTIVES', 'APPROACH'].entries()) {
      page.line(title, 60, 100 + index * 90, { font: BOLD });
      page.lines(prose(4), 60, 118 + index * 90);
    }
    assert.deepEqual(headingsOf(page), ['<h1>WIDE GOALS', '<h1>OBJECTIVES', '<h1>APPROACH']);
  });

  it('puts sections without a number beside those that have one', () => {
    const page = new LayoutPage();
    page.line('A paper about trees', 60, 60, { size: 18 });
    for (const [index, [title, size]] of (
      [
        ['1. Oaks', 12],
        ['2. Elms', 12],
        ['References', 10],
      ] as const
    ).entries()) {
      page.line(title, 60, 100 + index * 90, { font: BOLD, size });
      page.lines(prose(4), 60, 118 + index * 90);
    }
    assert.deepEqual(headingsOf(page), [
      '<h1>A paper about trees',
      '<h2>1. Oaks',
      '<h2>2. Elms',
      '<h2>References',
    ]);
  });

  it('gives headings of different colours levels of their own', () => {
    const page = new LayoutPage();
    for (const [index, [title, colour]] of (
      [
        ['Trees', 0x2e74b5],
        ['Oaks', 0xc00000],
        ['Elms', 0xc00000],
        ['Shrubs', 0x2e74b5],
      ] as const
    ).entries()) {
      page.line(title, 60, 100 + index * 90, { font: BOLD, size: 12, colour });
      page.lines(prose(4), 60, 118 + index * 90);
    }
    assert.deepEqual(headingsOf(page), ['<h1>Trees', '<h2>Oaks', '<h2>Elms', '<h1>Shrubs']);
  });

  it('begins slides at the first level, although a number and a farewell among them are larger', () => {
    const titles = ['Oaks', 'Elms', 'Birches', 'Limes'];
    const slides = titles.map((title, index) => pageOf(index + 1, [[title, 18]]));
    slides.splice(2, 0, pageOf(3, [['Every second tree', 40]]));
    slides.push(pageOf(6, [['Thanks to all', 28]]));
    assert.deepEqual(headingsOf(...slides), [
      '<h1>Oaks',
      '<h1>Elms',
      '<h1>Every second tree',
      '<h1>Birches',
      '<h1>Limes',
      '<h1>Thanks to all',
    ]);
  });

  it('puts the sections of a report under its title and its chapters, which are larger than the title', () => {
    const report = [
      pageOf(1, [
        ['A report about trees', 24],
        ['To our readers', 13],
      ]),
      ...['Woods', 'Parks'].map((title, index) =>
        pageOf(index + 2, [
          [title, 30],
          ['Oaks', 13],
          ['Elms', 13],
        ]),
      ),
    ];
    assert.deepEqual(headingsOf(...report), [
      '<h1>A report about trees',
      '<h2>To our readers',
      '<h1>Woods',
      '<h2>Oaks',
      '<h2>Elms',
      '<h1>Parks',
      '<h2>Oaks',
      '<h2>Elms',
    ]);
  });

  it('takes the lines of a title in two fonts as one heading, and one line in two fonts like others of its size', () => {
    const page = new LayoutPage();
    page.line('Trees of the north', 60, 70, { font: BOLD, size: 24 });
    page.line('and their shores', 60, 98, { size: 24 });
    page.line('Oaks', 60, 130, { font: BOLD, size: 13 });
    page.lines(prose(4), 60, 150);
    page.line('A second', 60, 240, { font: BOLD, size: 24 }).line('part', 168, 240, { size: 24 });
    page.line('Elms', 60, 270, { font: BOLD, size: 13 });
    page.lines(prose(4), 60, 290);
    assert.deepEqual(headingsOf(page), [
      '<h1>Trees of the north and their shores',
      '<h2>Oaks',
      '<h1>A second part',
      '<h2>Elms',
    ]);
  });
});
