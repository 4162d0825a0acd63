import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { layoutFacts, LayoutPage, prose } from '../../../../../test/support/documents/layout-page.ts';
import { layoutPages } from '../layout-pages.ts';

function htmlOf({ page }: LayoutPage): string {
  return layoutPages([page], layoutFacts())[0]?.html ?? '';
}

describe('takeMarginNotes', () => {
  it('keeps notes in a margin apart from the text beside them, in front of the next paragraph', () => {
    const page = new LayoutPage();
    page.lines(prose(8, 'first'), 160, 100);
    page.line('Notes are set', 60, 124, { size: 8 }).line('in small type.', 60, 133, { size: 8 });
    page.lines(prose(8, 'second'), 160, 210);
    assert.match(htmlOf(page), /first\.<\/p>\n<p>Notes are set in small type\.<\/p>\n<p>The second/);
  });

  it('does not cut a line of small type that is wider than the text, nor take numbers away', () => {
    const page = new LayoutPage();
    page.lines(prose(8, 'first'), 160, 100);
    page.line(
      'A line of small type that begins in front of the text and ends behind it, as tables and cards have it',
      120,
      220,
      {
        size: 8,
      },
    );
    assert.match(
      htmlOf(page),
      /A line of small type that begins in front of the text and ends behind it, as/,
    );
    const numbers = new LayoutPage();
    numbers.lines(prose(8, 'first'), 160, 100);
    numbers.line('12', 130, 100, { size: 8 });
    assert.match(htmlOf(numbers), /12 The first/);
  });

  it('leaves a table where it stands, whatever the width of the text', () => {
    const page = new LayoutPage(1, 842, 595);
    page.lines(prose(8, 'calibration'), 40, 100);
    page
      .line('Small type beside', 440, 300, { size: 8 })
      .line('the table, in letters', 440, 309, { size: 8 });
    for (let row = 0; row < 4; row++) {
      page.line(`part ${row}`, 440, 110 + row * 16).line(`${row}5 kg`, 600, 110 + row * 16);
    }
    for (let edge = 0; edge <= 4; edge++) page.horizontal(98 + edge * 16, 435, 700);
    for (const x of [435, 580, 700]) page.vertical(x, 98, 98 + 64);
    assert.match(htmlOf(page), /<td>part 3<\/td>\s*<td>35 kg<\/td>/);
  });
});
