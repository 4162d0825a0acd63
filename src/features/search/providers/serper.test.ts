import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askProvider } from '../../../../test/support/search-providers/ask-provider.ts';
import { openProviderServer } from '../../../../test/support/search-providers/open-provider-server.ts';
import { PROVIDER_KEY } from '../../../../test/support/search-providers/played-provider.ts';
import { playedSerper } from '../../../../test/support/search-providers/serper.ts';
import { ProviderFailure } from './provider.ts';

const HOUR_MS = 3_600_000;

test('a request has the body of Serper', async () => {
  await using server = await openProviderServer(playedSerper);
  await askProvider(server, {
    text: '"blue lamp" -red inurl:shop',
    page: 1,
    count: 20,
    country: 'DE',
    language: 'de-DE',
    location: 'Berlin,Germany',
    range: { kind: 'custom', from: new Date('2026-01-02'), to: new Date('2026-10-11') },
    isByDate: true,
  });
  await askProvider(server, { source: 'news', range: { kind: 'hour' } });
  await askProvider(server, { source: 'images', range: { kind: 'custom', from: new Date('2026-01-02') } });
  const [first, news, images] = server.requests;
  assert.deepEqual([first?.path, first?.headers['x-api-key']], ['/search', PROVIDER_KEY]);
  assert.deepEqual(first?.body, {
    q: '"blue lamp" -red inurl:shop',
    gl: 'de',
    hl: 'de',
    location: 'Berlin,Germany',
    tbs: 'sbd:1,cdr:1,cd_min:1/2/2026,cd_max:10/11/2026',
    num: 10,
    page: 2,
    autocorrect: false,
  });
  assert.deepEqual([news?.path, news?.body.tbs], ['/news', 'qdr:h']);
  assert.deepEqual([images?.path, images?.body.tbs], ['/images', 'cdr:1,cd_min:1/2/2026']);
});

test('more than ten results are further pages of ten, which cost less', async () => {
  await using server = await openProviderServer(playedSerper);
  for (let index = 0; index < 25; index++)
    server.results.push({ url: `https://a.test/${index}`, title: `${index}`, text: '' });
  const found: string[] = [];
  for (let page = 0, hasMore = true; hasMore; page++) {
    const answer = await askProvider(server, { page, count: 25 });
    found.push(...answer.results.map(({ title }) => title));
    ({ hasMore } = answer);
  }
  assert.equal(new Set(found).size, 25);
  // The last one was empty.
  assert.deepEqual(
    server.requests.map(({ body }) => [body.num, body.page]),
    [
      [10, 1],
      [10, 2],
      [10, 3],
      [10, 4],
    ],
  );
});

test('dates are words', async () => {
  await using server = await openProviderServer(playedSerper);
  const dates = ['3 hours ago', '12 Oct 2024', 'Oct 12, 2024', 'vor 3 <b>Stunden</b>\n', null, 7];
  server.play(() => ({
    json: { news: dates.map((date, index) => ({ link: `https://a.test/${index}`, title: 'a', date })) },
  }));
  const before = Date.now();
  const { results } = await askProvider(server, { source: 'news' });
  const read = results.map((result) => (result.source === 'news' ? result : undefined));
  const ago = (read[0]?.publishedAt?.getTime() ?? 0) + 3 * HOUR_MS;
  assert.ok(ago >= before - 1_000 && ago <= Date.now());
  assert.deepEqual(
    read.slice(1).map((result) => [result?.publishedAt?.toISOString(), result?.dateText]),
    [
      ['2024-10-12T00:00:00.000Z', undefined],
      ['2024-10-12T00:00:00.000Z', undefined],
      [undefined, 'vor 3 Stunden'],
      [undefined, undefined],
      [undefined, undefined],
    ],
  );
});

test('an account without credit is told by words', async () => {
  await using server = await openProviderServer(playedSerper);
  server.play(() => ({ status: 400, json: { message: 'Not enough credits', statusCode: 400 } }));
  const failure = await askProvider(server).catch((error: unknown) => error);
  assert.ok(failure instanceof ProviderFailure);
  assert.deepEqual([failure.kind, failure.retryAfterMs], ['limited', undefined]);
  assert.match(failure.detail, /no credit left/);
});

test('languages have the names of Google', async () => {
  await using server = await openProviderServer(playedSerper);
  const tags = ['de-AT', 'zh-Hant', 'zh', 'pt', 'pt-PT', 'ja'];
  for (const language of tags) await askProvider(server, { language });
  assert.deepEqual(
    server.requests.map(({ body }) => body.hl),
    ['de', 'zh-tw', 'zh-cn', 'pt-br', 'pt-pt', 'ja'],
  );
});
