import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertLinear } from '../../../../test/support/assert-linear.ts';
import { parseHtml } from '../../parse.ts';
import { findMainContent } from '../find-main-content.ts';
import { visibleText } from '../measure/visible-text.ts';
import type { SeenTemplate } from './block-keys.ts';

const PAGES = 8;

const story = (page: number): string =>
  Array.from(
    { length: 6 },
    (_, at) =>
      `<p>On day ${page * 100 + at} the boat ${'of the line '.repeat(1 + (page % 3))} goes on, past lock ${page}, to village ${at + page}.</p>`,
  ).join('');

interface Parts {
  /** Above the story, in it, and below. */
  above?: string;
  within?: string;
  below?: string;
  text?: string;
}

const pageOf = (page: number, { above = '', within = '', below = '', text = story(page) }: Parts): string =>
  `<body class="post-${page}"><main class="page"><div class="head"><h1 class="title">Story ${page} of the river</h1>${above}</div>${text}${within}${story(page + 50)}${below}</main></body>`;

/** What these pages say, as the next one is told. */
function seenOf(pages: readonly string[]): SeenTemplate {
  const counts = new Map<number, number>();
  let template = 0;
  for (const html of pages) {
    const { blocks } = findMainContent(parseHtml(html), { seen: [] });
    assert.ok(blocks);
    ({ template } = blocks);
    for (const key of blocks.keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const shared = [...counts].filter(([, count]) => count > 1);
  return {
    template,
    pages: pages.length,
    keys: Int32Array.from(shared, ([key]) => key),
    counts: Uint8Array.from(shared, ([, count]) => count),
  };
}

/** The text of a page by itself, and as one of its site. */
function read(parts: (page: number) => Parts, pages = PAGES): { alone: string; together: string } {
  const others = Array.from({ length: pages }, (_, page) => pageOf(page, parts(page)));
  const tree = parseHtml(pageOf(pages, parts(pages)));
  const text = (seen?: SeenTemplate[]): string => visibleText(tree, findMainContent(tree, { seen }).removed);
  return { alone: text(), together: text([seenOf(others)]) };
}

const CALL = '<div><p>Write to the harbour office today and be the first to hear of new trips.</p></div>';

describe('the frame of a site', () => {
  it('goes when it stands on most pages of the template, with its heading', () => {
    const { alone, together } = read(() => ({ below: `<h2>Good to know about us</h2>${CALL}` }));
    assert.ok(alone.includes('harbour office'), alone);
    assert.ok(!together.includes('harbour office') && !together.includes('Good to know'), together);
    assert.ok(together.includes('Story 8') && together.includes('lock 58'), together);
  });

  it('says in the trace by which evidence it went', () => {
    const others = Array.from({ length: PAGES }, (_, page) => pageOf(page, { below: CALL }));
    const tree = parseHtml(pageOf(PAGES, { below: CALL }));
    const [removal] = findMainContent(tree, { seen: [seenOf(others)] }).trace();
    assert.deepEqual(
      [removal?.rule, removal?.by, removal?.evidence],
      ['site frame', 'text', 'the same text stands on most pages of this template'],
    );
  });

  it('stays while too few pages are known, and on pages of another template', () => {
    assert.ok(read(() => ({ below: CALL }), 3).together.includes('harbour office'));
    const tree = parseHtml(pageOf(9, { below: CALL }).replace('class="head"', 'class="top"'));
    const seen = [seenOf(Array.from({ length: PAGES }, (_, page) => pageOf(page, { below: CALL })))];
    assert.ok(visibleText(tree, findMainContent(tree, { seen }).removed).includes('harbour office'));
  });

  it('is no paragraph between those that no other page has', () => {
    const note = '<p>Prices are those of the summer and hold for one person in a shared cabin.</p>';
    assert.ok(read(() => ({ within: note })).together.includes('hold for one person'));
    assert.ok(
      !read(() => ({ within: `<aside class="box">${note}${CALL}</aside>` })).together.includes('harbour'),
    );
  });

  it('is no label, no part of a table, no code', () => {
    const below = `<h2>Returns</h2><p>Nothing at all</p><table><tr><th>Name of the harbour and of its lock</th><th>Height of the water above the sea</th></tr>
      <tr><td>Lock</td><td>Nine</td></tr></table><pre>import { boat, lock, river, mill, village } from 'a very long river'</pre>`;
    const { together } = read((page) => ({
      below: `${below}<p>And so on to ${'the sea '.repeat(page + 9)} at last.</p>`,
    }));
    for (const kept of ['Returns', 'Nothing at all', 'Height of the water', 'import { boat'])
      assert.ok(together.includes(kept), kept);
  });

  it('is not the text of pages that say the same', () => {
    const { alone, together } = read(() => ({ text: story(1), within: story(2) }));
    assert.equal(together, alone);
  });
});

describe('text that stands on no other page', () => {
  const aside = (text: string): string => `<div class="sidebar"><p>${text}</p></div>`;

  it('comes back when only its place or name spoke against it', () => {
    const { alone, together } = read((page) => ({
      below: aside(
        `The keeper of lock ${page} remembers ${'a long '.repeat(page)} winter in which the river froze, and nobody came for weeks.`,
      ),
    }));
    assert.ok(!alone.includes('river froze'), alone);
    assert.ok(together.includes('river froze'), together);
  });

  it('stays away when it leads elsewhere, or other pages have it', () => {
    const teaser = (page: number): string =>
      aside(
        `<a href="/${page}">The keeper of lock ${page} remembers ${'a long '.repeat(page)} winter in which the river froze</a>, and nobody came for weeks.`,
      );
    assert.ok(!read((page) => ({ below: teaser(page) })).together.includes('river froze'));
    const same = aside(
      'The keeper of the lock remembers a winter in which the river froze, and nobody came for weeks.',
    );
    assert.ok(!read(() => ({ below: same })).together.includes('river froze'));
  });
});

it('takes time linear in the page', async () => {
  const seen = [seenOf(Array.from({ length: PAGES }, (_, page) => pageOf(page, { below: CALL })))];
  await assertLinear(4_000, (size) => {
    const nested = `<aside><h2>${'<div>'.repeat(size)}${CALL}${'<p>Some words of a text that is long enough.</p>'.repeat(size)}`;
    const tree = parseHtml(pageOf(1, { below: `${CALL.repeat(size)}${nested}` }));
    return () => findMainContent(tree, { seen });
  });
});
