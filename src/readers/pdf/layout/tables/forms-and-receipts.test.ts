import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { layoutFacts, LayoutPage, prose } from '../../../../../test/support/documents/layout-page.ts';
import { layoutPages } from '../layout-pages.ts';

function htmlOf({ page }: LayoutPage): string {
  return layoutPages([page], layoutFacts())[0]?.html ?? '';
}

describe('rules of forms and receipts', () => {
  it('keeps goods apart that stand between two rules above their sums', () => {
    const page = new LayoutPage(1, 240, 300);
    const rows = ['2 x Notebook', 'Wood glue', 'Paint, white', 'Apple cake', 'Discount', 'Total due'];
    for (const [index, name] of rows.entries()) {
      const y = 60 + index * 12 + (index > 3 ? 8 : 0);
      page.line(name, 20, y).line(`${index + 3}.69`, 180, y);
    }
    page.horizontal(48, 18, 202).horizontal(101, 18, 202);
    const printed = [...htmlOf(page).matchAll(/<tr><t[hd]>(.*?)<\/t[hd]><t[hd]>(.*?)<\/t[hd]><\/tr>/g)];
    assert.deepEqual(
      printed.map(([, name, price]) => [name, price]),
      rows.map((name, index) => [name, `${index + 3}.69`]),
    );
  });

  it('takes a frame around a form for no table', () => {
    const page = new LayoutPage();
    page.horizontal(60, 60, 500).horizontal(260, 60, 500).vertical(60, 60, 260).vertical(500, 60, 260);
    page.lines(prose(3), 70, 80);
    for (const [index, [one, other]] of [
      ['Full name: Ruth Neill', 'E-mail: post@example.org'],
      ['Born: 3 May 1971', 'Policy: 77120'],
      ['Town: Wenfield', 'Employer: Mill Sons'],
    ].entries()) {
      page.line(one!, 70, 150 + index * 20).line(other!, 290, 150 + index * 20);
      page.horizontal(153 + index * 20, 125, 250).horizontal(153 + index * 20, 345, 480);
    }
    page.lines(prose(2, 'remark'), 70, 230);
    const html = htmlOf(page);
    assert.match(html, /^<p>The word goes on [^<]*<\/p>/);
    assert.match(html, /<p>The remark goes on [^<]*<\/p>$/);
    assert.match(html, /Full name: Ruth Neill(?:<\/p>|<\/t[dh]>)/);
  });
});
