import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { layoutFacts, LayoutPage, prose } from '../../../../test/support/documents/layout-page.ts';
import { layoutPages } from './layout-pages.ts';

function htmlOf({ page }: LayoutPage): string {
  return layoutPages([page], layoutFacts())[0]?.html ?? '';
}

describe('what blocks become', () => {
  it('nests the entries of contents by their indents, else by their numbers', () => {
    const dots = '.'.repeat(40);
    const indented = new LayoutPage();
    for (const [index, [text, left]] of (
      [
        ['Ships', 60],
        ['Sails', 76],
        ['Engines', 76],
        ['Goods', 60],
      ] as const
    ).entries())
      indented.line(`${text} ${dots} ${index + 3}`, left, 80 + index * 12);
    const nested = '<ul><li>Ships 3<ul><li>Sails 4</li><li>Engines 5</li></ul></li><li>Goods 6</li></ul>';
    assert.equal(htmlOf(indented), nested);
    const numbered = new LayoutPage();
    for (const [index, text] of ['1 Ships', '1.1 Sails', '1.2 Engines', '2 Goods'].entries())
      numbered.line(`${text} ${dots} ${index + 3}`, 60, 80 + index * 12);
    assert.equal(
      htmlOf(numbered),
      '<ul><li>1 Ships 3<ul><li>1.1 Sails 4</li><li>1.2 Engines 5</li></ul></li><li>2 Goods 6</li></ul>',
    );
  });

  it('writes a line to fill in as three signs, however long it is', () => {
    const page = new LayoutPage();
    page.line(`I, ${'_'.repeat(30)}, agree.`, 60, 80);
    assert.equal(htmlOf(page), '<p>I, ___, agree.</p>');
  });

  it('leaves out columns of a drawn table that no text stands in', () => {
    const page = new LayoutPage();
    page.lines(prose(3), 60, 40);
    for (const y of [100, 120, 140, 160]) page.horizontal(y, 60, 400);
    for (const x of [60, 200, 230, 400]) page.vertical(x, 100, 160);
    for (const [index, [name, value]] of [
      ['Name', 'Amount'],
      ['Oak', '12'],
      ['Elm', '7'],
    ].entries())
      page.line(name!, 66, 114 + index * 20).line(value!, 240, 114 + index * 20);
    assert.match(htmlOf(page), /<tr><td>Oak<\/td><td>12<\/td><\/tr>/);
  });
});
