import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askProvider } from '../../../../test/support/search-providers/ask-provider.ts';
import { playedExa } from '../../../../test/support/search-providers/exa.ts';
import { openProviderServer } from '../../../../test/support/search-providers/open-provider-server.ts';
import { PROVIDER_KEY } from '../../../../test/support/search-providers/played-provider.ts';

test('a request has the body of Exa', async () => {
  await using server = await openProviderServer(playedExa);
  const site = { operator: 'site' as const, value: 'a.test/docs', isNegated: false };
  await askProvider(server, {
    count: 500,
    country: 'DE',
    isSafe: true,
    range: { kind: 'custom', from: new Date('2026-01-02'), to: new Date('2026-10-11') },
    query: { text: '', words: [], phrases: [], excluded: [], alternatives: [], filters: [site] },
    excludeDomains: ['d.test'],
  });
  const [request] = server.requests;
  assert.equal(request?.headers['x-api-key'], PROVIDER_KEY);
  assert.deepEqual(request?.body, {
    query: 'blue lamp',
    type: 'auto',
    numResults: 100,
    includeDomains: ['a.test'],
    excludeDomains: ['d.test'],
    startPublishedDate: '2026-01-02T00:00:00.000Z',
    endPublishedDate: '2026-10-11T00:00:00.000Z',
    userLocation: 'DE',
    moderation: true,
    contents: { highlights: { maxCharacters: 500 } },
  });
});

test('a span of time begins so long ago', async () => {
  await using server = await openProviderServer(playedExa);
  const before = Date.now();
  await askProvider(server, { source: 'news', range: { kind: 'hour' } });
  const { startPublishedDate, endPublishedDate, category } = server.requests[0]?.body ?? {};
  const start = Date.parse(startPublishedDate as string) + 3_600_000;
  assert.ok(start >= before && start <= Date.now());
  assert.deepEqual([endPublishedDate, category], [undefined, 'news']);
});

test('the description is made of the highlights', async () => {
  await using server = await openProviderServer(playedExa);
  const highlights = ['one', null, 'two', 'three', 'four'];
  server.play(() => ({
    json: { results: [{ url: 'https://a.test/', title: null, highlights }, { url: 'https://b.test/' }] },
  }));
  const { results } = await askProvider(server);
  assert.deepEqual(
    results.map((result) => result.source === 'web' && [result.title, result.description]),
    [
      ['', 'one … two … three'],
      ['', ''],
    ],
  );
});
