import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layoutFacts, LayoutPage, prose } from '../../../test/support/documents/layout-page.ts';
import type { ExtractedPage } from './extract/extract-page.ts';
import { TextStats } from './extract/text-stats.ts';
import { PageComposer } from './page-composer.ts';

function extracted({ page }: LayoutPage): ExtractedPage {
  return { page, stats: new TextStats(), curves: 0, isPartial: false };
}

test('a page whose text was joined to the one before is not written again for the sake of its header', () => {
  const pages = [1, 2, 3, 4].map((number) => {
    const page = new LayoutPage(number);
    page.line('The annual report of the harbour and of all its companies', 60, 30, { size: 8 });
    page.line(`Series of the town of Newport and its neighbours ${number}`, 60, 815, { size: 8 });
    if (number > 1) page.lines(['and go on here with some words to their end on this page.'], 60, 80);
    if (number < 4) {
      page.lines(prose(12), 60, 120);
      page.lines(['The last words of the page are broken in the midst of them'], 60, 700);
    }
    return page;
  });
  const composer = new PageComposer(layoutFacts({ totalPages: 4 }), { hasBlocks: false });
  const written = [...composer.add(pages.map(extracted)), ...composer.finish()];
  const text = written.map(({ html }) => html).join('\n');
  assert.equal(text.match(/go on here/g)?.length, 3);
  assert.doesNotMatch(text, /annual report|Series of the town/);
});
