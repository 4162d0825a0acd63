import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../../lib/service-error.ts';
import { parseHtml } from '../parse.ts';
import { compileSelector, matches, selectAll } from '../select.ts';
import type { Tree } from '../tree.ts';

const PAGE = `<!doctype html><html lang=en><body>
<main id=main class="a Main">
  <h1 id=h>Title</h1>
  <p id=p1 class="lead x">One <a id=a1 href="https://example.com/x.pdf" rel=nofollow>link</a></p>
  <p id=p2 data-kind="en-GB">Two</p>
  <ul id=ul><li id=l1>1<li id=l2 class=x>2<li id=l3>3<li id=l4>4<li id=l5></ul>
  <x-y id=xy lang=EN><b id=b>bold</b><i id=i>it</i><b id=b2>bolder</b></x-y>
  <form id=f><input id=c type=CheckBox checked><input id=t type=text disabled></form>
  <svg id=s><lineargradient id=g></lineargradient></svg>
</main></body></html>`;

/** The elements that each selector finds: their ids, or the names of those without. */
const EXPECTED: Readonly<Record<string, string>> = {
  p: 'p1 p2',
  P: 'p1 p2',
  '#p1': 'p1',
  '.x': 'p1 l2',
  '.main': '',
  '.Main': 'main',
  'p.lead.x': 'p1',
  'x-y': 'xy',
  linearGradient: 'g',
  '*|p': 'p1 p2',
  '[href]': 'a1',
  '[href$=".pdf"]': 'a1',
  '[href^="https:"]': 'a1',
  '[href*="example"]': 'a1',
  '[href*=""]': '',
  '[data-kind|=en]': 'p2',
  '[class~=lead]': 'p1',
  '[class~=lea]': '',
  '[rel=NOFOLLOW]': 'a1',
  '[id=P1]': '',
  '[id=P1 i]': 'p1',
  'p[rel!=x]': 'p1 p2',
  'main > p': 'p1 p2',
  'main p a': 'a1',
  'main > a': '',
  'h1 + p': 'p1',
  'h1 ~ p': 'p1 p2',
  'h1 ~ p ~ ul > li + li.x': 'l2',
  'p, #h, h1': 'h p1 p2',
  'li:first-child': 'l1',
  'li:last-child': 'l5',
  'li:nth-child(2)': 'l2',
  'li:nth-child(odd)': 'l1 l3 l5',
  'li:nth-child(2n)': 'l2 l4',
  'li:nth-child(-n+2)': 'l1 l2',
  'li:nth-child(n + 4)': 'l4 l5',
  'li:nth-child(3n-1)': 'l2 l5',
  'li:nth-child(+1)': 'l1',
  'li:nth-last-child(2)': 'l4',
  'li:nth-child(1 of .x)': 'l2',
  'x-y > :nth-of-type(2)': 'b2',
  'x-y > :nth-last-of-type(1)': 'i b2',
  'x-y > :first-of-type': 'b i',
  'x-y > :last-of-type': 'i b2',
  'x-y > :only-of-type': 'i',
  'a:only-child': 'a1',
  'li:empty': 'l5',
  'p:not(.lead)': 'p2',
  'p:not(.lead, #p2)': '',
  ':is(h1, p):not(:has(a))': 'h p2',
  'p:has(> a[href])': 'p1',
  'p:has(+ ul)': 'p2',
  'h1:has(~ ul .x)': 'h',
  'main:has(li.x + li)': 'main',
  ':root': 'html',
  'p:contains("link")': 'p1',
  'p:icontains("ONE LINK")': 'p1',
  'p:contains("Two link")': '',
  'a:link': 'a1',
  'input:checked': 'c',
  'input:disabled': 't',
  'input:enabled': 'c',
  'input[type=checkbox]': 'c',
  'body > main > *:nth-child(2):is(p)': 'p1',
};

describe('selectors', () => {
  const tree = parseHtml(PAGE);

  for (const [selector, expected] of Object.entries(EXPECTED)) {
    it(`finds ${selector}`, () => {
      assert.equal(found(tree, selector), expected);
    });
  }

  it('answers for one node as for all', () => {
    const selector = compileSelector('p');
    const paragraphs = selectAll(tree, selector);
    for (let node = 0; node < tree.length; node++) {
      assert.equal(matches(tree, node, selector), paragraphs.includes(node));
    }
  });

  it('ignores case of classes and ids in quirks mode only', () => {
    const page = '<p id=A class=B>';
    assert.equal(selectAll(parseHtml(page), compileSelector('#a.b')).length, 1);
    assert.equal(selectAll(parseHtml(`<!doctype html>${page}`), compileSelector('#a.b')).length, 0);
  });

  it('never matches the document, text or comments', () => {
    const page = parseHtml('a<!-- b -->');
    assert.deepEqual(
      selectAll(page, compileSelector('*')).map((node) => page.name(node)),
      ['html', 'head', 'body'],
    );
  });

  it('refuses what is not a selector and names it', () => {
    const selectors = [
      '',
      ' ',
      'p[',
      'p:not(',
      '> p',
      'p >',
      'p,',
      'p::before',
      'p:hover',
      'p:constructor',
      'p:nth-child(x)',
      'a || b',
      'a < b',
      'ns|a',
      '!',
    ];
    for (const selector of selectors) {
      assert.throws(
        () => compileSelector(selector),
        (error) => {
          assert.ok(error instanceof ServiceError, selector);
          assert.equal(error.code, 'BAD_REQUEST');
          assert.ok(error.message.includes(`"${selector}"`), error.message);
          return true;
        },
        selector,
      );
    }
  });

  it('refuses long selectors', () => {
    assert.throws(() => compileSelector('a'.repeat(1001)), /longer than 1000/);
    assert.throws(() => compileSelector('a,'.repeat(300) + 'a'), /more than 200 parts/);
    assert.throws(() => compileSelector(`:is(${'a,'.repeat(300)}a)`), /more than 200 parts/);
    assert.ok(compileSelector('a,'.repeat(100) + 'a'));
  });
});

function found(tree: Tree, selector: string): string {
  return selectAll(tree, compileSelector(selector))
    .map((node) => tree.attribute(node, 'id') ?? tree.name(node))
    .join(' ');
}
