import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Firecrawl } from 'firecrawl';
import {
  APP,
  PAGE_TESTS,
  PROSE,
  startPagesSite,
  testWaitingForPlace,
  type PagesSite,
} from '../support/pages-in-browser.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { startTestSite } from '../support/test-site.ts';

describe(
  'pages that need a browser',
  { skip: process.platform !== 'linux' && 'no bundled browser here' },
  () => {
    let site: PagesSite;
    let service: TestService;
    let client: Firecrawl;

    before(async () => {
      site = await startPagesSite();
      service = await startTestService({
        environment: { DECANT_ALLOW_ADDRESSES: `127.0.0.1:${site.port}`, DECANT_BROWSER_IDLE_SECONDS: '2' },
      });
      client = new Firecrawl({ apiKey: service.key, apiUrl: service.url });
    });

    after(async () => {
      await service?.[Symbol.asyncDispose]();
      await site?.[Symbol.asyncDispose]();
    });

    for (const [name, holds] of Object.entries(PAGE_TESTS))
      test(name, () => holds({ site, service, client }));

    test('a page that has to wait for its place says so, and one that gets none in time', () =>
      testWaitingForPlace(site, {}));
  },
);

test('without a browser pages that need none work, and the others say which variable to set', async () => {
  await using site = await startTestSite({
    '/app': APP,
    '/plain': `<main><h1>Plain</h1><p>${PROSE}</p></main>`,
  });
  await using service = await startTestService({
    environment: {
      DECANT_ALLOW_ADDRESSES: `127.0.0.1:${site.port}`,
      DECANT_BROWSER_PATH: '/nowhere/browser',
    },
  });
  const plain = await service.call('/v2/scrape', { url: `${site.origin}/plain` });
  assert.equal(plain.status, 200);
  const film = await service.call('/v2/scrape', { url: `${site.origin}/plain`, formats: ['video'] });
  assert.equal(film.body.code, 'SCRAPE_VIDEO_UNSUPPORTED_URL');
  assert.match(film.body.error, /No browser could look for video.*DECANT_BROWSER_PATH/);
  const app = await service.call('/v2/scrape', { url: `${site.origin}/app` });
  assert.match(app.body.data.warning, /empty application root.*DECANT_BROWSER_PATH/);
  for (const path of ['/v2/scrape', '/v2/batch/scrape']) {
    const target = path.includes('batch') ? { urls: [`${site.origin}/app`] } : { url: `${site.origin}/app` };
    const { status, body } = await service.call(path, { ...target, formats: ['screenshot'] });
    assert.deepEqual([status, body.code], [400, 'FEATURE_NOT_AVAILABLE']);
    assert.match(body.error, /DECANT_BROWSER_PATH/);
  }
});
