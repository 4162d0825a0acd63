import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMainContent } from '../main-content/find-main-content.ts';
import { parseHtml } from '../parse.ts';
import { compileSelector, selectAll } from '../select.ts';
import { markPage } from './mark-page.ts';
import { outlinePage, type OutlineGrounds } from './outline-page.ts';

const PROSE =
  '<p>The kettle boils a litre of water in three minutes, and it switches itself off when it is done.</p>';
const PAGE = `<!doctype html><title>Kettles</title><header class="top"><nav class="menu"><a href="/a">Home</a> <a href="/b">All</a></nav></header>
  <main><h1>Kettles</h1>${PROSE}${PROSE.replace('boils', 'heats')}<div class="newsletter x:y"><p>Subscribe to our letter</p></div>${PROSE.replace('litre', 'pint')}</main>
  <footer>Imprint</footer>`;

function read(html: string): { tree: ReturnType<typeof parseHtml>; grounds: OutlineGrounds } {
  const tree = parseHtml(html);
  const found = findMainContent(tree);
  return {
    tree,
    grounds: {
      removed: found.removed,
      traces: found.trace(),
      callersRule: 255,
      callersGround: () => ({ rule: 'excludeTags', evidence: '.x' }),
    },
  };
}

test('a page is listed in its parts: what went, why and how sure, and what stayed', () => {
  const { tree, grounds } = read(PAGE);
  const { content, removed, kept, moreRemoved, characters, contentCharacters } = outlinePage(tree, grounds);
  assert.equal(content, 'main');
  assert.equal(moreRemoved, 0);
  assert.deepEqual(
    removed.map(({ selector, rule, certainty, isWithinContent, text }) => [
      selector,
      rule,
      certainty,
      isWithinContent,
      text,
    ]),
    [
      ['.top', 'page header', 'sure', false, 'Home All'],
      ['.newsletter', 'subscribe', 'likely', true, 'Subscribe to our letter'],
      ['footer', 'page footer', 'sure', false, 'Imprint'],
    ],
  );
  assert.deepEqual(
    kept.map(({ selector, tag }) => [selector, tag]),
    [
      ['h1', 'h1'],
      ['main > p:nth-of-type(1)', 'p'],
      ['main > p:nth-of-type(2)', 'p'],
      ['main > p:nth-of-type(3)', 'p'],
    ],
  );
  assert.equal(
    removed.reduce((sum, part) => sum + part.characters, contentCharacters),
    characters,
  );
  for (const { selector = '' } of [...removed, ...kept])
    assert.equal(selectAll(tree, compileSelector(selector)).length, 1);
});

test('names that stand more than once, or that no selector can hold, are not taken', () => {
  const { tree, grounds } = read(
    `<nav id="a b" class="md:flex"><a href=/1>One</a></nav><div class=same><nav class=same>Two <a href=/2>x</a></nav></div><main>${PROSE.repeat(1)}</main>`,
  );
  assert.deepEqual(
    outlinePage(tree, grounds).removed.map(({ selector }) => selector),
    ['body > nav:nth-of-type(1)', 'nav.same'],
  );
});

test('the marked page says why each block went, and nothing in it runs, loads or leads anywhere', () => {
  const { tree, grounds } = read(
    `${PAGE}<script>hit()</script><img src="https://x.test/a.png" onerror="hit()"><a href="javascript:hit()">x</a>
    <base href="//x.test"><meta http-equiv=refresh content="0;url=//x.test"><link rel=stylesheet href=//x.test/a.css><iframe srcdoc="<script>hit()</script>"></iframe>
    <form action=//x.test><input autofocus onfocus=hit()><button formaction="javascript:hit()">b</button></form><svg onload=hit()><use href=//x.test/#a /></svg>
    <footer id=decant-1 title='"><script>hit()</script>'>"><script>hit()</script></footer>`,
  );
  const html = markPage(tree, grounds);
  assert.match(
    html,
    /<footer id="decant-\d+" data-decant="Removed as page footer: by element &lt;footer&gt;, [^"]*" title="[^"]*" tabindex="0">Imprint/,
  );
  assert.doesNotMatch(html, /x\.test|href|http-equiv|autofocus|<script|<iframe|<link|action=/);
  const again = parseHtml(html);
  for (let node = 0; node < again.length; node++)
    for (const [name] of again.attributes(node)) assert.doesNotMatch(name, /^(?:on|href|action|srcdoc)/);
});
