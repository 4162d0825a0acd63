import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BOLD, layoutFacts, LayoutPage, prose } from '../../../../../test/support/documents/layout-page.ts';
import { numberingDepth } from './heading-levels.ts';
import { layoutPages } from '../layout-pages.ts';

function headingsOf({ page }: LayoutPage): string[] {
  const html = layoutPages([page], layoutFacts())[0]?.html ?? '';
  return html.match(/<h\d>[^<]*/g) ?? [];
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
});
