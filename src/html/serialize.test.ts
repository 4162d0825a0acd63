import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseHtml } from './parse.ts';
import { serializeHtml } from './serialize.ts';

describe('serializeHtml', () => {
  it('writes a page that parses to the same again', () => {
    const page =
      '<!DOCTYPE html><html lang="en"><head><title>a &amp; b</title><style>p > a {}</style></head>' +
      '<body class="x"><!-- c --><p title="&quot;&amp;&nbsp;">1&nbsp;&lt; 2<br>3</p><img src="a"><table><tbody><tr>' +
      '<td>d</td></tr></tbody></table><svg viewBox="0 0 1 1"><path d="M0"></path></svg><script>if (a < b && c) {}</script>' +
      '<textarea>&lt;e&gt;</textarea><noscript><img></noscript></body></html>';
    assert.equal(serializeHtml(parseHtml(page)), page);
  });

  it('writes one subtree', () => {
    const tree = parseHtml('<div>a<p>b<i>c</i></p>d</div>');
    const paragraph = Array.from(tree.tag).findIndex((_, node) => tree.name(node) === 'p');
    assert.equal(serializeHtml(tree, { root: paragraph }), '<p>b<i>c</i></p>');
  });

  it('leaves out what is removed, with all it holds', () => {
    const tree = parseHtml('<div>a<p>b<i>c</i></p>d</div><hr>');
    const removed = new Uint8Array(tree.length);
    for (let node = 0; node < tree.length; node++)
      if (['p', 'hr'].includes(tree.name(node))) removed[node] = 7;
    assert.equal(serializeHtml(tree, { removed }), '<html><head></head><body><div>ad</div></body></html>');
  });

  it('rewrites and drops attributes', () => {
    const tree = parseHtml('<a href="/x" onclick="y()" class="z">t</a>');
    const html = serializeHtml(tree, {
      rewriteAttribute: (node, name, value) => {
        assert.equal(tree.name(node), 'a');
        if (name === 'onclick') return undefined;
        return name === 'href' ? `https://example.com${value}?a="&b` : value;
      },
    });
    assert.match(html, /<a href="https:\/\/example.com\/x\?a=&quot;&amp;b" class="z">t<\/a>/);
  });

  it('writes names, text and attributes of unusual elements', () => {
    const tree = parseHtml('<X-Y a>&lt;</X-Y><xmp><b></xmp><plaintext>a<b');
    assert.match(serializeHtml(tree), /<x-y a="">&lt;<\/x-y><xmp><b><\/xmp><plaintext>a<b<\/plaintext>/);
  });
});
