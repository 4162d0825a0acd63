import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openLoopbackSite, openTcpSite, type LoopbackSite } from '../../../test/support/loopback-site.ts';
import { playedBrave } from '../../../test/support/search-providers/brave.ts';
import { playedFirecrawl } from '../../../test/support/search-providers/firecrawl.ts';
import { openProviderServer } from '../../../test/support/search-providers/open-provider-server.ts';
import { playedSearxng } from '../../../test/support/search-providers/searxng.ts';
import { searchWith } from '../../../test/support/search-providers/search-with.ts';
import type { ProviderSettings } from '../../lib/settings/search-settings.ts';

const RESULT = { url: 'https://a.test/', title: 'A', text: 'a' };

const saying =
  (status: number, body: string, headers: Record<string, string> = {}) =>
  (): Promise<LoopbackSite> =>
    openLoopbackSite((_request, response) => response.writeHead(status, headers).end(body));

/** Servers that are asked first, and end their answers. */
const FAILING: Readonly<Record<string, () => Promise<LoopbackSite>>> = {
  'closes the connection': () => openTcpSite((socket) => void socket.once('data', () => socket.destroy())),
  'is asked too often': saying(429, '', { 'retry-after': '60' }),
  'answers with HTML': saying(200, '<!doctype html>'),
  'answers with half a JSON': saying(200, '{"results": [{"url":'),
  'answers with an error': saying(200, '{"error": "no"}'),
  'answers with 10 MB': saying(200, `{"results": ["${'x'.repeat(10_000_000)}"]}`),
  'answers with brackets': saying(200, '['.repeat(1_000_000)),
  'leads elsewhere': saying(302, '', { location: 'http://127.0.0.1:1/' }),
};

/** Servers that never end theirs. */
const ENDLESS: Readonly<Record<string, () => Promise<LoopbackSite>>> = {
  'says nothing': () => openLoopbackSite(() => {}),
  'stops in the middle': () =>
    openLoopbackSite((_request, response) => {
      response.writeHead(200).write('{"results": [');
    }),
  'sends a blank now and then': () =>
    openLoopbackSite((_request, response) => {
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    }),
};
/** Time enough for those that answer; the others get half of it. */
const ENDLESS_MS = 4_000;

async function askSecond(open: () => Promise<LoopbackSite>, deadlineMs?: number): Promise<void> {
  await using first = await open();
  await using second = await openProviderServer(playedBrave);
  second.results.push(RESULT);
  const settings: ProviderSettings = { name: 'searxng', url: new URL(first.origin), apiKey: undefined };
  const options = deadlineMs === undefined ? {} : { deadlineMs };
  const [answer] = await searchWith([settings, second.settings], { query: 'lamp' }, options);
  assert.equal(answer?.provider, 'brave');
  assert.equal(answer.results?.length, 1);
  assert.match(answer.remarks.join(' '), /^searxng [a-z ]+, so brave was asked\.$/);
  assert.equal(second.requests.length, 1);
}

for (const [name, open] of Object.entries(FAILING))
  test(`the next one answers when a provider ${name}`, () => askSecond(open));

describe('a provider that never ends its answer', { concurrency: true }, () => {
  for (const [name, open] of Object.entries(ENDLESS))
    test(`the next one answers when it ${name}`, () => askSecond(open, ENDLESS_MS));

  test('a later page that never comes leaves those before it, too', async () => {
    await using server = await openProviderServer(playedSearxng);
    const results = Array.from({ length: 30 }, (_none, at) => ({ ...RESULT, url: `https://a.test/${at}` }));
    await using front = await openLoopbackSite((request, response) => {
      const url = new URL(request.url ?? '/', server.origin);
      if (url.searchParams.get('pageno') === '3') return;
      const query = Object.fromEntries(url.searchParams);
      const { json } = playedSearxng.answer(
        { method: 'GET', path: url.pathname, query, headers: {}, body: {} },
        results,
      );
      response.writeHead(200).end(JSON.stringify(json));
    });
    const settings = { ...server.settings, url: new URL(front.origin) };
    const [found] = await searchWith([settings], { query: 'lamp', limit: 30 }, { deadlineMs: ENDLESS_MS });
    assert.equal(found?.results?.length, 20);
    assert.match(found.remarks.join(' '), /there may be more/);
  });
});

