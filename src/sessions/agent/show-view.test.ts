import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertLinear } from '../../../test/support/assert-linear.ts';
import type { PageView, ViewedItem } from '../../browser/sight/page-view.ts';
import { estimateTokens } from '../../text/estimate-tokens.ts';
import { showView, USUAL_VIEW } from './show-view.ts';

function item(given: Partial<ViewedItem> & Pick<ViewedItem, 'ref' | 'name'>): ViewedItem {
  return {
    role: 'link',
    level: 0,
    value: undefined,
    options: [],
    states: [],
    isSecret: false,
    isShown: true,
    href: '',
    frameId: undefined,
    ...given,
  };
}

function viewOf(items: ViewedItem[], more: Partial<PageView> = {}): PageView {
  return {
    url: 'https://shop.example.com/',
    title: 'Shop',
    items,
    texts: [],
    next: 1,
    isCut: false,
    ...more,
  };
}

const many = (count: number): ViewedItem[] =>
  Array.from({ length: count }, (_, at) =>
    item({ ref: at + 1, name: `Link ${at + 1}`, isShown: at >= 300 && at < 310 }),
  );

describe('the view as a model is shown it', () => {
  test('has a line for each element with what it holds', () => {
    const shown = showView(
      viewOf([
        item({ ref: 0, role: 'heading', level: 2, name: 'Kettles' }),
        item({ ref: 1, name: 'Copper', level: 3, href: 'https://www.shop.example.com/copper' }),
        item({ ref: 2, name: 'Maker', href: 'https://maker.example.org/' }),
        item({ ref: 3, role: 'textbox', name: 'Mail', value: 'a@b', states: ['required', 'invalid'] }),
        item({
          ref: 4,
          role: 'combobox',
          name: 'Colour',
          value: 'Red',
          options: ['Red', 'Green', 'x'.repeat(200)],
        }),
        item({ ref: 0, role: 'alert', name: 'Wrong' }),
        item({ ref: 5, role: 'button', name: 'A "quoted"\u{E0041}\u200B name', isShown: false }),
      ]),
      USUAL_VIEW,
    );
    assert.equal(
      shown,
      [
        '-- in the window',
        '## "Kettles"',
        '### [e1] link "Copper"',
        '[e2] link "Maker" to example.org',
        '[e3] textbox "Mail" = "a@b" (required, invalid)',
        '[e4] combobox "Colour" = "Red" of "Red", "Green", ...',
        'alert "Wrong"',
        '-- outside of the window',
        '[e5] button "A \\"quoted\\" name"',
      ].join('\n'),
    );
  });

  test('has what is in the window first, then what follows, and says how much more there is', () => {
    const shown = showView(viewOf(many(1_000)), { tokens: 4_000, elements: 20 });
    const refs = Array.from(shown.matchAll(/\[e(\d+)\]/g), ([, ref]) => Number(ref));
    assert.deepEqual(
      refs,
      Array.from({ length: 20 }, (_, at) => at + 301),
    );
    assert.match(shown, /\n980 more: scroll/);
    const few = showView(viewOf(many(1_000)), { tokens: 100, elements: 150 });
    assert.ok(estimateTokens(few) < 130, few);
    assert.match(few, /\[e301\]/);
    assert.match(showView(viewOf([], { isCut: true }), USUAL_VIEW), /Nothing .*\nThe page is too large/);
  });

  test('has only the part that is asked for', () => {
    const items = [
      item({ ref: 0, role: 'heading', level: 2, name: 'Copper kettles' }),
      item({ ref: 1, name: 'One' }),
      item({ ref: 0, role: 'heading', level: 3, name: 'Large ones' }),
      item({ ref: 2, name: 'Two' }),
      item({ ref: 0, role: 'heading', level: 2, name: 'Tin kettles' }),
      item({ ref: 3, name: 'Three' }),
      item({ ref: 4, name: 'All kettles of COPPER' }),
    ];
    const shown = showView(viewOf(items), { ...USUAL_VIEW, scope: 'copper' });
    assert.deepEqual(
      Array.from(shown.matchAll(/"(.*?)"/g), ([, name]) => name),
      ['Copper kettles', 'One', 'Large ones', 'Two', 'All kettles of COPPER'],
    );
    assert.match(showView(viewOf(items), { ...USUAL_VIEW, scope: 'gold' }), /No element has these words/);
  });

  test('takes a time that is linear in the elements', async () => {
    await assertLinear(20_000, (count) => {
      const view = viewOf(many(count));
      return () => showView(view, { tokens: Infinity, elements: Infinity, scope: 'link' });
    });
  });
});
