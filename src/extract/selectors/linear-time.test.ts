import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertLinear } from '../../../test/support/assert-linear.ts';
import { pickSize } from '../../../test/support/pick-size.ts';
import { parseHtml } from '../../html/parse.ts';
import { collectFacts } from '../facts/collect-facts.ts';
import { collectPlaces } from './collect-places.ts';
import { LearntTemplate } from './learnt-template.ts';
import type { PagePlaces } from './page-places.ts';
import { schemaFields } from './schema-fields.ts';

/** Of what is quick to write on a page, the half is still far too much for quadratic work. */
const SHARE = pickSize(1 / 2, 1);
const PAGES: Readonly<Record<string, (size: number) => string>> = {
  'nested elements': (size) => '<div class="price">5 word '.repeat(size * SHARE),
  'nested names': (size) =>
    Array.from({ length: size * SHARE }, (_, at) => `<div class="n${'abcdefghij'[at % 10]} w">5`).join(''),
  'many cards': (size) => '<div class="card"><h3><a href=x>word</a></h3><p>$5</div>'.repeat(size / 5),
  'nested cards': (size) => '<div class="card"><a href=x>word</a><p>5</p>'.repeat(size / 3),
  'many classes': (size) => `<p class="${'word '.repeat(20)}">5</p>`.repeat(size * SHARE),
  'many attributes': (size) => '<p title=5 alt=word data-price=5 data-name=word>5</p>'.repeat(size * SHARE),
  'long texts': (size) => `<p>${'5 word '.repeat(200)}</p>`.repeat(size / 100),
};
const ITEM = { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } };
const SCHEMA = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    price: { type: 'number' },
    words: { type: 'array', items: { type: 'string' } },
    list: { type: 'array', items: ITEM },
  },
};
const URL_OF_PAGE = new URL('https://site.test/page');

function placesOf(html: string): () => PagePlaces {
  const tree = parseHtml(html);
  const page = { tree, removed: new Uint8Array(tree.length), base: URL_OF_PAGE };
  return () => collectPlaces(page, collectFacts(page), URL_OF_PAGE);
}

describe('hostile pages take linear time', () => {
  for (const [name, make] of Object.entries(PAGES)) {
    it(`to find the places of: ${name}`, () => assertLinear(40_000, (size) => placesOf(make(size))));

    it(`to learn from: ${name}`, () =>
      assertLinear(40_000, (size) => {
        // The most that is collected of a page, as if it were all of it.
        const places = { ...placesOf(make(size))(), isWhole: true };
        const list = Array.from({ length: Math.min(300, size / 5) }, () => ({ name: 'word', price: 5 }));
        return () => {
          const template = new LearntTemplate(schemaFields(SCHEMA)!);
          const value = { name: 'word', price: 5, words: ['word'], list };
          for (let page = 0; page < 3; page++) assert.ok(template.teach(places, value));
          assert.ok(template.answer(places) !== undefined);
        };
      }));
  }
});
