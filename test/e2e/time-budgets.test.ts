import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { eventually } from '../support/eventually.ts';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { pickSize } from '../support/pick-size.ts';
import { shareTestService } from '../support/share-test-service.ts';
import type { CalledService } from '../support/test-service.ts';
import { answer, startTestSite } from '../support/test-site.ts';

/** Far more than an answer takes, on a machine that is not busy; without a bound these calls took 3 to 60 s. */
const MAX_ANSWER_MS = 1_500;
/** So often what a call of the same kind takes in the same run: machines are busy. */
const ROOM = 20;
const MAP_TIMEOUT_MS = pickSize(1_500, 3_000);
const SLOW_LINKS = Array.from({ length: 40 }, (_, n) => `<a href="/s/${n}${'ab'.repeat(3_900)}">x</a>`).join(
  '',
);
const SLOW_PATTERNS = Array.from({ length: 60 }, (_, index) => `[ab]*a[ab]{300}x${index}`);
const SITEMAP = gzipSync(Buffer.alloc(48_000_000, '<'), { level: 9 });

function startSite(): Promise<LoopbackSite> {
  const index = `<sitemapindex>${Array.from({ length: 60 }, (_, n) => `<sitemap><loc>/big-${n}.xml</loc></sitemap>`).join('')}</sitemapindex>`;
  return startTestSite({
    '/': '<h1>Home</h1><p>Words of a page.</p><a href="/a">a</a>',
    '/links': `<h1>Links</h1><p>Words of a page.</p>${SLOW_LINKS}`,
    '/noscripts': `<body>${'<noscript>'.repeat(39_000)}`,
    '/sitemap.xml': answer(index, { 'content-type': 'text/xml' }),
    '/robots.txt': answer('', { 'content-type': 'text/plain' }),
    '*': (request, response) => {
      if (request.url?.startsWith('/big-') === true)
        answer(SITEMAP, { 'content-type': 'application/gzip' })(request, response);
      else answer('<h1>Page</h1><p>Words of a page.</p>')(request, response);
    },
  });
}

describe('how calls end that would take too much time', () => {
  let site: LoopbackSite;
  let service: CalledService;

  before(async () => {
    site = await startSite();
    service = await shareTestService();
  });
  after(() => site?.[Symbol.asyncDispose]());

  const statusOf = async (id: string): Promise<{ status: string; warning?: string }> =>
    (await service.call(`/v2/crawl/${id}`)).body;

  const cancel = (id: string) => service.call(`/v2/crawl/${id}`, undefined, { method: 'DELETE' });

  async function timeOf(work: () => Promise<unknown>): Promise<number> {
    const from = performance.now();
    await work();
    return performance.now() - from;
  }

  const startCrawl = async (): Promise<string> => {
    const { status, body } = await service.call('/v2/crawl', {
      url: `${site.origin}/links`,
      excludePaths: SLOW_PATTERNS,
      crawlEntireDomain: true,
      sitemap: 'skip',
      scrapeOptions: { maxAge: 0 },
    });
    assert.equal(status, 200);
    return body.id;
  };

  test('a crawl with slow patterns ends with a warning that names one', async () => {
    const id = await startCrawl();
    await eventually(async () => assert.equal((await statusOf(id)).status, 'completed'));
    assert.match((await statusOf(id)).warning ?? '', /excludePaths\[\d+\] is too slow/);
  });

  test('a cancelled crawl is over at once, whatever its patterns do', async () => {
    const usual = await service.call('/v2/crawl', { url: `${site.origin}/a`, sitemap: 'skip' });
    assert.equal(usual.status, 200, JSON.stringify(usual.body));
    const usualMs = await timeOf(() => cancel(usual.body.id));
    const seen = site.requests.length;
    const id = await startCrawl();
    await eventually(async () => {
      assert.ok(site.requests.slice(seen).some(({ url }) => url === '/links'));
    });
    const tookMs = await timeOf(async () => assert.equal((await cancel(id)).status, 200));
    assert.ok(tookMs < MAX_ANSWER_MS + ROOM * usualMs, `${tookMs} ms, of another ${usualMs}`);
    await eventually(async () => assert.equal((await statusOf(id)).status, 'cancelled'));
  });

  test('a map with slow patterns says so', async () => {
    const call = {
      url: `${site.origin}/links`,
      excludePaths: SLOW_PATTERNS,
      sitemap: 'skip',
      ignoreCache: true,
    };
    const { status, body } = await service.call('/v2/map', call);
    assert.match(status === 200 ? body.warning : body.error, /excludePaths\[\d+\] is too slow/);
  });

  test('a map of sitemaps that are made to be read slowly keeps to its time', async () => {
    const map = (options: object) => service.call('/v2/map', { url: site.origin, ...options });
    const usualMs = await timeOf(() => map({ sitemap: 'skip' }));
    const tookMs = await timeOf(async () => {
      const { status, body } = await map({ timeout: MAP_TIMEOUT_MS, sitemap: 'only' });
      assert.ok([200, 408].includes(status), JSON.stringify(body));
    });
    assert.ok(tookMs < MAP_TIMEOUT_MS + MAX_ANSWER_MS + ROOM * usualMs, `${tookMs} ms, ${usualMs} without`);
  });

  test('nested noscript elements are converted like any others', async () => {
    const calls = Array.from({ length: 5 }, () =>
      service.call('/v2/scrape', {
        url: `${site.origin}/noscripts`,
        maxAge: 0,
        proxy: 'basic',
      }),
    );
    for (const { status } of await Promise.all(calls)) assert.equal(status, 200);
  });

  test('bodies of brackets are refused', async () => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${service.key}` };
    const body = '['.repeat(5_000_000) + ']'.repeat(5_000_000);
    for (let again = 0; again < pickSize(1, 3); again++) {
      const response = await fetch(`${service.url}/v2/scrape`, { method: 'POST', headers, body });
      assert.equal(response.status, 400);
      assert.match(await response.text(), /nests deeper than 100 levels/);
    }
  });
});
