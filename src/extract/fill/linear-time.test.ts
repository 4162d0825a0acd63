import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertLinear } from '../../../test/support/assert-linear.ts';
import { parseHtml } from '../../html/parse.ts';
import { collectFacts } from '../facts/collect-facts.ts';
import { fillSchema } from './fill-schema.ts';

const PAGES: Readonly<Record<string, (size: number) => string>> = {
  'nested lists': (size) => `<h2>list</h2>${'<ul><li>word '.repeat(size / 2)}`,
  'nested lines with labels': (size) => '<div>label: value '.repeat(size),
  'nested cards': (size) => '<div class="card"><a href=x>word</a><p>text</p>'.repeat(size / 3),
  'many cards': (size) =>
    `<main>${'<div class="card"><h3><a href=x>word</a></h3><p>$5</div>'.repeat(size / 5)}`,
  'many tables': (size) => '<table><tr><th>a<th>b<tr><td>c<td>d<tr><td>e<td>f</table>'.repeat(size / 10),
  'nested tables': (size) => '<table><tr><th>a<th>b<tr><td>c<td>'.repeat(size / 5),
  prices: (size) => '<b class="price">$5</b>'.repeat(size),
  'nested prices': (size) => '<b class="price">$5 '.repeat(size),
  items: (size) => '<div itemscope itemprop="a"><i itemprop="b">c</i>'.repeat(size / 2),
  'distinct names': (size) =>
    Array.from({ length: size }, (_, at) => `<meta name="word n${at}" content="x">`).join(''),
  headings: (size) => '<h1>word word word</h1>'.repeat(size),
};

const ITEM = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' }, word: { type: 'string' } },
};
const SCHEMA = {
  type: 'object',
  properties: { title: { type: 'string' }, price: { type: 'number' }, list: { type: 'array', items: ITEM } },
};

describe('facts and lists of hostile pages take linear time', () => {
  for (const [name, make] of Object.entries(PAGES)) {
    it(name, () =>
      assertLinear(20_000, (size) => {
        const tree = parseHtml(make(size));
        return () => {
          const page = { tree, removed: new Uint8Array(tree.length), base: new URL('https://site.test/') };
          assert.ok(fillSchema(page, collectFacts(page), SCHEMA).missing.length === 0);
        };
      }),
    );
  }
});

it('a schema of thousands of properties is filled in linear time', async () => {
  const tree = parseHtml(PAGES['many cards']!(5_000));
  const page = { tree, removed: new Uint8Array(tree.length), base: new URL('https://site.test/') };
  await assertLinear(5_000, (size) => {
    const properties = Object.fromEntries(
      Array.from({ length: size }, (_, at) => [`word${at} name`, { type: 'array', items: ITEM }]),
    );
    return () => {
      const { value } = fillSchema(page, collectFacts(page), { type: 'object', properties });
      assert.ok(value !== undefined);
    };
  });
});
