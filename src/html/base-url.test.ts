import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findBaseUrl } from './base-url.ts';
import { parseHtml } from './parse.ts';

const PAGE = new URL('https://example.com/dir/page.html?q');

function baseOf(html: string, page = PAGE): string {
  return findBaseUrl(parseHtml(html), page).href;
}

describe('findBaseUrl', () => {
  it('is the page itself without a base element', () => {
    assert.equal(baseOf('<p>x'), PAGE.href);
    assert.equal(baseOf(''), PAGE.href);
  });

  it('is the first base element with an href', () => {
    assert.equal(baseOf('<base target=_top><base href="/a/"><base href="/b/">'), 'https://example.com/a/');
    assert.equal(baseOf('<base href="https://cdn.example.net/x/y">'), 'https://cdn.example.net/x/y');
    assert.equal(baseOf('<base href="../up/">'), 'https://example.com/up/');
    assert.equal(baseOf('<body><p><base href="/late/">'), 'https://example.com/late/');
  });

  for (const href of [
    'javascript:alert(1)',
    'data:text/html,x',
    'http://[',
    'ftp://example.com/',
    `/${'a'.repeat(9000)}/`,
  ]) {
    it(`ignores ${href.slice(0, 30)}`, () => assert.equal(baseOf(`<base href="${href}">`), PAGE.href));
  }

  it('ignores base elements in SVG and in templates', () => {
    assert.equal(baseOf('<template><base href="/t/"></template><p>'), PAGE.href);
    assert.equal(baseOf('<svg><base href="/s/"></base></svg><base href="/b/">'), 'https://example.com/b/');
  });

  it('never repeats user name and password', () => {
    const page = new URL('https://user:secret@example.com/dir/');
    assert.equal(baseOf('<p>', page), 'https://example.com/dir/');
    assert.equal(baseOf('<base href="sub/">', page), 'https://example.com/dir/sub/');
    assert.equal(baseOf('<base href="https://a:b@example.org/">', page), 'https://example.org/');
  });
});
