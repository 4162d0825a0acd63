import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openLoopbackSite, type LoopbackSite } from '../../../../test/support/loopback-site.ts';
import { askProvider } from '../../../../test/support/search-providers/ask-provider.ts';
import { NO_SEARX, openSearx, type Searx } from '../../../../test/support/searx.ts';
import type { ProviderSettings } from '../../../lib/settings/search-settings.ts';
import { ProviderFailure } from './provider.ts';

const PAGES = 3;
const ON_A_PAGE = 5;

describe('a real searx with an engine on loopback', { skip: NO_SEARX }, () => {
  let engine: LoopbackSite;
  let searx: Searx;
  let settings: ProviderSettings;
  let status = 200;

  before(async () => {
    engine = await openLoopbackSite((request, response) => {
      const { searchParams } = new URL(request.url ?? '/', 'http://engine.test');
      const page = Number(searchParams.get('page'));
      const results = Array.from({ length: page <= PAGES ? ON_A_PAGE : 0 }, (_none, index) => ({
        url: `https://a.test/${page}/${index}`,
        title: `${searchParams.get('query') ?? ''} ${page} ${index}`,
        content: 'Tom & Jerry',
      }));
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ results }));
    });
    const address = `${engine.origin}/?query={query}&page={pageno}`;
    searx = await openSearx({ general: address, news: address });
    settings = { name: 'searxng', url: searx.url, apiKey: undefined };
  });

  after(async () => {
    await searx[Symbol.asyncDispose]();
    await engine[Symbol.asyncDispose]();
  });

  test('its pages are read until there is none', async () => {
    const urls: string[] = [];
    for (let page = 0, hasMore = true; hasMore; page++) {
      const answer = await askProvider({ settings }, { page, text: '"blue lamp" -red' });
      urls.push(...answer.results.map(({ url }) => url));
      ({ hasMore } = answer);
    }
    assert.equal(new Set(urls).size, PAGES * ON_A_PAGE);
    const { results } = await askProvider({ settings }, { text: '"blue lamp" -red' });
    assert.deepEqual(results[0], {
      source: 'web',
      url: 'https://a.test/1/0',
      title: '"blue lamp" -red 1 0',
      description: 'Tom & Jerry',
      publishedAt: undefined,
    });
  });

  test('its engines without ranges are not silently nothing', async () => {
    const { results, remarks } = await askProvider({ settings }, { range: { kind: 'week' } });
    // No result says a date.
    assert.deepEqual(results, []);
    assert.match(remarks.join(), /results of all times/);
  });

  test('pages that come for images are none', async () => {
    assert.deepEqual((await askProvider({ settings }, { source: 'images' })).results, []);
  });

  test('a success whose engines are all silent is a failure', async (t) => {
    t.after(() => void (status = 200));
    // After the last two an engine is not asked for a while, so there is one for each.
    for (const [answered, source, kind] of [
      [500, 'web', 'down'],
      [429, 'web', 'limited'],
      [403, 'news', 'limited'],
    ] as const) {
      status = answered;
      const failure = await askProvider({ settings }, { source }).catch((error: unknown) => error);
      assert.ok(failure instanceof ProviderFailure);
      t.diagnostic(`${answered}: ${failure.kind}, ${failure.detail}`);
      assert.equal(failure.kind, kind);
    }
  });
});
