import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkTextOf } from './link-text.ts';
import { parseHtml } from './parse.ts';
import { A } from './tags.ts';

function textOf(html: string): string {
  const tree = parseHtml(html);
  return linkTextOf(tree, tree.tag.indexOf(A));
}

test('the words of a link stand on one line, its picture speaks where it has none', () => {
  assert.equal(textOf('<a href=x> Our\n <b>price</b>&nbsp;list </a> beside'), 'Our price list');
  assert.equal(textOf('<a href=x><img alt="Price  list"></a>'), 'Price list');
  assert.equal(textOf('<a href=x><img alt="Logo"> Prices</a>'), 'Prices');
  assert.equal(textOf('<a href=x><i></i></a>'), '');
});

test('a link around a card is cut, however much it holds', () => {
  assert.equal(textOf(`<a href=x>${'long '.repeat(1_000)}</a>`).length, 119);
  assert.equal(textOf(`<a href=x>${'<b></b>'.repeat(1_000)}late</a>`), '');
});
