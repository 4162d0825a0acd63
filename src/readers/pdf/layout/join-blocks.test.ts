import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { layoutFacts, LayoutPage, prose } from '../../../../test/support/documents/layout-page.ts';
import { layoutPages } from './layout-pages.ts';

const WIDE = 'The harbour of the town is open to ships of all kinds and';

/** Two pages: the text of the first ends in some lines, that of the second begins with others. */
function joined(last: readonly string[], first: readonly string[]): string {
  const one = new LayoutPage(1);
  one.lines(last, 60, 700);
  const two = new LayoutPage(2);
  const next = two.lines(first, 60, 80);
  two.lines(prose(4, 'other'), 60, next + 20);
  const facts = layoutFacts({ totalPages: 2 });
  return layoutPages([one.page, two.page], facts)
    .map(({ html }) => html)
    .join('\n');
}

describe('text that goes on on the next page', () => {
  it('is joined behind a full line whatever it begins with, and behind a semicolon where it begins small', () => {
    for (const [last, first] of [
      [
        'it was built in the years from 1869 to the very end of 1972',
        '“put to the test” by all who came to see it.',
      ],
      ['all of those who came here knew it well, the ships of NATO', 'Treaty members.'],
      ['and so it stays for now; the reason is well known to us;', 'its cost, however, is not.'],
    ] as const) {
      assert.ok(joined([WIDE, last], [first]).includes(`${last} ${first}</p>`), first);
    }
  });

  it('stays apart behind a line with room, and at the number of an item', () => {
    assert.doesNotMatch(joined([WIDE, 'it was built'], ['“Put to the test” by all.']), /built “Put/);
    assert.match(
      joined(
        [WIDE, 'it was built in the years from 1869 to the very end of 1972'],
        ['2. Further works', '3. Other works'],
      ),
      /1972<\/p>/,
    );
  });

  it('is no caption for beginning with the word figure', () => {
    const last = 'Figure and table captions give the values of the tests,';
    assert.match(
      joined([last, 'which are low once the number of parameters of the test'], ['exceeds 5,487.']),
      /parameters of the test exceeds 5,487\.<\/p>/,
    );
    assert.match(
      joined(
        [
          'Figure 2 shows the values of all of the tests that we did',
          'in the years before the number of parameters of the test',
        ],
        ['exceeds 5,487.'],
      ),
      /parameters of the test exceeds 5,487\.<\/p>/,
    );
  });
});
