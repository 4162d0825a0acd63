import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHtml } from '../parse.ts';
import { ARTICLE, NAV, NOSCRIPT, P } from '../tags.ts';
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

test('writes what is shown although its style hides it', () => {
  const hidden = '<p hidden>Tab</p><p style="display: none">Other</p>';
  const tree = parseHtml(`<p>Seen</p>${hidden}${'<i></i>'.repeat(20)}`);
  const shown = new Uint8Array(tree.length);
  shown[tree.tag.indexOf(P, tree.tag.indexOf(P) + 1)] = 1;
  assert.equal(toMarkdown(tree), 'Seen\n');
  assert.equal(toMarkdown(tree, { shown }), 'Seen\n\nTab\n');
});

test('does not let deep quotes multiply lines without end', () => {
  const quotes = '<blockquote>'.repeat(20);
  const lines = 600_000;
  const markdown = toMarkdown(
    parseHtml(`${quotes}<p>Quoted</p><pre>${'a\n'.repeat(lines)}</pre><p>After</p>`),
  );
  assert.ok(markdown.length < 3 * lines, `${markdown.length} characters`);
  assert.match(markdown, /^(?:> ){20}Quoted\n(?:>\s?)+\n```\na\na\n/);
  assert.ok(markdown.endsWith('After\n'));
});

test('escapes the start of each line of a paragraph', () => {
  const tree = parseHtml('<p>1. one<br># two<br>plain<br>+ three<br>&gt; four<br>===<br>end</p>');
  assert.equal(toMarkdown(tree), '1\\. one\\\n\\# two\\\nplain\\\n\\+ three\\\n\\> four\\\n===\\\nend\n');
});

test('line breaks keep nothing of the marks and links that others stood in', () => {
  const marks =
    '<p>a<br><b>b<br>c<i>d<br></b>e</i><br><a href="x">f<br>g</a><br><b><br>h</b><br><s>i<br>j</s>k';
  const first = toMarkdown(parseHtml(marks));
  assert.equal(toMarkdown(parseHtml('<p>a<br>b<br>c')), 'a\\\nb\\\nc\n');
  assert.equal(toMarkdown(parseHtml(marks)), first);
});

test('tells of each block as it is written, and where it comes from', () => {
  const tree = parseHtml(
    '<h1>Title</h1><ul><li>one<p>two</p></li></ul><table><tr><th>a</th><td>b</td></tr></table>',
  );
  const blocks: Array<[markdown: string, firstPrefix: string, prefix: string, name: string]> = [];
  const markdown = toMarkdown(tree, {
    onBlock({ markdown: block, firstPrefix, prefix, node }) {
      blocks.push([block, firstPrefix, prefix, tree.name(node)]);
      return true;
    },
  });
  assert.deepEqual(blocks, [
    ['# Title', '', '', 'h1'],
    ['one', '- ', '  ', '#text'],
    ['two', '  ', '  ', '#text'],
    ['| a | b |\n| --- | --- |', '', '', 'table'],
  ]);
  assert.equal(markdown, toMarkdown(tree));
});

test('ends a page where nobody wants more of it', () => {
  const tree = parseHtml('<p>one</p>'.repeat(1000));
  let blocks = 0;
  const markdown = toMarkdown(tree, { onBlock: () => ++blocks < 3 });
  assert.equal(blocks, 3);
  assert.ok(markdown.length < 100, markdown);
});
