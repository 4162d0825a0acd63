import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHtml } from '../parse.ts';
import { ARTICLE, NAV, NOSCRIPT } from '../tags.ts';
import { toMarkdown } from './to-markdown.ts';

test('an empty page is an empty text', () => {
  assert.equal(toMarkdown(parseHtml('')), '');
  assert.equal(toMarkdown(parseHtml('<title>Only a title</title>')), '');
});

test('writes only what is under root', () => {
  const tree = parseHtml('<h1>Site</h1><article hidden><p>Text</p></article><p>After</p>');
  assert.equal(toMarkdown(tree, { root: tree.tag.indexOf(ARTICLE) }), 'Text\n');
});

test('leaves out what is marked as removed', () => {
  const tree = parseHtml('<nav><a href="/">Home</a></nav><p>Text</p>');
  const removed = new Uint8Array(tree.length);
  removed[tree.tag.indexOf(NAV)] = 1;
  assert.equal(toMarkdown(tree, { removed }), 'Text\n');
});

test('keeps the text of a link and drops an image that cannot be resolved', () => {
  const tree = parseHtml('<p><a href="x">link</a> <img src="y" alt="image"> <a href="z">other</a></p>');
  const resolveUrl = (raw: string): string | undefined => (raw === 'z' ? 'https://a.test/z' : undefined);
  assert.equal(toMarkdown(tree, { resolveUrl }), 'link [other](https://a.test/z)\n');
});

test('writes all of a noscript that is asked for as root or that is most of the page', () => {
  const tree = parseHtml('<p>Short</p><noscript><h1>Topic</h1><p>Post</p></noscript>');
  assert.equal(toMarkdown(tree, { root: tree.tag.indexOf(NOSCRIPT) }), '# Topic\n\nPost\n');
  const page = `<p>Short</p><noscript>${'<p>Post</p>'.repeat(9)}</noscript>`;
  assert.match(toMarkdown(parseHtml(page)), /^Short\n\nPost\n/);
});
