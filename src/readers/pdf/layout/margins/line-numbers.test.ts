import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { layoutFacts, LayoutPage, MONO, prose } from '../../../../../test/support/documents/layout-page.ts';
import { layoutPages } from '../layout-pages.ts';
import { findLineNumbers } from './line-numbers.ts';

function numbered(first: number, step: number, lines = 40): LayoutPage {
  const page = new LayoutPage();
  const texts = prose(lines);
  for (const [index, text] of texts.entries()) {
    page.line(text, 100, 100 + index * 12);
    const number = first + index;
    if (number % step === 0)
      page.line(String(number), 70 - String(number).length * 4, 100 + index * 12, { size: 8 });
  }
  return page;
}

describe('findLineNumbers', () => {
  it('finds the numbers of every line and of every fifth line in a margin', () => {
    assert.equal(findLineNumbers(numbered(1, 1).page.words).size, 40);
    assert.equal(findLineNumbers(numbered(1, 5).page.words).size, 8);
    const html = layoutPages([numbered(117, 1).page], layoutFacts())[0]?.html ?? '';
    assert.doesNotMatch(html, /\d/);
  });

  it('leaves the numbers of a program, of a table and of a list', () => {
    const program = new LayoutPage();
    for (let line = 1; line <= 20; line++) {
      program.line(String(line), 60, 100 + line * 12, { font: MONO });
      program.line('call the procedure with arguments', 100, 100 + line * 12, { font: MONO });
    }
    assert.equal(findLineNumbers(program.page.words).size, 0);
    const table = new LayoutPage();
    for (let line = 1; line <= 20; line++) {
      table
        .line(String(line), 60, 100 + line * 12)
        .line('Oak', 100, 100 + line * 12)
        .line('12 m', 300, 100 + line * 12);
    }
    assert.equal(findLineNumbers(table.page.words).size, 0);
    const list = new LayoutPage();
    for (let item = 1; item <= 16; item++) {
      list.line(String(item), 60, 100 + item * 40);
      list.lines(prose(item % 3 === 0 ? 3 : 1), 80, 100 + item * 40 + (item % 4) * 9);
    }
    assert.equal(findLineNumbers(list.page.words).size, 0);
  });
});
