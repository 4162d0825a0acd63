import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertLinear } from '../../../test/support/assert-linear.ts';
import { removeInvisible } from '../../html/main-content/drop/remove-invisible.ts';
import { parseHtml } from '../../html/parse.ts';
import type { Tree } from '../../html/tree.ts';
import { toMarkdown } from '../../html/to-markdown/to-markdown.ts';
import { consentBanners } from './consent-banners.ts';
import type { TransformOptions, TransformState } from './transform.ts';

const WHOLE = { onlyMainContent: false, includeTags: [], excludeTags: [], isWithoutBanners: true };

function stateOf(tree: Tree): TransformState {
  const removed = removeInvisible(tree);
  return {
    tree,
    removed,
    shown: undefined,
    warnings: [],
    explainRemovals: () => [],
    pageType: undefined,
    blocks: undefined,
  };
}

function markdownOf(html: string, changes: Partial<TransformOptions> = {}): string {
  const tree = parseHtml(html);
  const state = stateOf(tree);
  consentBanners(state, { ...WHOLE, ...changes });
  return toMarkdown(tree, { removed: state.removed, shown: state.shown }).trim();
}

const PROSE = 'Prose that goes on for a while, so that everyone can see that it is the content. '.repeat(8);
const page = (more: string): string =>
  `<header>Shop</header><main><h1>Kettles</h1><p>${PROSE}</p></main>${more}`;

const BANNERS = [
  `<div id="onetrust-consent-sdk"><div id="onetrust-banner-sdk" role="alertdialog"><p>We use cookies to improve
    your visit.</p><button id="onetrust-reject-all-handler">Reject All</button><button>Accept All Cookies</button></div></div>`,
  `<div id="CybotCookiebotDialog"><h2>Diese Webseite verwendet Cookies</h2><a href="#">Nur notwendige Cookies
    verwenden</a> <a href="#">Alle zulassen</a></div>`,
  `<section class="cookie-banner"><p>This site uses cookies.</p><button>Accept</button> <button>Settings</button></section>`,
  `<div class="gdpr-bar"><p>Nous utilisons des cookies.</p><input type="button" value="Tout refuser"></div>`,
];

test('a consent dialogue is taken out of a page that is wanted whole', () => {
  for (const banner of BANNERS) {
    const markdown = markdownOf(page(banner));
    assert.doesNotMatch(markdown, /cookies/i, banner);
    assert.match(markdown, /^Shop[\s\S]*# Kettles[\s\S]*Prose/);
  }
});

test('it stays where the caller asks for advertisements too, or names the content', () => {
  for (const banner of BANNERS) {
    assert.match(markdownOf(page(banner), { isWithoutBanners: false }), /cookies/i);
    assert.match(markdownOf(page(banner), { includeTags: ['div', 'section'] }), /cookies/i);
  }
});

test('text about cookies stays, however much it is like a dialogue', () => {
  const texts = [
    // Named like one, and nothing to answer.
    `<div class="cookie-policy"><p>We use cookies to count visits.</p><a href="/more">More on cookies</a></div>`,
    // Something to accept, and no name.
    `<div class="notice"><p>We use cookies.</p><button>Accept</button> <button>Reject all</button></div>`,
    // Other cookies.
    `<div class="cookie-consent-free"><p>Bake them for ten minutes.</p><button>Reject</button></div>`,
    // An article with a sample of one.
    `<article class="cookie-consent-guide"><p>How to ask for cookies.</p><button>Accept</button><button>Reject all</button></article>`,
    // One answer is what any form has.
    `<form class="consent-form"><p>I agree to cookies.</p><button>Accept</button></form>`,
    `<div class="cookie-recipes"><p>Cookies, ${PROSE.repeat(6)}</p><button>Reject all</button></div>`,
  ];
  for (const text of texts) assert.match(markdownOf(page(text)), /cookies|Bake/i, text);
  const all = `<div class="cookie-consent"><p>We use cookies.</p><button>Accept</button><button>Reject all</button></div>`;
  assert.match(markdownOf(all), /We use cookies/, 'a page is not left with nothing');
});

test('takes time in the measure of the page, however names nest', async () => {
  const [open, button] = ['<div class="cookie-banner">', '<button>Accept</button>'];
  await assertLinear(40_000, (size) => {
    const tree = parseHtml(`${open.repeat(size)}${button.repeat(size)}cookies`);
    return () => consentBanners(stateOf(tree), WHOLE);
  });
});
