import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askProvider } from '../../../../test/support/search-providers/ask-provider.ts';
import { playedFirecrawl } from '../../../../test/support/search-providers/firecrawl.ts';
import { openProviderServer } from '../../../../test/support/search-providers/open-provider-server.ts';

test('a request is the one that callers send', async () => {
  await using server = await openProviderServer(playedFirecrawl);
  await askProvider(server, {
    text: '"blue lamp" -red',
    count: 250,
    country: 'DE',
    location: 'Berlin,Germany',
    range: { kind: 'week' },
    isByDate: true,
    isSafe: true,
    includeDomains: ['a.test'],
    categories: ['github', 'pdf'],
  });
  await askProvider(server, { source: 'news', excludeDomains: ['b.test'] });
  assert.deepEqual(
    server.requests.map(({ body }) => body),
    [
      {
        query: '"blue lamp" -red',
        origin: 'decant-search',
        limit: 100,
        sources: [{ type: 'web' }],
        tbs: 'sbd:1,qdr:w',
        country: 'DE',
        location: 'Berlin,Germany',
        safe: true,
        includeDomains: ['a.test'],
        categories: [{ type: 'github' }, { type: 'pdf' }],
      },
      {
        query: 'blue lamp',
        origin: 'decant-search',
        limit: 10,
        sources: [{ type: 'news' }],
        excludeDomains: ['b.test'],
      },
    ],
  );
});

test('a service without keys is asked without one', async () => {
  await using server = await openProviderServer(playedFirecrawl);
  server.play(() => ({ json: { success: true, data: {} } }));
  const settings = { ...server.settings, apiKey: undefined };
  await askProvider({ settings });
  assert.equal(server.requests[0]?.headers.authorization, undefined);
});

test('its warning is told of, and not repeated; the list of its first version is read', async () => {
  await using server = await openProviderServer(playedFirecrawl);
  server.play(() => ({
    json: {
      success: true,
      warning: 'WORDS-OF-THE-PROVIDER',
      data: [{ url: 'https://a.test/', title: 'A', description: 'a', markdown: '# A' }],
    },
  }));
  const { results, remarks } = await askProvider(server);
  assert.deepEqual(results, [
    { source: 'web', url: 'https://a.test/', title: 'A', description: 'a', publishedAt: undefined },
  ]);
  assert.equal(remarks.length, 1);
  assert.ok(!remarks.join().includes('WORDS'));
});
