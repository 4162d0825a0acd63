import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { layoutFacts, LayoutPage } from '../../../../../test/support/documents/layout-page.ts';
import { layoutPages } from '../layout-pages.ts';

const NAMES = ['TRANSFER FROM SMITH', 'RENT OF MARCH', 'WATER BOARD', 'CASH AT HIGH ST'];

/** Pages of a statement: each begins with the names of the columns and goes on with the rows of the page before. */
function statement(pages: number, rows: number): string {
  const all = Array.from({ length: pages }, (_, index) => {
    const page = new LayoutPage(index + 1);
    for (const [column, name] of ['Date', 'Text', 'Paid', 'Balance'].entries())
      page.line(name, [60, 120, 320, 400][column]!, 60);
    page.horizontal(64, 60, 460);
    for (let row = 0; row < rows; row++) {
      const y = 76 + row * 14;
      const number = index * rows + row;
      page.line(`${10 + (number % 18)} Mar`, 60, y).line(NAMES[row % NAMES.length]!, 120, y);
      page.line(`${1_000 + number}.50`, 320, y).line(`${number * 37 + 5_003}.25`, 400, y);
    }
    page.line(`Page ${index + 1} of ${pages}`, 250, 800, { size: 7 });
    page.line('A note in the type of the text', 60, 86 + rows * 14, { size: 11 });
    return page.page;
  });
  return layoutPages(all, layoutFacts({ totalPages: pages }))
    .map(({ html }) => html)
    .join('\n');
}

describe('RunningLines', () => {
  it('keeps the first rows of a table on each page, and its head', () => {
    const html = statement(3, 8);
    for (let number = 0; number < 24; number++) assert.match(html, new RegExp(`>${1_000 + number}\\.50<`));
    assert.match(html, /<th>Date<\/th><th>Text<\/th><th>Paid<\/th><th>Balance<\/th>/);
    assert.doesNotMatch(html, /Page \d/);
  });
});
