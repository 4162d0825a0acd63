import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askProvider } from '../../../../test/support/search-providers/ask-provider.ts';
import { PLAYED_PROVIDERS } from '../../../../test/support/search-providers/index.ts';
import { openProviderServer } from '../../../../test/support/search-providers/open-provider-server.ts';
import type { PlayedResult } from '../../../../test/support/search-providers/played-provider.ts';
import { PROVIDER_NAMES } from '../../../lib/settings/search-settings.ts';
import { SEARCH_ASKS } from './abilities.ts';
import { openSearchProvider, PROVIDER_ADAPTERS } from './index.ts';

/** Long ago, so that words for it do not depend on the day of the test. */
const DATE = '2024-03-05T00:00:00.000Z';

const RESULTS: PlayedResult[] = [
  {
    url: 'https://a.test/lamps/blue',
    title: 'A blue lamp',
    text: 'It is blue.',
    date: DATE,
    image: { url: 'https://a.test/blue.png', width: 640, height: 480 },
  },
  { url: 'https://b.test/', title: 'Lamps', text: 'Of all colours.' },
];

test('there is an adapter and a played provider for every name', () => {
  const names = PROVIDER_NAMES.filter((name) => name !== 'own');
  assert.deepEqual(
    PROVIDER_ADAPTERS.map(({ name }) => name),
    names,
  );
  assert.deepEqual(
    PLAYED_PROVIDERS.map(({ name }) => name),
    names,
  );
});

test('what is sent as a parameter or checked besides is native', () => {
  for (const { name, abilities, parameters, loose } of PROVIDER_ADAPTERS) {
    assert.deepEqual(Object.keys(abilities).toSorted(), SEARCH_ASKS.toSorted());
    for (const ask of [...parameters, ...loose]) assert.equal(abilities[ask], 'native', `${name} ${ask}`);
  }
});

for (const played of PLAYED_PROVIDERS) {
  const { name } = played;

  test(`${name}: web results`, async () => {
    await using server = await openProviderServer(played);
    server.results.push(...RESULTS);
    const { results, remarks } = await askProvider(server);
    assert.deepEqual(
      results.map((result) => result.source === 'web' && [result.url, result.title, result.description]),
      RESULTS.map(({ url, title, text }) => [url, title, text]),
    );
    assert.deepEqual(remarks, []);
    assert.equal(server.requests.length, 1);
    assert.match(
      String(server.requests[0]?.query.q ?? server.requests[0]?.body.query ?? server.requests[0]?.body.q),
      /^blue lamp$/,
    );
  });

  test(`${name}: news with their dates`, async () => {
    await using server = await openProviderServer(played);
    server.results.push(...RESULTS);
    const { results } = await askProvider(server, { source: 'news' });
    assert.deepEqual(
      results.map((result) => result.source === 'news' && [result.url, result.snippet]),
      RESULTS.map(({ url, text }) => [url, text]),
    );
    const [first] = results;
    assert.ok(first?.source === 'news');
    assert.equal(first.publishedAt?.toISOString(), DATE);
  });

  test(`${name}: nothing found is no failure`, async () => {
    await using server = await openProviderServer(played);
    const { results, hasMore } = await askProvider(server);
    assert.deepEqual([results, hasMore], [[], false]);
  });

  test(`${name}: the probe says that it answers, or what is wrong`, async () => {
    await using server = await openProviderServer(played);
    server.results.push(...RESULTS);
    await using provider = openSearchProvider(server.settings, { ownPorts: () => [] });
    const { signal } = new AbortController();
    assert.deepEqual(await provider.probe(signal), { isFit: true, note: 'answers' });
    server.results.length = 0;
    assert.deepEqual(await provider.probe(signal), {
      isFit: false,
      note: 'answers, but finds nothing for "example"',
    });
    server.play(() => ({ status: 401, json: {} }));
    const { isFit, note } = await provider.probe(signal);
    assert.equal(isFit, false);
    assert.match(note, /does not accept our key \(DECANT_\w+\)/);
  });
}

for (const played of PLAYED_PROVIDERS.filter(({ name }) => name !== 'exa')) {
  test(`${played.name}: images`, async () => {
    await using server = await openProviderServer(played);
    server.results.push(...RESULTS);
    const { results } = await askProvider(server, { source: 'images' });
    const [only] = results;
    assert.ok(only?.source === 'images');
    assert.equal(results.length, 1);
    assert.equal(only.imageUrl, 'https://a.test/blue.png');
    // Tavily tells neither.
    if (played.name === 'tavily') return;
    assert.deepEqual(
      [only.url, only.title, only.width, only.height],
      ['https://a.test/lamps/blue', 'A blue lamp', 640, 480],
    );
  });
}

test('an address with a path is one of a gateway', async () => {
  const [searxng] = PLAYED_PROVIDERS;
  await using server = await openProviderServer({
    ...searxng!,
    answer: (request, results) =>
      searxng!.answer({ ...request, path: request.path.replace(/^\/gate\/way/, '') }, results),
  });
  server.results.push(...RESULTS);
  const settings = { ...server.settings, url: new URL(`${server.origin}/gate/way/`) };
  assert.equal((await askProvider({ settings })).results.length, 2);
  assert.equal(server.requests[0]?.path, '/gate/way/search');
});
