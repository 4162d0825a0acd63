import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cleanHtml } from './clean-html.ts';
import { parseHtml } from './parse.ts';

function clean(html: string, base = 'https://site.test/dir/'): string {
  const tree = parseHtml(html);
  return cleanHtml(tree, new Uint8Array(tree.length), new URL(base));
}

describe('cleanHtml', () => {
  it('makes addresses absolute, and leaves out those that run scripts', () => {
    const html = clean(
      '<a href="x" onclick="y()">a</a><a href="javascript:y()">b</a><img srcset="z 1x, /w 2x">',
    );
    assert.match(html, /<a href="https:\/\/site\.test\/dir\/x">a<\/a><a>b<\/a>/);
    assert.match(html, /srcset="https:\/\/site\.test\/dir\/z 1x, https:\/\/site\.test\/w 2x"/);
  });

  it('grows by no more than 32 million characters, however long the base is', () => {
    const base = `https://site.test/${'d'.repeat(8_000)}/`;
    for (const piece of ['<a href=x>y</a>', '<img srcset="x 1x">']) {
      const html = clean(piece.repeat(20_000), base);
      assert.ok(html.length > 31_000_000 && html.length < 34_000_000, `${piece}: ${html.length}`);
    }
  });
});
