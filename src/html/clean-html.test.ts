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
});
