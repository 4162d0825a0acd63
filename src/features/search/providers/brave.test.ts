import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askProvider } from '../../../../test/support/search-providers/ask-provider.ts';
import { playedBrave } from '../../../../test/support/search-providers/brave.ts';
import { openProviderServer } from '../../../../test/support/search-providers/open-provider-server.ts';
import { PROVIDER_KEY } from '../../../../test/support/search-providers/played-provider.ts';
import { ProviderFailure } from './provider.ts';

const NO_QUERY = { text: '', words: [], phrases: [], excluded: [], alternatives: [], filters: [] };
const many = (count: number) =>
  Array.from({ length: count }, (_none, index) => ({
    url: `https://a.test/${index}`,
    title: `${index}`,
    text: '',
    image: { url: `https://a.test/${index}.png`, width: 3, height: 2 },
  }));

test('the offset counts pages, not results', async () => {
  await using server = await openProviderServer(playedBrave);
  server.results.push(...many(45));
  const found: string[][] = [];
  for (let page = 0, hasMore = true; hasMore; page++) {
    // However many are wanted, pages have one size, or they would overlap.
    const answer = await askProvider(server, { page, count: 5 });
    found.push(answer.results.map(({ title }) => title));
    ({ hasMore } = answer);
  }
  assert.deepEqual(
    found.map(({ length }) => length),
    [20, 20, 5],
  );
  assert.equal(new Set(found.flat()).size, 45);
  assert.deepEqual(
    server.requests.map(({ query }) => [query.count, query.offset]),
    [
      ['20', '0'],
      ['20', '1'],
      ['20', '2'],
    ],
  );
});

test('there are ten pages at most, and one of images', async () => {
  await using server = await openProviderServer(playedBrave);
  server.results.push(...many(600));
  assert.equal((await askProvider(server, { page: 9 })).hasMore, false);
  const { results, hasMore } = await askProvider(server, { source: 'images', count: 500 });
  assert.deepEqual([results.length, hasMore], [200, false]);
  assert.deepEqual(server.requests[1]?.query, { q: 'blue lamp', count: '200' });
});

test('a request has the parameters and headers of Brave', async () => {
  await using server = await openProviderServer(playedBrave);
  server.results.push(...many(1));
  const filters = [
    { operator: 'site' as const, value: 'a.test', isNegated: false },
    { operator: 'allintitle' as const, value: 'blue lamp', isNegated: false },
    { operator: 'allintitle' as const, value: 'red', isNegated: true },
  ];
  await askProvider(server, {
    text: 'lamp site:a.test',
    query: { ...NO_QUERY, filters },
    country: 'DE',
    language: 'de-AT',
    location: 'München,Bayern,Germany',
    isSafe: true,
    range: { kind: 'custom', from: new Date('2026-01-02'), to: new Date('2026-03-04') },
  });
  const [request] = server.requests;
  assert.deepEqual(request?.query, {
    q: 'lamp site:a.test intitle:blue intitle:lamp -intitle:red',
    country: 'DE',
    search_lang: 'de',
    spellcheck: '0',
    count: '20',
    offset: '0',
    safesearch: 'strict',
    freshness: '2026-01-02to2026-03-04',
    result_filter: 'web',
    text_decorations: 'false',
  });
  const { headers } = request;
  assert.deepEqual(
    [
      headers['x-subscription-token'],
      headers['x-loc-city'],
      headers['x-loc-state-name'],
      headers['x-loc-country'],
    ],
    [PROVIDER_KEY, 'M%C3%BCnchen', 'Bayern', 'DE'],
  );
});

test('places of one and two parts, with or without a country', async () => {
  await using server = await openProviderServer(playedBrave);
  server.results.push(...many(1));
  for (const location of ['Germany', 'Paris,France', 'Springfield,Ohio', 'Atlantis', ',', 'a\r\nx-evil: 1'])
    await askProvider(server, { location });
  assert.deepEqual(
    server.requests.map(({ headers }) => [
      headers['x-loc-city'],
      headers['x-loc-state-name'],
      headers['x-loc-country'],
    ]),
    [
      [undefined, undefined, 'DE'],
      ['Paris', undefined, 'FR'],
      ['Springfield', 'Ohio', undefined],
      ['Atlantis', undefined, undefined],
      [undefined, undefined, undefined],
      ['a%0D%0Ax-evil%3A%201', undefined, undefined],
    ],
  );
  assert.ok(server.requests.every(({ headers }) => headers['x-evil'] === undefined));
});

test('a country that Brave does not know is left out and said', async () => {
  await using server = await openProviderServer(playedBrave);
  server.results.push(...many(1));
  const { remarks } = await askProvider(server, { country: 'LI' });
  assert.deepEqual(remarks, ['Brave Search does not know the country LI.']);
  assert.equal(server.requests[0]?.query.country, undefined);
});

test('words of allintitle: are added while there is room for them', async () => {
  await using server = await openProviderServer(playedBrave);
  server.results.push(...many(1));
  const value = 'word '.repeat(60).trim();
  const query = { ...NO_QUERY, filters: [{ operator: 'allintitle' as const, value, isNegated: false }] };
  await askProvider(server, { text: 'lamp', query });
  const q = server.requests[0]?.query.q ?? '';
  assert.ok(q.length <= 400 && q.split(' ').length <= 50);
  assert.match(q, /^lamp(?: intitle:word)+$/);
});

test('a month and a second have their own limits', async () => {
  await using server = await openProviderServer(playedBrave);
  const headers = { 'x-ratelimit-limit': '1, 15000', 'x-ratelimit-policy': '1;w=1, 15000;w=2592000' };
  server.play(() => ({
    status: 429,
    json: { type: 'ErrorResponse' },
    headers: { ...headers, 'x-ratelimit-remaining': '0, 14523', 'x-ratelimit-reset': '1, 1419704' },
  }));
  const failure = await askProvider(server).catch((error: unknown) => error);
  assert.ok(failure instanceof ProviderFailure);
  assert.deepEqual([failure.kind, failure.retryAfterMs], ['limited', 1_000]);
});

test('a key that is not accepted comes as 422, as an odd request does', async () => {
  await using server = await openProviderServer(playedBrave);
  const settings = { ...server.settings, apiKey: 'another' };
  const wrongKey = await askProvider({ settings }).catch((error: unknown) => error);
  assert.ok(wrongKey instanceof ProviderFailure);
  assert.deepEqual([wrongKey.kind, wrongKey.retryAfterMs], ['refused', undefined]);
  assert.match(wrongKey.detail, /DECANT_BRAVE_API_KEY/);
  const oddRequest = await askProvider(server, { text: 'x'.repeat(500) }).catch((error: unknown) => error);
  assert.ok(oddRequest instanceof ProviderFailure);
  assert.deepEqual([oddRequest.kind, oddRequest.retryAfterMs], ['refused', 0]);
});

test('languages have the names of Brave', async () => {
  await using server = await openProviderServer(playedBrave);
  server.results.push(...many(1));
  const tags = ['de-AT', 'ja', 'zh', 'zh-Hant-TW', 'zh-TW', 'pt', 'pt-PT', 'no', 'nb-NO', 'tlh', 'en-GB'];
  for (const language of tags) await askProvider(server, { language });
  assert.deepEqual(
    server.requests.map(({ query }) => query.search_lang),
    ['de', 'jp', 'zh-hans', 'zh-hant', 'zh-hant', 'pt-br', 'pt-pt', 'nb', 'nb', undefined, 'en'],
  );
});
