import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPatternThread } from '../../frontier/patterns/pattern-thread.ts';
import { createScope } from '../../frontier/scope.ts';
import { LinkCollection, type LinkFacts, type LinkRules, type LinkSource } from './link-collection.ts';

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
  return createScope(
    {
      start: new URL(start),
      crawlEntireDomain: true,
      allowExternalLinks: false,
      allowSubdomains: true,
      includePaths: [],
      excludePaths: [],
      regexOnFullURL: false,
    },
    { thread: openPatternThread(), teamId: 'one' },
  );
}

async function add(
  links: LinkCollection,
  href: string,
  source: LinkSource,
  facts: LinkFacts = {},
): Promise<URL | undefined> {
  return (await links.add([{ href, ...facts }], source))[0];
}

function urls(links: LinkCollection): string[] {
  return links.toLinks().map(({ url }) => url);
}

test('one entry a page; other sites, files, queries and places on a page are left out', async () => {
  const links = collect();
  const first = await add(links, 'https://example.com/a#top', 'start page');
  assert.equal(first?.href, 'https://example.com/a');
  for (const same of [
    'https://example.com/a/',
    'http://www.example.com/a',
    'https://example.com/a?utm_source=x',
  ])
    assert.equal(await add(links, same, 'start page'), undefined, same);
  for (const none of [
    'https://other.example/a',
    'https://example.com/p.png',
    'mailto:a@example.com',
    'not a url',
    'https://example.com/list?page=2',
    'https://example.com:8443/a',
  ])
    assert.equal(await add(links, none, 'start page'), undefined, none);
  await add(links, 'https://user:secret@shop.example.com/b?gclid=1#/route', 'start page');
  assert.deepEqual(urls(links), ['https://example.com/a', 'https://shop.example.com/b#/route']);
});

test('with ignoreQueryParameters false each query is a page', async () => {
  const links = collect({ ignoreQueryParameters: false });
  for (const query of ['', '?page=1', '?page=2', '?page=2&utm_source=x'])
    await add(links, `https://example.com/list${query}`, 'sitemap');
  assert.deepEqual(urls(links), [
    'https://example.com/list',
    'https://example.com/list?page=1',
    'https://example.com/list?page=2',
  ]);
  const strict = collect({ ignoreQueryParameters: false, deduplicateSimilarURLs: false });
  await add(strict, 'https://example.com/a', 'sitemap');
  await add(strict, 'https://example.com/a/', 'sitemap');
  assert.equal(strict.size, 2);
});

test('the order is that of the sources, whatever came first; the form of the best source is kept', async () => {
  const links = collect();
  await add(links, 'https://example.com/far', 'further page');
  await add(links, 'http://www.example.com/both/', 'start page');
  await add(links, 'https://example.com/linked', 'start page');
  await add(links, 'https://example.com/both', 'sitemap');
  await add(links, 'https://example.com/', 'start');
  assert.deepEqual(urls(links), [
    'https://example.com/',
    'https://example.com/both',
    'https://example.com/linked',
    'https://example.com/far',
  ]);
});

test('what lies below the start comes first', async () => {
  const links = collect({ folder: '/docs' }, 'https://example.com/docs');
  for (const path of ['/about', '/docs/a', '/docs-old'])
    await add(links, `https://example.com${path}`, 'sitemap');
  await add(links, 'https://example.com/docs/b', 'further page');
  assert.deepEqual(urls(links), [
    'https://example.com/docs/a',
    'https://example.com/docs/b',
    'https://example.com/about',
    'https://example.com/docs-old',
  ]);
});

test('what a page says of itself counts more than what a sitemap says', async () => {
  const links = collect();
  await add(links, 'https://example.com/a', 'sitemap', { title: 'News title' });
  links.describe('https://example.com/a/', { title: undefined, description: 'Of the page' });
  assert.deepEqual(links.toLinks(), [
    { url: 'https://example.com/a', title: 'News title', description: 'Of the page' },
  ]);
  links.describe('https://example.com/a', { title: 'Real title' });
  assert.equal(links.toLinks()[0]?.title, 'Real title');
  links.describe('https://example.com/unseen', { title: 'x' });
  assert.equal(links.size, 1);
});

test('a source is bounded by what better ones gave, so that it does not matter who comes first', async () => {
  const links = collect({ capacity: 2 });
  for (const path of ['/k1', '/k2', '/k3']) await add(links, `https://example.com${path}`, 'known');
  assert.ok(links.isFullFor('known') && links.isFullFor('further page') && !links.isFullFor('sitemap'));
  for (const path of ['/a', '/k2', '/c']) await add(links, `https://example.com${path}`, 'sitemap');
  await add(links, 'https://example.com/', 'start');
  await add(links, 'https://example.com/late', 'start page');
  assert.deepEqual(
    urls(links),
    ['/', '/a', '/k2', '/k1'].map((path) => `https://example.com${path}`),
  );
});

test('a page that does not exist stays away, and makes room', async () => {
  const links = collect({ capacity: 2 });
  for (const path of ['/a', '/b']) await add(links, `https://example.com${path}`, 'sitemap');
  links.remove('https://example.com/a/');
  assert.equal(await add(links, 'https://example.com/a', 'sitemap'), undefined);
  await add(links, 'https://example.com/c', 'sitemap');
  assert.deepEqual(urls(links), ['https://example.com/b', 'https://example.com/c']);
});

test('when the site moves, what was found is judged anew', async () => {
  const links = collect();
  await add(links, 'https://example.com/a', 'sitemap');
  await add(links, 'https://new.example.com/b', 'sitemap', { title: 'B' });
  await links.moveTo({ scope: scopeOf('https://example.org/'), folder: undefined });
  assert.equal(links.size, 0);
  await add(links, 'https://example.org/b', 'start');
  assert.deepEqual(urls(links), ['https://example.org/b']);
});
