import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { callCli } from '../support/run-cli.ts';
import { shareRemoteService, shareTestService } from '../support/share-test-service.ts';
import type { CalledService } from '../support/test-service.ts';
import { answer, startTestSite, type TestPage } from '../support/test-site.ts';

function priceList(price: string): string {
  return `<!doctype html><title>Prices</title><main><h1>Prices</h1>
    <p>What things cost here, in a sentence that is long enough to be taken for prose by anyone.</p>
    <p>Tea costs ${price}.</p><p>Nothing else is sold, and this line says so at some length.</p></main>`;
}

const GIT_DIFF = ['markdown', { type: 'changeTracking', modes: ['git-diff'] }];

for (const mode of ['embedded', 'remote'] as const) {
  describe(`changeTracking on the ${mode} database`, () => {
    let site: LoopbackSite;
    let service: CalledService;
    /** The site's pages as they are just now. */
    const pages: Record<string, TestPage> = {};

    before(async () => {
      site = await startTestSite({
        '*': (request, response) => {
          const page = pages[request.url ?? ''] ?? answer('<h1>Gone</h1><p>Not here.</p>', {}, 404);
          (typeof page === 'string' ? answer(page) : page)(request, response);
        },
      });
      service = await (mode === 'remote' ? shareRemoteService() : shareTestService());
    });

    after(async () => {
      await site?.[Symbol.asyncDispose]();
    });

    const scrape = async (route: string, options: Record<string, unknown> = {}) =>
      service.call('/v2/scrape', { url: `${site.origin}${route}`, formats: GIT_DIFF, ...options });

    test('new, same, changed with a diff, removed, back again', async () => {
      pages['/tea'] = priceList('3 euro');
      const first = await scrape('/tea');
      assert.equal(first.status, 200);
      assert.deepEqual(first.body.data.changeTracking, {
        previousScrapeAt: null,
        changeStatus: 'new',
        visibility: 'visible',
      });
      assert.equal(first.body.data.metadata.creditsUsed, 1);

      const second = (await scrape('/tea')).body.data;
      assert.equal(second.changeTracking.changeStatus, 'same');
      assert.ok(Date.parse(second.changeTracking.previousScrapeAt) <= Date.now());
      assert.equal(second.metadata.cacheState, 'miss', 'a stored copy would hide a change');

      pages['/tea'] = priceList('4 euro');
      const third = (await scrape('/tea')).body.data.changeTracking;
      assert.equal(third.changeStatus, 'changed');
      assert.match(third.diff, /^--- previous\t.*\n\+\+\+ current\t.*\n@@ -\d+,\d+ \+\d+,\d+ @@\n/);
      assert.match(third.diff, /^-Tea costs 3 euro\.\n\+Tea costs 4 euro\.$/m);
      assert.ok(Date.parse(third.previousScrapeAt) >= Date.parse(second.changeTracking.previousScrapeAt));

      delete pages['/tea'];
      const fourth = (await scrape('/tea')).body;
      assert.equal(fourth.success, true);
      assert.equal(fourth.data.metadata.statusCode, 404);
      assert.equal(fourth.data.changeTracking.changeStatus, 'removed');
      assert.equal((await scrape('/tea')).body.data.changeTracking.changeStatus, 'same');

      pages['/tea'] = priceList('5 euro');
      const back = (await scrape('/tea')).body.data.changeTracking;
      assert.equal(back.changeStatus, 'changed');
      assert.match(back.diff, /^-Tea costs 4 euro\.\n\+Tea costs 5 euro\.$/m);
    });

    test('tags have histories of their own, and other scrapes do not touch them', async () => {
      pages['/tags'] = priceList('1 euro');
      const status = async (tag?: string): Promise<string> =>
        (await scrape('/tags', { formats: ['markdown', { type: 'changeTracking', ...(tag && { tag }) }] }))
          .body.data.changeTracking.changeStatus;
      assert.equal(await status(), 'new');
      assert.equal(await status('weekly'), 'new');
      pages['/tags'] = priceList('2 euro');
      assert.ok(
        !('changeTracking' in (await scrape('/tags', { formats: ['markdown'], maxAge: 0 })).body.data),
      );
      assert.equal(await status(), 'changed');
      assert.equal(await status(), 'same');
      assert.equal(await status('weekly'), 'changed');
    });

    test('a page that fails is not compared, and not taken for a change', async () => {
      pages['/shaky'] = priceList('1 euro');
      await scrape('/shaky');
      pages['/shaky'] = answer('<h1>Broken</h1>', {}, 500);
      const { data } = (await scrape('/shaky')).body;
      assert.equal(data.metadata.statusCode, 500);
      assert.ok(!('changeTracking' in data));
      assert.match(data.warning, /status 500/);
      pages['/shaky'] = priceList('1 euro');
      assert.equal((await scrape('/shaky')).body.data.changeTracking.changeStatus, 'same');
    });

    test('a stored copy is compared when it is asked for; lockdown compares and leaves nothing', async () => {
      pages['/copy'] = priceList('1 euro');
      await scrape('/copy');
      pages['/copy'] = priceList('2 euro');
      const copy = (await scrape('/copy', { maxAge: 3_600_000 })).body.data;
      assert.deepEqual([copy.metadata.cacheState, copy.changeTracking.changeStatus], ['hit', 'same']);
      assert.equal((await scrape('/copy')).body.data.changeTracking.changeStatus, 'changed');
      const locked = async (): Promise<{ previousScrapeAt: string | null; changeStatus: string }> =>
        (
          await scrape('/copy', {
            lockdown: true,
            formats: ['markdown', { type: 'changeTracking', tag: 'locked' }],
          })
        ).body.data.changeTracking;
      assert.equal((await locked()).changeStatus, 'new');
      assert.equal((await locked()).changeStatus, 'new', 'the first one kept nothing');
    });

    test('refused: without data retention, and the mode that needs a model', async () => {
      const requests = site.requests.length;
      const secret = await scrape('/tea', { zeroDataRetention: true });
      assert.deepEqual([secret.status, secret.body.code], [500, 'SCRAPE_ZDR_VIOLATION_ERROR']);
      const modelled = await scrape('/tea', {
        formats: ['markdown', { type: 'changeTracking', modes: ['json'], prompt: 'prices' }],
      });
      assert.deepEqual([modelled.status, modelled.body.code], [400, 'FEATURE_NOT_AVAILABLE']);
      assert.equal(site.requests.length, requests, 'nothing was fetched');
    });

    test('twenty scrapes at once are all compared with one version', async () => {
      pages['/busy'] = priceList('1 euro');
      await scrape('/busy');
      pages['/busy'] = priceList('2 euro');
      const all = await Promise.all(Array.from({ length: 20 }, () => scrape('/busy')));
      assert.ok(
        all.every(({ status, body }) => status === 200 && body.data.changeTracking.previousScrapeAt !== null),
      );
      assert.equal((await scrape('/busy')).body.data.changeTracking.changeStatus, 'same');
    });
  });
}

test('without the service there is no earlier version: refused before anything is fetched', async () => {
  await using site = await startTestSite({ '/': priceList('1 euro') });
  const { code, stderr } = await callCli(
    ['scrape', `${site.origin}/`, '--format', 'markdown,changeTracking'],
    { DECANT_ALLOW_ADDRESSES: `127.0.0.1:${site.port}` },
  );
  assert.equal(code, 1);
  assert.match(stderr, /changeTracking is not available here: it needs the service/);
  assert.equal(site.requests.length, 0);
});
