import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createScope } from '../../frontier/scope.ts';
import { LinkCollection, type LinkRules } from './link-collection.ts';

function collect(rules: Partial<LinkRules> = {}, start = 'https://example.com/'): LinkCollection {
  return new LinkCollection({
    scope: scopeOf(start),
    ignoreQueryParameters: true,
    deduplicateSimilarURLs: true,
    folder: undefined,
    capacity: 1_000,
    ...rules,
  });
}

function scopeOf(start: string): LinkRules['scope'] {
  return createScope({
    start: new URL(start),
    crawlEntireDomain: true,
    allowExternalLinks: false,
    allowSubdomains: true,
    includePaths: [],
    excludePaths: [],
    regexOnFullURL: false,
  });
}

function urls(links: LinkCollection): string[] {
  return links.toLinks().map(({ url }) => url);
}

test('one entry a page; other sites, files, queries and places on a page are left out', () => {
  const links = collect();
  const first = links.add('https://example.com/a#top', 'start page');
  assert.equal(first?.href, 'https://example.com/a');
  for (const same of [
    'https://example.com/a/',
    'http://www.example.com/a',
    'https://example.com/a?utm_source=x',
  ])
    assert.equal(links.add(same, 'start page'), undefined, same);
  for (const none of [
    'https://other.example/a',
    'https://example.com/p.png',
    'mailto:a@example.com',
    'not a url',
    'https://example.com/list?page=2',
    'https://example.com:8443/a',
  ])
    assert.equal(links.add(none, 'start page'), undefined, none);
  links.add('https://user:secret@shop.example.com/b?gclid=1#/route', 'start page');
  assert.deepEqual(urls(links), ['https://example.com/a', 'https://shop.example.com/b#/route']);
});

test('with ignoreQueryParameters false each query is a page', () => {
  const links = collect({ ignoreQueryParameters: false });
  for (const query of ['', '?page=1', '?page=2', '?page=2&utm_source=x'])
    links.add(`https://example.com/list${query}`, 'sitemap');
  assert.deepEqual(urls(links), [
    'https://example.com/list',
    'https://example.com/list?page=1',
    'https://example.com/list?page=2',
  ]);
  const strict = collect({ ignoreQueryParameters: false, deduplicateSimilarURLs: false });
  strict.add('https://example.com/a', 'sitemap');
  strict.add('https://example.com/a/', 'sitemap');
  assert.equal(strict.size, 2);
});

test('the order is that of the sources, whatever came first; the form of the best source is kept', () => {
  const links = collect();
  links.add('https://example.com/far', 'further page');
  links.add('http://www.example.com/both/', 'start page');
  links.add('https://example.com/linked', 'start page');
  links.add('https://example.com/both', 'sitemap');
  links.add('https://example.com/', 'start');
  assert.deepEqual(urls(links), [
    'https://example.com/',
    'https://example.com/both',
    'https://example.com/linked',
    'https://example.com/far',
  ]);
});

test('what lies below the start comes first', () => {
  const links = collect({ folder: '/docs' }, 'https://example.com/docs');
  for (const path of ['/about', '/docs/a', '/docs-old']) links.add(`https://example.com${path}`, 'sitemap');
  links.add('https://example.com/docs/b', 'further page');
  assert.deepEqual(urls(links), [
    'https://example.com/docs/a',
    'https://example.com/docs/b',
    'https://example.com/about',
    'https://example.com/docs-old',
  ]);
});

test('what a page says of itself counts more than what a sitemap says', () => {
  const links = collect();
  links.add('https://example.com/a', 'sitemap', { title: 'News title' });
  links.describe('https://example.com/a/', { title: undefined, description: 'Of the page' });
  assert.deepEqual(links.toLinks(), [
    { url: 'https://example.com/a', title: 'News title', description: 'Of the page' },
  ]);
  links.describe('https://example.com/a', { title: 'Real title' });
  assert.equal(links.toLinks()[0]?.title, 'Real title');
  links.describe('https://example.com/unseen', { title: 'x' });
  assert.equal(links.size, 1);
});

test('a source is bounded by what better ones gave, so that it does not matter who comes first', () => {
  const links = collect({ capacity: 2 });
  for (const path of ['/k1', '/k2', '/k3']) links.add(`https://example.com${path}`, 'known');
  assert.ok(links.isFullFor('known') && links.isFullFor('further page') && !links.isFullFor('sitemap'));
  for (const path of ['/a', '/k2', '/c']) links.add(`https://example.com${path}`, 'sitemap');
  links.add('https://example.com/', 'start');
  links.add('https://example.com/late', 'start page');
  assert.deepEqual(
    urls(links),
    ['/', '/a', '/k2', '/k1'].map((path) => `https://example.com${path}`),
  );
});

test('a page that does not exist stays away, and makes room', () => {
  const links = collect({ capacity: 2 });
  for (const path of ['/a', '/b']) links.add(`https://example.com${path}`, 'sitemap');
  links.remove('https://example.com/a/');
  assert.equal(links.add('https://example.com/a', 'sitemap'), undefined);
  links.add('https://example.com/c', 'sitemap');
  assert.deepEqual(urls(links), ['https://example.com/b', 'https://example.com/c']);
});

test('when the site moves, what was found is judged anew', () => {
  const links = collect();
  links.add('https://example.com/a', 'sitemap');
  links.add('https://new.example.com/b', 'sitemap', { title: 'B' });
  links.moveTo({ scope: scopeOf('https://example.org/'), folder: undefined });
  assert.equal(links.size, 0);
  links.add('https://example.org/b', 'start');
  assert.deepEqual(urls(links), ['https://example.org/b']);
});
