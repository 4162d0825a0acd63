import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wishFor } from '../../../test/support/search-wish.ts';
import { createResultCheck } from './check-results.ts';
import type { ImageResult, WebResult } from './providers/provider.ts';
import { asksOf, type SearchWish } from './search-wish.ts';

const NOW = Date.UTC(2026, 10, 23);

function page(url: string, title = '', description = '', publishedAt?: Date): WebResult {
  return { source: 'web', url, title, description, publishedAt };
}

function picture(width?: number, height?: number): ImageResult {
  return {
    source: 'images',
    url: 'https://a.test/',
    title: '',
    imageUrl: 'https://a.test/i.png',
    width,
    height,
  };
}

const keeps = (wish: SearchWish, result: WebResult | ImageResult): boolean =>
  createResultCheck(wish, asksOf(wish), NOW)(result);

test('words with a minus drop a result that shows them as words; a quote that is not seen drops none', () => {
  const wish = wishFor('lamp -red -"old wood" "blue light"');
  assert.ok(keeps(wish, page('https://a.test/', 'A lamp', 'It is bored; old and of wood.')));
  assert.ok(!keeps(wish, page('https://a.test/', 'A RED lamp')));
  assert.ok(!keeps(wish, page('https://a.test/', 'A lamp', 'of old  wood')));
  assert.ok(!keeps(wishFor('lamp -cafe'), page('https://a.test/', 'Café')));
});

test('a site is its host, those below it, and its folder; several are alternatives', () => {
  const wish = wishFor('lamp site:a.test/docs site:b.test -site:old.b.test');
  for (const url of [
    'https://a.test/docs',
    'https://www.a.test/docs/x',
    'https://b.test/',
    'https://x.b.test/',
  ])
    assert.ok(keeps(wish, page(url)), url);
  for (const url of [
    'https://a.test/',
    'https://a.test/docsy',
    'https://nota.test/docs',
    'https://old.b.test/',
  ])
    assert.ok(!keeps(wish, page(url)), url);
});

test('file types, words of the address and of the title', () => {
  assert.ok(keeps(wishFor('filetype:pdf'), page('https://a.test/x.PDF?y')));
  assert.ok(keeps(wishFor('filetype:pdf'), page('https://arxiv.org/pdf/2401.00001')));
  assert.ok(!keeps(wishFor('filetype:pdf'), page('https://a.test/pdf')));
  assert.ok(!keeps(wishFor('-filetype:pdf'), page('https://a.test/x.pdf')));
  assert.ok(keeps(wishFor('inurl:Überblick'), page('https://a.test/%C3%9Cberblick')));
  assert.ok(!keeps(wishFor('allinurl:docs api'), page('https://a.test/docs')));
  assert.ok(keeps(wishFor('intitle:"blue lamp"'), page('https://a.test/', 'The Blue-Lamp!')));
  assert.ok(!keeps(wishFor('intitle:lamp'), page('https://a.test/', 'Lampshade')));
  assert.ok(!keeps(wishFor('allintitle:blue lamp'), page('https://a.test/', 'A lamp')));
});

test('domains and categories', () => {
  const wish = wishFor('x', { includeDomains: ['a.test'], categories: ['github', 'pdf'] });
  assert.ok(keeps(wish, page('https://docs.a.test/x.pdf')));
  assert.ok(!keeps(wish, page('https://docs.a.test/x.html')));
  assert.ok(!keeps(wishFor('x', { excludeDomains: ['a.test'] }), page('https://docs.a.test/')));
  assert.ok(keeps(wishFor('x', { categories: ['research'] }), page('https://export.arxiv.org/abs/1')));
});

test('a range keeps what has no date', () => {
  const wish = wishFor('x', { range: { kind: 'week' } });
  assert.ok(keeps(wish, page('https://a.test/')));
  assert.ok(keeps(wish, page('https://a.test/', '', '', new Date(NOW - 6 * 86_400_000))));
  assert.ok(!keeps(wish, page('https://a.test/', '', '', new Date(NOW - 8 * 86_400_000))));
});

test('sizes of pictures: one that is not known is no match', () => {
  const exact = wishFor('imagesize:640x480', { source: 'images' });
  assert.deepEqual(
    [picture(640, 480), picture(641, 480), picture()].map((result) => keeps(exact, result)),
    [true, false, false],
  );
  const larger = wishFor('larger:640x480', { source: 'images' });
  assert.deepEqual(
    [picture(640, 480), picture(800, 300), picture()].map((result) => keeps(larger, result)),
    [true, false, false],
  );
});
