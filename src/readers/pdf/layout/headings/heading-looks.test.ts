import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  layoutFacts,
  LayoutPage,
  type LineOptions,
  prose,
} from '../../../../../test/support/documents/layout-page.ts';
import { layoutPages } from '../layout-pages.ts';

function headingsOf(page: LayoutPage): string[] {
  const html = layoutPages([page.page], layoutFacts())[0]?.html ?? '';
  return [...html.matchAll(/<h\d>(.*?)<\/h\d>/g)].map((match) => match[1]!);
}

/** Three short lines above paragraphs, in the size of the text and close to it. */
function sections(titles: readonly string[], options: LineOptions): LayoutPage {
  const page = new LayoutPage();
  let y = 100;
  for (const title of titles) {
    page.line(title, 60, y, options);
    y = page.lines(prose(5), 60, y + 13) + 14;
  }
  return page;
}

describe('HeadingLooks', () => {
  const titles = ['About oaks', 'About elms', 'About ashes'];

  it('takes short lines of another colour above paragraphs for headings', () => {
    assert.deepEqual(headingsOf(sections(titles, { colour: 0x2e74b5 })), titles);
  });

  it('takes short lines of another font above paragraphs for headings', () => {
    const font = { name: 'Other', isBold: false, isItalic: false, isMonospaced: false };
    assert.deepEqual(headingsOf(sections(titles, { font })), titles);
  });

  it('takes underlined lines above paragraphs for headings', () => {
    const page = new LayoutPage();
    let y = 100;
    for (const title of titles) {
      page.line(title, 60, y).horizontal(y + 1.5, 60, 60 + title.length * 5);
      y = page.lines(prose(5), 60, y + 13) + 14;
    }
    assert.deepEqual(headingsOf(page), titles);
  });

  it('leaves sentences, links and the same text in one colour as they are', () => {
    const sentences = ['Oaks are old.', 'Elms are tall.', 'Ashes are rare.'];
    assert.deepEqual(headingsOf(sections(sentences, { colour: 0x2e74b5 })), []);
    const linked = sections(titles, { colour: 0x2e74b5 });
    const box = { left: 0, top: 0, right: 595, bottom: 842 };
    linked.page.links.push({ box, url: 'https://example.org/', page: undefined });
    assert.deepEqual(headingsOf(linked), []);
    assert.deepEqual(headingsOf(sections(titles, {})), []);
  });

  it('reads a numbered line in another colour as a heading and not as a list of one item', () => {
    const numbered = ['1. About oaks', '2. About elms', '3. About ashes'];
    assert.deepEqual(headingsOf(sections(numbered, { colour: 0x2e74b5 })), numbered);
  });

  it('takes centred lines above paragraphs for headings', () => {
    const page = new LayoutPage();
    let y = 100;
    for (const title of titles) {
      page.line(title, 175 - title.length * 2.5, y);
      y = page.lines(prose(5), 60, y + 16) + 14;
    }
    assert.deepEqual(headingsOf(page), titles);
  });

  it('knows small capitals, whose letters have two sizes', () => {
    const page = new LayoutPage();
    page.lines(prose(4), 60, 100);
    page.word('R', 150, 170, { size: 10 });
    page.word('ESULTS', 155, 170, { size: 7 }).hasSpaceBefore = false;
    page.lines(prose(4), 60, 190);
    assert.deepEqual(headingsOf(page), ['RESULTS']);
  });
});
