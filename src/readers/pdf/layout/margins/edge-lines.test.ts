import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BOLD, layoutFacts, LayoutPage, prose } from '../../../../../test/support/documents/layout-page.ts';
import { layoutPages } from '../layout-pages.ts';

const ITALIC = { name: 'Body-Italic', isBold: false, isItalic: true, isMonospaced: false };

function htmlOf(...pages: LayoutPage[]): string[] {
  return layoutPages(
    pages.map(({ page }) => page),
    layoutFacts(),
  ).map(({ html }) => html);
}

describe('edgeLines', () => {
  it('leaves out the running line of a single page that carries its number', () => {
    for (const [number, title] of [
      [60, 100],
      [270, 60],
    ] as const) {
      const page = new LayoutPage();
      page.line('217', number, 60).line('Of oaks', title, 60).lines(prose(20), 60, 100);
      // A number on the left counts only when the rest stands at the right edge.
      if (number === 60) assert.match(htmlOf(page)[0] ?? '', /217/);
      else assert.doesNotMatch(htmlOf(page)[0] ?? '', /217|oaks/);
    }
    const footed = new LayoutPage();
    footed.lines(prose(40), 60, 100);
    footed.line('Annual report | 12', 60, 780);
    assert.doesNotMatch(htmlOf(footed)[0] ?? '', /report/);
  });

  it('keeps a numbered heading, a listing and a year at the edge of a page', () => {
    const heading = new LayoutPage();
    heading.line('1', 60, 60, { font: BOLD }).line('Oaks', 95, 60, { font: BOLD }).lines(prose(20), 60, 90);
    assert.match(htmlOf(heading)[0] ?? '', /1 Oaks/);
    const invoice = new LayoutPage();
    invoice.line('Invoice no.', 60, 60).line('1234', 270, 60).lines(prose(20), 60, 100);
    assert.match(htmlOf(invoice)[0] ?? '', /1234/);
    const short = new LayoutPage();
    short.line('Oak and sons', 60, 60).line('1234', 270, 60).lines(prose(4), 60, 100);
    assert.match(htmlOf(short)[0] ?? '', /1234/);
    const year = new LayoutPage();
    year.lines(prose(20), 60, 100);
    year.line('2015', 160, 755);
    assert.match(htmlOf(year)[0] ?? '', /2015/);
  });

  it('keeps the last row of a table, though it ends in the number of the page', () => {
    const page = new LayoutPage();
    const bottom = page.lines(prose(20), 60, 60);
    const rows = Math.floor((790 - bottom) / 24);
    for (let row = 1; row <= rows; row++) {
      const y = 790 - (rows - row) * 24;
      page.line('Oak of the wood', 60, y).line(row === rows ? '1' : `${row * 7}`, 260, y);
    }
    assert.equal(htmlOf(page)[0]?.match(/Oak of the wood/g)?.length, rows);
  });

  it('leaves out names of chapters that change from page to page, but no titles', () => {
    const pages = ['Oaks', 'Elms', 'Ashes', 'Limes', 'Firs'].map((name, index) => {
      const page = new LayoutPage(index + 1);
      page.line(name, 60, 60, { font: ITALIC }).lines(prose(20), 60, 100);
      return page;
    });
    for (const html of htmlOf(...pages)) assert.doesNotMatch(html, /Oaks|Elms|Ashes|Limes|Firs/);
    const titled = ['Oaks', 'Elms', 'Ashes', 'Limes', 'Firs'].map((name, index) => {
      const page = new LayoutPage(index + 1);
      page.line(name, 60, 60, { font: BOLD }).lines(prose(20), 60, 100);
      return page;
    });
    for (const html of htmlOf(...titled)) assert.match(html, /<h1>(?:Oaks|Elms|Ashes|Limes|Firs)<\/h1>/);
  });
});
