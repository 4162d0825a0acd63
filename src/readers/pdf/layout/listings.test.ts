import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { layoutFacts, LayoutPage, MONO, prose } from '../../../../test/support/documents/layout-page.ts';
import { layoutPages } from './layout-pages.ts';

function htmlOf({ page }: LayoutPage): string {
  return layoutPages([page], layoutFacts())[0]?.html ?? '';
}

/** A line whose letters stand in cells of six tenths of the size, each in the middle of its cell, in a font of narrower letters. */
function spread(page: LayoutPage, text: string, left: number, baseline: number): void {
  for (const [index, letter] of Array.from(text).entries())
    if (letter !== ' ') page.word(letter, left + index * 7.5, baseline);
}

describe('listings', () => {
  it('joins letters that are set one by one into cells', () => {
    const page = new LayoutPage();
    page.lines(prose(4), 60, 80);
    const code = ['for (int i = 0; i < n; i++)', '{', '    total += values[i];', '}', 'return total;'];
    for (const [index, text] of code.entries()) spread(page, text, 60, 150 + index * 12);
    page.lines(prose(4, 'text'), 60, 230);
    const escaped = code.join('\n').replace('<', '&lt;');
    assert.ok(htmlOf(page).includes(`<pre><code>${escaped}</code></pre>`), htmlOf(page));
  });

  it('leaves single letters of a table where they are', () => {
    const page = new LayoutPage();
    for (let row = 0; row < 4; row++) {
      for (const [column, letter] of ['A', 'b', '1', 'x', 'y', 'z'].entries())
        page.word(letter, 60 + column * 40, 80 + row * 12);
    }
    assert.match(htmlOf(page), /<t[hd]>A<\/t[hd]><t[hd]>b<\/t[hd]>/);
  });

  it('keeps a line of a sentence that is mostly names of files in its sentence', () => {
    const page = new LayoutPage();
    page.lines(prose(4), 60, 80);
    page.line('These are the files of this program, all of them:', 60, 160);
    page.line('/usr/share/one/long/name', 60, 172, { font: MONO }).line(',', 180, 172);
    page.line('/usr/share/another/longer/name', 190, 172, { font: MONO }).line('and', 345, 172);
    page.line('what else there may be in the folders of the user.', 60, 184);
    const html = htmlOf(page);
    assert.doesNotMatch(html, /<pre>/);
    assert.match(html, /all of them: <code>.*<\/code> and what else/);
  });

  it('keeps two columns of a listing on their lines', () => {
    const page = new LayoutPage();
    page.lines(prose(4), 60, 80);
    const rows = ['-c, --check     checks only', '-o, --output    output file', '-h, --help      shows this'];
    for (const [index, row] of rows.entries()) page.line(row, 60, 150 + index * 12, { font: MONO });
    page.lines(prose(4, 'text'), 60, 210);
    assert.ok(htmlOf(page).includes(`<pre><code>${rows.join('\n')}</code></pre>`), htmlOf(page));
  });
});
