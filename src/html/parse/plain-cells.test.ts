import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHtml } from '../parse.ts';
import { toMarkdown } from '../to-markdown/to-markdown.ts';
import type { Tree } from '../tree.ts';

const CONTENTS = [
  '',
  'a',
  ' ',
  ' a  b ',
  '1,234.50',
  'a &amp; b',
  'a &lt b',
  'a < b',
  'a|b',
  '*a* and *b*',
  '\\',
  'a_b_c',
  '[x](y)',
  '!',
  'x\r\ny',
  '\u00a0',
  'a\u00a0b',
  'a\u200bb',
  '\u3000',
  '\u00fcber \u6f22',
  '-',
  '#',
  '1.',
  '`',
  '<b>c</b>',
  '<br>',
  '<table><tr><td>in</td></tr></table>',
  '</table>',
  '<td>next',
  '<!-- c -->',
  '<a href="/l">l</a>',
];
const AROUND = [
  ['<table><tr>', '</tr></table>'],
  ['<table><tr><th>h</th><th>i</th></tr>\n<tr>', '</tr>\n</table>'],
  ['<table><thead><tr>', '</tr></thead><tbody><tr><td>x</td></tr></tbody></table>'],
  ['<table><tr><td>1</td></tr> <tr>', '</tr>x<tr><td>2</td></tr></table>'],
  ['<b><table><tr>', '</tr></table></b>'],
  ['<ul><li><table><tr><td rowspan=2>s</td>', '</tr><tr><td>t</td></tr></table></ul>'],
  ['<template><tr>', '</tr><tr><td>u</td></tr></template>'],
  ['<tr>', '</tr>'],
] as const;

/** The same page without any cell or row of which the parser knows at a glance how it ends. */
function slow(page: string): string {
  return page.replace(/<(t[dhr])>/g, '<$1 >');
}

function describe(tree: Tree): unknown[] {
  return Array.from({ length: tree.length }, (_, node) => [
    tree.name(node),
    tree.parent[node],
    tree.end[node],
    tree.text(node),
    tree.attributes(node),
    tree.hasAttributes(node),
  ]);
}

test('cells of nothing but text are what the rules for their tags make of them', () => {
  for (const [before, after] of AROUND) {
    for (const content of CONTENTS) {
      for (const other of ['b', content]) {
        const page = `${before}<td>${content}</td><td>${other}</td><th>${content}</th>${after}`;
        assert.deepEqual(describe(parseHtml(page)), describe(parseHtml(slow(page))), page);
      }
    }
  }
});

test('their Markdown is that of cells with more in them', () => {
  for (const content of CONTENTS) {
    if (content.includes('<t') || content.includes('</')) continue;
    const page = (cell: string): string =>
      `<table><tr><th>h</th><th>i</th></tr><tr>${cell}<td>b</td></tr></table>`;
    assert.equal(
      toMarkdown(parseHtml(page(`<td>${content}</td>`))),
      toMarkdown(parseHtml(page(`<td><!-- --><i></i>${content}</td>`))),
      content,
    );
  }
});

test('rows are filled up and spans kept beside rows of texts alone', () => {
  const page =
    '<table><tr><th>a</th><th>b</th><th>c</th></tr><tr><td>1</td></tr><tr><td colspan=2>2</td><td>x|y</td></tr>' +
    '<tr><td></td><td>3</td></tr><tr><td></td></tr></table>';
  assert.equal(
    toMarkdown(parseHtml(page)),
    '| a | b | c |\n| --- | --- | --- |\n| 1 |  |  |\n| 2 |  | x\\|y |\n|  | 3 |  |\n',
  );
});