test('pages that are the same again end the list', async () => {
  await using server = await openProviderServer(playedSearxng);
  const { answer } = playedSearxng;
  const results = Array.from({ length: 10 }, (_none, at) => ({ ...RESULT, url: `https://a.test/${at}` }));
  server.play((request) => answer({ ...request, query: { ...request.query, pageno: '1' } }, results));
  const [found] = await searchWith([server.settings], { query: 'lamp', limit: 100 });
  assert.equal(found?.results?.length, 10);
  assert.equal(server.requests.length, 2);
});

test('a later page that fails leaves those before it, with a word on it', async () => {
  await using server = await openProviderServer(playedSearxng);
  const { answer } = playedSearxng;
  const results = Array.from({ length: 30 }, (_none, at) => ({ ...RESULT, url: `https://a.test/${at}` }));
  server.play((request) =>
    request.query.pageno === '3' ? { status: 500, json: {} } : answer(request, results),
  );
  const [found] = await searchWith([server.settings], { query: 'lamp', limit: 30 });
  assert.equal(found?.results?.length, 20);
  assert.match(found.remarks.join(' '), /there may be more/);
  assert.deepEqual(found.failures, []);
});

test('one page under several addresses is one result, and odd addresses are none', async () => {
  await using server = await openProviderServer(playedBrave);
  const urls = [
    'https://a.test/page',
    'http://www.a.test/page/',
    'https://a.test/page?utm_source=x',
    'https://user:secret@a.test/page#here',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://a.test/page?id=2',
    'http://127.0.0.1:3000/admin',
  ];
  server.results.push(...urls.map((url) => ({ ...RESULT, url })));
  const [found] = await searchWith([server.settings], { query: 'lamp', limit: 100 });
  assert.deepEqual(
    found?.results?.map(({ url }) => url),
    ['https://a.test/page', 'https://a.test/page?id=2', 'http://127.0.0.1:3000/admin'],
  );
});

test('a provider that gives more than was asked for is cut', async () => {
  await using server = await openProviderServer(playedSearxng);
  server.play(() => ({
    json: {
      results: Array.from({ length: 5_000 }, (_none, at) => ({ ...RESULT, url: `https://a.test/${at}` })),
    },
  }));
  const [found] = await searchWith([server.settings], { query: 'lamp', limit: 3 });
  assert.equal(found?.results?.length, 3);
  assert.equal(server.requests.length, 1);
});

test('of several queries that a wish needs, those that were answered count', async () => {
  await using server = await openProviderServer(playedBrave);
  const { answer } = playedBrave;
  // As on a plan of one request a second.
  server.play((request) =>
    server.requests.length === 1
      ? answer(request, [RESULT])
      : { status: 429, json: { type: 'ErrorResponse' } },
  );
  const body = { query: 'a rather long question on lamps '.repeat(8).trim(), categories: ['research'] };
  const [found] = await searchWith([server.settings], body);
  assert.ok(server.requests.length > 1);
  assert.deepEqual(found?.failures, []);
  assert.equal(found?.results?.length, 1);
  assert.match(found?.remarks.join(' '), /answered 1 of \d requests, so there may be more/);
});

test('a search that another server passed on is not passed on again', async () => {
  await using server = await openProviderServer(playedFirecrawl);
  await using other = await openProviderServer(playedBrave);
  const options = { isForwarded: true };
  const [alone] = await searchWith([server.settings], { query: 'lamp' }, options);
  assert.deepEqual([alone?.results, alone?.failures], [undefined, []]);
  assert.match(
    alone?.remarks.join(' ') ?? '',
    /^This search came from another server, so firecrawl was not asked\.$/,
  );
  other.results.push(RESULT);
  const [found] = await searchWith([server.settings, other.settings], { query: 'lamp' }, options);
  assert.equal(found?.results?.length, 1);
  assert.equal(server.requests.length, 0);
});
