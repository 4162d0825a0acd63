import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseHtml } from '../../parse.ts';
import { findMainContent } from '../find-main-content.ts';
import { visibleText } from '../measure/visible-text.ts';

const PROSE = Array.from(
  { length: 40 },
  (_, at) =>
    `<p>On day ${at} the boat goes on, past a lock and a mill, to the next village on the river.</p>`,
).join('');
const SECTION =
  '<h3>How we chose</h3><p>We went on twelve boats in one summer, slept in all of them, and asked those who live on the river, each one twice, what they think.</p>';

function reduce(part: string): string {
  const tree = parseHtml(`<article><h1>The long river</h1>${PROSE}${part}</article>`);
  return visibleText(tree, findMainContent(tree).removed);
}

describe('names of page builders', () => {
  const harmless = {
    'a compound with the word of a widget': `<div class="elementor-widget elementor-widget-text-editor"><p>Told in one evening, by the fire.</p></div>`,
    'a table on a person': `<table class="infobox vcard"><tr><td>Born in the old mill, in May</td></tr></table>`,
    'a heading on a model': `<div id="what-is-gpt" class="gpt"><p>It is told what the letters mean.</p></div>`,
    'the hash of a build': `<div class="table_root__adKqa"><p>Told in one evening, by the fire.</p></div>`,
    'a value in brackets': `<div class="top-[var(--nav-height)] group-hover/tooltip:block"><p>Told in one evening, by the fire.</p></div>`,
    'a section in a drawer': `<div class="x-drawer-set">${SECTION}</div>`,
    'a section with a call to act': `<div class="section-cta-padding">${SECTION}</div>`,
  };
  for (const [name, part] of Object.entries(harmless)) {
    it(`keeps ${name}`, () => {
      const text = reduce(part);
      assert.match(text, /by the fire|in May|letters mean|twelve boats/);
    });
  }

  it('drops what the name alone calls frame', () => {
    for (const name of ['widget', 'cta', 'promo-box', 'site-banner', 'overlay-inner'])
      assert.doesNotMatch(
        reduce(`<div class="${name}"><p>Win a boat with us.</p></div>`),
        /Win a boat/,
        name,
      );
  });
});

describe('reviews of a product', () => {
  const reduceProduct = (part: string): string => {
    const tree = parseHtml(
      `<meta property="og:type" content="product"><main><h1>The long river</h1>${PROSE}${part}</main>`,
    );
    return visibleText(tree, findMainContent(tree).removed);
  };
  const praise = '<h2>Customer Reviews</h2><p>Jim, last week: I read it on a boat, and twice.</p>';

  it('go when their block is named so and nothing else, although its heading says the same', () => {
    assert.doesNotMatch(reduceProduct(`<section id="reviews">${praise}</section>`), /on a boat, and twice/);
  });

  it('stay when the name says more, or the page is no product', () => {
    assert.match(reduceProduct(`<div id="book_reviews">${praise}</div>`), /on a boat, and twice/);
    assert.match(reduce(`<section id="reviews">${praise}</section>`), /on a boat, and twice/);
  });
});

describe('what opens when asked', () => {
  it('keeps the question that is a button, and the answer that is hidden', () => {
    const text = reduce(
      `<div><button aria-expanded="false">How deep is the river?</button><div hidden>${PROSE.replaceAll('boat', 'ferry').slice(0, 400)}</div></div><button>Play now</button>`,
    );
    assert.match(text, /How deep is the river\?/);
    assert.match(text, /ferry/);
    assert.doesNotMatch(text, /Play now/);
  });

  it('keeps a short panel of a tab, drops a hidden scrap and a hidden menu', () => {
    const text = reduce(
      `<div role="tabpanel" hidden><p>On other systems the pump is started by hand, and it stops when the tank is full.</p></div>
       <div hidden>Loading, please wait</div><div hidden class="menu"><p>On other boats, which we sell too, you have more room, and it costs less.</p></div>`,
    );
    assert.match(text, /started by hand/);
    assert.doesNotMatch(text, /Loading|other boats/);
  });
});
