import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askProvider } from '../../../../test/support/search-providers/ask-provider.ts';
import { openProviderServer } from '../../../../test/support/search-providers/open-provider-server.ts';
import { playedSearxng } from '../../../../test/support/search-providers/searxng.ts';
import { ProviderFailure } from './provider.ts';

const DAY_MS = 86_400_000;
const RESULT = { url: 'https://a.test/', title: 'A', text: 'a' };
const isFailure = (kind: string, detail: RegExp) => (error: unknown) => {
  assert.ok(error instanceof ProviderFailure);
  assert.equal(error.kind, kind);
  assert.match(error.detail, detail);
  return true;
};

test('a request has the parameters of SearXNG, and no engines', async () => {
  await using server = await openProviderServer(playedSearxng);
  server.results.push(RESULT);
  await askProvider(server, { page: 2, isSafe: true, country: 'DE', range: { kind: 'week' } });
  await askProvider(server, { country: 'CH', language: 'fr' });
  await askProvider(server, { language: 'pt-BR' });
  await askProvider(server, { language: 'zh-Hant-TW' });
  await askProvider(server, { language: 'es-419' });
  assert.deepEqual(
    server.requests.map(({ query }) => query),
    [
      {
        q: 'blue lamp',
        format: 'json',
        categories: 'general',
        pageno: '3',
        language: 'de-DE',
        time_range: 'week',
        safesearch: '2',
      },
      // The third page was empty, so it was asked for once more without the range.
      {
        q: 'blue lamp',
        format: 'json',
        categories: 'general',
        pageno: '3',
        language: 'de-DE',
        safesearch: '2',
      },
      { q: 'blue lamp', format: 'json', categories: 'general', pageno: '1', language: 'fr-CH' },
      { q: 'blue lamp', format: 'json', categories: 'general', pageno: '1', language: 'pt-BR' },
      { q: 'blue lamp', format: 'json', categories: 'general', pageno: '1', language: 'zh-TW' },
      { q: 'blue lamp', format: 'json', categories: 'general', pageno: '1', language: 'es' },
    ],
  );
});

test('a success without results whose engines are silent is a failure', async () => {
  await using server = await openProviderServer(playedSearxng);
  const silent = (...engines: unknown[]) => ({
    json: { query: 'x', results: [], unresponsive_engines: engines },
  });
  server.play(() => silent(['google', 'CAPTCHA'], ['bing', 'Suspended: too many requests']));
  await assert.rejects(askProvider(server), isFailure('limited', /2 of its engines did not.*CAPTCHA/));
  server.play(() => silent(['stub', 'HTTP error']));
  await assert.rejects(askProvider(server), isFailure('down', /1 of its engines did not/));
  server.play(() => silent('odd', null, [7]));
  await assert.rejects(askProvider(server), isFailure('down', /3 of its engines/));
  // A later page is the end of the results, with a word on it.
  server.play(() => silent(['google', 'CAPTCHA']));
  const { results, hasMore, remarks } = await askProvider(server, { page: 1 });
  assert.deepEqual([results, hasMore, remarks.length], [[], false, 1]);
  // Some that are silent beside others that answered are as usual.
  server.play(() => ({ json: { results: [RESULT], unresponsive_engines: [['google', 'CAPTCHA']] } }));
  assert.deepEqual((await askProvider(server)).remarks, []);
});

test('the operator is told what 403 and 429 mean here', async () => {
  await using server = await openProviderServer(playedSearxng);
  server.play(() => ({ status: 403, text: '<!doctype html><title>403 Forbidden</title>' }));
  await assert.rejects(
    askProvider(server),
    isFailure('refused', /settings\.yml.*json.*search\.formats.*limiter/),
  );
  server.play(() => ({ status: 429, text: 'Too Many Requests' }));
  await assert.rejects(askProvider(server), isFailure('limited', /limiter\.toml/));
});

test('a range without results is asked for once more without it, and filtered', async () => {
  await using server = await openProviderServer(playedSearxng);
  const now = Date.now();
  const at = (days: number): string => new Date(now - days * DAY_MS).toISOString();
  server.results.push(
    { ...RESULT, url: 'https://a.test/new', date: at(2) },
    { ...RESULT, url: 'https://a.test/old', date: at(20) },
    { ...RESULT, url: 'https://a.test/undated' },
  );
  // Engines without ranges are dropped without a word.
  const answered = playedSearxng.answer;
  server.play((request) => answered(request, request.query.time_range === undefined ? server.results : []));
  const week = await askProvider(server, { range: { kind: 'week' } });
  assert.deepEqual(
    week.results.map(({ url }) => url),
    ['https://a.test/new'],
  );
  assert.match(week.remarks.join(), /results of all times that say a date within it/);
  const range = {
    kind: 'custom',
    from: new Date(now - 25 * DAY_MS),
    to: new Date(now - 10 * DAY_MS),
  } as const;
  const custom = await askProvider(server, { range });
  assert.deepEqual(
    custom.results.map(({ url }) => url),
    ['https://a.test/old'],
  );
  assert.deepEqual(
    server.requests.map(({ query }) => query.time_range),
    ['week', undefined, 'month', undefined],
  );
  // Engines that know the range and find nothing are not asked twice when others failed.
  server.play(() => ({ json: { results: [], unresponsive_engines: [['a', 'timeout']] } }));
  await assert.rejects(askProvider(server, { range: { kind: 'day' } }), isFailure('down', /engines/));
});

test('an hour and a custom range are sent as the smallest that holds them', async () => {
  await using server = await openProviderServer(playedSearxng);
  server.results.push(RESULT);
  const ago = (days: number): Date => new Date(Date.now() - days * DAY_MS);
  await askProvider(server, { range: { kind: 'hour' } });
  await askProvider(server, { range: { kind: 'custom', from: ago(3) } });
  await askProvider(server, { range: { kind: 'custom', from: ago(300), to: ago(200) } });
  await askProvider(server, { range: { kind: 'custom', from: ago(3_000), to: ago(200) } });
  await askProvider(server, { range: { kind: 'custom', to: ago(200) } });
  assert.deepEqual(
    server.requests.map(({ query }) => query.time_range),
    ['day', 'week', 'year', undefined, undefined],
  );
});

test('an image is a result with a picture: a category that is not there answers with pages', async () => {
  await using server = await openProviderServer(playedSearxng);
  server.play(() => ({
    json: {
      results: [
        { url: 'https://a.test/', title: 'A page', content: 'a', category: 'general' },
        {
          url: 'https://b.test/',
          title: 'A picture',
          img_src: 'https://b.test/b.png',
          resolution: '1920×1080',
        },
        { url: 'https://c.test/', title: 'One more', img_src: '//c.test/c.png', resolution: '1 x 1' },
        { url: 'https://d.test/', title: 'Unknown size', img_src: 'https://d.test/d.png', resolution: null },
      ],
    },
  }));
  const { results } = await askProvider(server, { source: 'images' });
  assert.deepEqual(results, [
    {
      source: 'images',
      url: 'https://b.test/',
      title: 'A picture',
      imageUrl: 'https://b.test/b.png',
      width: 1920,
      height: 1080,
    },
    { source: 'images', url: 'https://d.test/', title: 'Unknown size', imageUrl: 'https://d.test/d.png' },
  ]);
});

test('news of an instance without engines for them are said to be pages', async () => {
  await using server = await openProviderServer(playedSearxng);
  server.play(() => ({ json: { results: [{ ...RESULT, category: 'general' }] } }));
  const { results, remarks } = await askProvider(server, { source: 'news' });
  assert.equal(results.length, 1);
  assert.match(remarks.join(), /no engine for news/);
});
