import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHtml } from '../../parse.ts';
import { findMainContent } from '../find-main-content.ts';
import { visibleText } from '../measure/visible-text.ts';

const PROSE =
  '<p>A paragraph of the text that a reader came for, long enough to be taken for prose by anyone.</p>'.repeat(
    4,
  );

function textOf(html: string): string {
  const tree = parseHtml(html);
  return visibleText(tree, findMainContent(tree).removed);
}

test('links within the page before anything else go, in any language and under any name', () => {
  for (const link of [
    '<a href="#content">Skip to main content</a>',
    '<div><a class="x" href="#inhalt">Zum Inhalt springen</a></div>',
    '<a href="#m">本文へ</a><a href="#n">メニューへ</a>',
  ]) {
    const text = textOf(`<body>${link}<div><h1>Title</h1>${PROSE}</div>`);
    assert.match(text, /^Title/, link);
  }
});

test('links within the text are not taken for them', () => {
  const tree = parseHtml(
    `<body><p>Before</p><main><h1>Title</h1><ul><li><a href="#one">Part one</a></ul>${PROSE}<p>See <a href="#one">above</a>.</p></main>`,
  );
  const found = findMainContent(tree);
  assert.ok(!found.trace().some(({ rule }) => rule === 'skip link'));
  assert.match(visibleText(tree, found.removed), /See above/);
});
