import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { layoutFacts, LayoutPage, prose } from '../../../../test/support/documents/layout-page.ts';
import { layoutPages } from './layout-pages.ts';

function htmlOf({ page }: LayoutPage): string {
  return layoutPages([page], layoutFacts())[0]?.html ?? '';
}

/** Lines that each end at the right edge. */
function rightAligned(page: LayoutPage, texts: readonly string[], right: number, baseline: number): void {
  for (const [index, text] of texts.entries())
    page.line(text, right - text.length * 5, baseline + index * 12);
}

function paragraphs(texts: readonly string[]): string {
  return texts.map((text) => `<p>${text}</p>`).join('\n');
}

describe('lines that belong apart', () => {
  test('keeps the lines of addresses, references and names of a letter apart', () => {
    const page = new LayoutPage();
    const sender = ['Blue Door Bakery', '14 Quay Street', 'Northhaven'];
    const addressee = ['Ruth Neill', '221 Old Mill Lane', 'Lower Wenfield', 'post@example.org'];
    const facts = ['Date: 3 May 2024', 'Policy number: 77120', 'Employer: Mill Sons'];
    rightAligned(page, sender, 500, 60);
    page.lines(addressee, 70, 130);
    page.lines(facts, 70, 200);
    page.lines(prose(6), 70, 260);
    page.lines(['Yours sincerely,'], 70, 350);
    page.lines(['Ines Calloway'], 70, 362);
    const html = htmlOf(page);
    assert.ok(html.startsWith(paragraphs([...sender, ...addressee, ...facts])), html);
    assert.match(html, /<p>The word goes on [^<]*<\/p>\n<p>Yours sincerely,<\/p>\n<p>Ines Calloway<\/p>$/);
  });

  test('keeps goods with their prices apart, on a page that is hardly wider than they are', () => {
    const page = new LayoutPage(1, 210, 400);
    const goods = ['2 x Notebook', 'Paint white', 'Wood glue', '3 x Apple cake', 'Total due'];
    for (const [index, text] of goods.entries()) {
      page.line(text, 20, 60 + index * 12);
      page.line('32.69', 165, 60 + index * 12);
    }
    page.lines(['Thank you for your visit', 'Returns within 14 days', 'Our terms apply'], 20, 140);
    const lines = htmlOf(page)
      .replace(/<\/t[dh]><t[dh]>/g, ' ')
      .split(/\n|<\/?(?:tr|p|td|th|tbody|thead|table)>/)
      .filter((line) => line !== '');
    assert.deepEqual(lines, [
      ...goods.map((text) => `${text} 32.69`),
      'Thank you for your visit',
      'Returns within 14 days',
      'Our terms apply',
    ]);
  });

  test('keeps short lines of a slide apart', () => {
    const page = new LayoutPage(1, 720, 405);
    page.line('Where we stand', 50, 50, { size: 28 });
    const lines = ['Growth in the north', 'Other contractors', 'Long-term pensions'];
    for (const [index, text] of lines.entries()) page.line(text, 50, 110 + index * 22, { size: 18 });
    assert.equal(htmlOf(page), `<h1>Where we stand</h1>\n${paragraphs(lines)}`);
  });

  test('joins a text that is broken by the end of its column, however narrow', () => {
    const page = new LayoutPage();
    const narrow = [
      'Many of the Friends',
      'of the Old Mill met in',
      'March, and the Mayor',
      'spoke of the Quay.',
    ];
    page.lines(narrow, 70, 80);
    page.lines(['The Report of the', 'Friends was read.'], 70, 160);
    assert.equal(htmlOf(page), paragraphs([narrow.join(' '), 'The Report of the Friends was read.']));
  });

  test('takes no number for that of an item because one in a later sentence follows it', () => {
    const page = new LayoutPage();
    page.line('3. quarter: better than all others before', 60, 80);
    page.line('2024. was a good year', 60, 100);
    page.lines(['The commission met in the town on the', '4. of May and agreed about all of it'], 60, 130);
    assert.equal(
      htmlOf(page),
      [
        '<p>3. quarter: better than all others before</p>',
        '<p>2024. was a good year</p>',
        '<p>The commission met in the town on the 4. of May and agreed about all of it</p>',
      ].join('\n'),
    );
  });
});
