import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askProvider } from '../../../../test/support/search-providers/ask-provider.ts';
import { openProviderServer } from '../../../../test/support/search-providers/open-provider-server.ts';
import { PROVIDER_KEY } from '../../../../test/support/search-providers/played-provider.ts';
import { playedTavily } from '../../../../test/support/search-providers/tavily.ts';
import { ProviderFailure } from './provider.ts';

const site = (value: string, isNegated = false) => ({ operator: 'site' as const, value, isNegated });
const queryOf = (...filters: Array<ReturnType<typeof site>>) => ({
  text: '',
  words: [],
  phrases: [],
  excluded: [],
  alternatives: [],
  filters,
});

test('a request has the body of Tavily', async () => {
  await using server = await openProviderServer(playedTavily);
  await askProvider(server, {
    count: 100,
    country: 'CZ',
    range: { kind: 'custom', from: new Date('2026-01-02'), to: new Date('2026-10-11') },
    query: queryOf(site('A.test/docs'), site('b.test', true), site('c.test/shop', true)),
    excludeDomains: ['d.test'],
  });
  const [request] = server.requests;
  assert.equal(request?.headers.authorization, `Bearer ${PROVIDER_KEY}`);
  assert.deepEqual(request?.body, {
    query: 'blue lamp',
    topic: 'general',
    search_depth: 'basic',
    max_results: 20,
    start_date: '2026-01-02',
    end_date: '2026-10-11',
    include_domains: ['a.test'],
    // All of c.test is more than was refused.
    exclude_domains: ['d.test', 'b.test'],
    country: 'czech republic',
  });
});

test('categories are domains, unless PDF files are among them', async () => {
  await using server = await openProviderServer(playedTavily);
  await askProvider(server, { categories: ['github'] });
  await askProvider(server, { categories: ['github', 'research'] });
  await askProvider(server, { categories: ['github', 'pdf'] });
  await askProvider(server, { categories: ['github'], includeDomains: ['gist.github.com'] });
  assert.deepEqual(
    server.requests.map(({ body }) => (body.include_domains as string[] | undefined)?.length),
    [1, 15, undefined, 1],
  );
  assert.deepEqual(server.requests[3]?.body.include_domains, ['gist.github.com']);
});

test('a country goes with general results only, and one without a name is said', async () => {
  await using server = await openProviderServer(playedTavily);
  const news = await askProvider(server, { source: 'news', country: 'DE' });
  assert.deepEqual(news.remarks, ['Tavily cannot look for news of the country DE.']);
  const web = await askProvider(server, { country: 'HK' });
  assert.deepEqual(web.remarks, ['Tavily cannot look for results of the country HK.']);
  assert.deepEqual(
    server.requests.map(({ body }) => [body.topic, body.country]),
    [
      ['news', undefined],
      ['general', undefined],
    ],
  );
});

test('an hour is a day, and there is no further page', async () => {
  await using server = await openProviderServer(playedTavily);
  for (let index = 0; index < 30; index++)
    server.results.push({ url: `https://a.test/${index}`, title: `${index}`, text: '' });
  const { results, hasMore } = await askProvider(server, { count: 20, range: { kind: 'hour' } });
  assert.deepEqual([results.length, hasMore], [20, false]);
  assert.equal(server.requests[0]?.body.time_range, 'day');
});

test('images are addresses, with or without a description', async () => {
  await using server = await openProviderServer(playedTavily);
  server.play(() => ({
    json: {
      results: [],
      images: [
        'https://a.test/a.png',
        { url: 'https://a.test/b.png', description: 'B' },
        'file:///c.png',
        null,
      ],
    },
  }));
  const { results } = await askProvider(server, { source: 'images' });
  assert.deepEqual(
    results.map((result) => result.source === 'images' && [result.imageUrl, result.title]),
    [
      ['https://a.test/a.png', ''],
      ['https://a.test/b.png', 'B'],
    ],
  );
});

test('a plan that is used up has a status of its own', async () => {
  await using server = await openProviderServer(playedTavily);
  server.play(() => ({ status: 432, json: { detail: { error: 'This request exceeds your plan.' } } }));
  const failure = await askProvider(server).catch((error: unknown) => error);
  assert.ok(failure instanceof ProviderFailure);
  assert.equal(failure.kind, 'limited');
});
