import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cleanHtml } from './clean-html.ts';
import { collectLinks } from './links.ts';
import { parseHtml } from './parse.ts';
import { toMarkdown } from './to-markdown/to-markdown.ts';

const BASE = `https://site.test/${'d'.repeat(8_000)}/`;
/** Each with the base in front of it, they are 40 million characters. */
const ADDRESSES = 5_000;

describe('a long base address does not multiply beyond 32 million characters', () => {
  it('in HTML', () => {
    for (const piece of ['<a href=x>y</a>', '<img srcset="x 1x">']) {
      const tree = parseHtml(piece.repeat(ADDRESSES));
      const html = cleanHtml(tree, new Uint8Array(tree.length), new URL(BASE));
      assert.ok(html.length > 31_000_000 && html.length < 34_000_000, `${piece}: ${html.length}`);
    }
  });

  it('in Markdown, which keeps the texts of all links', () => {
    const tree = parseHtml('<a href="x">link</a> '.repeat(ADDRESSES));
    const markdown = toMarkdown(tree, { resolveUrl: (raw) => BASE + raw });
    assert.ok(markdown.length < 33_000_000, `${markdown.length} characters`);
    assert.equal(markdown.match(/link/g)?.length, ADDRESSES);
  });

  it('in links', () => {
    const html = Array.from({ length: ADDRESSES }, (_, at) => `<a href=${at.toString(36)}>`).join('');
    const total = collectLinks(parseHtml(html), new URL(BASE)).reduce((sum, url) => sum + url.length, 0);
    assert.ok(total > 31_000_000 && total <= 32_000_000);
  });
});
