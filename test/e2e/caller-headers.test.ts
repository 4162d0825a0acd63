import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startCrawlSite, type CrawlSite } from '../support/crawl-site.ts';
import { runJob } from '../support/run-job.ts';
import { shareTestService } from '../support/share-test-service.ts';
import type { CalledService } from '../support/test-service.ts';

const SECRETS = { Authorization: 'Bearer secret', Cookie: 'k=secret', 'X-Own': 'secret' };

describe('headers of the caller stay with the origin that they named', { concurrency: 4 }, () => {
  let service: CalledService;
  let other: CrawlSite;

  before(async () => {
    service = await shareTestService();
    other = await startCrawlSite({
      pages: (path) => (path === '/start' ? { links: ['/p1', '/p2'] } : {}),
      robots: 'User-agent: *\nAllow: /',
    });
  });

  after(async () => {
    await other?.[Symbol.asyncDispose]();
  });

  /** Paths that were asked for with something of the caller's. */
  const trusted = (site: CrawlSite): string[] =>
    site.visits
      .filter(({ headers }) => JSON.stringify(headers).includes('secret'))
      .map(({ path }) => path)
      .toSorted();

  for (const [engine, options] of [
    ['by plain request', {}],
    ['in the browser', { waitFor: 1 }],
  ] as const) {
    const scrapeOptions = { headers: SECRETS, ...options };

    test(`a crawl with external links, ${engine}`, async () => {
      await using external = await startCrawlSite({ pages: () => ({}) });
      await using site = await startCrawlSite({
        pages: {
          '/': { links: ['/own', '/away', `${external.origin}/linked`] },
          '/own': {},
          '/away': { redirect: `${external.origin}/redirected` },
        },
      });
      const { status, documents } = await runJob(service, 'crawl', {
        url: `${site.origin}/`,
        allowExternalLinks: true,
        scrapeOptions,
      });
      assert.equal(documents.length, 4);
      assert.deepEqual(trusted(site), ['/', '/away', '/own']);
      assert.deepEqual(external.pagesAsked().toSorted(), ['/linked', '/redirected']);
      assert.deepEqual(trusted(external), []);
      const sentence = `were sent to ${site.origin} alone`;
      assert.equal(String(status['warning']).split(sentence).length, 2, 'it is said, and once');
    });
  }

  test('a crawl whose start leads to another origin, where no page gets them', async () => {
    await using site = await startCrawlSite({ pages: { '/': { redirect: `${other.origin}/start` } } });
    const { status, documents } = await runJob(service, 'crawl', {
      url: `${site.origin}/`,
      crawlEntireDomain: true,
      scrapeOptions: { headers: SECRETS },
    });
    assert.equal(documents.length, 3);
    assert.deepEqual(trusted(site), ['/']);
    assert.deepEqual(trusted(other), []);
    assert.match(String(status['warning']), /pages of other origins were asked for without them/);
    const start = documents.find(({ metadata }) => metadata.url.endsWith('/start'));
    assert.match(start.warning, new RegExp(`The page is at ${other.origin}, to which headers`));
  });

  test('a crawl that stays where it is says nothing', async () => {
    await using site = await startCrawlSite({ pages: { '/': { links: ['/a'] }, '/a': {} } });
    const crawl = await runJob(service, 'crawl', {
      url: `${site.origin}/`,
      scrapeOptions: { headers: SECRETS },
    });
    assert.deepEqual([crawl.status['warning'], trusted(site)], [undefined, ['/', '/a']]);
  });

  test('a batch, in which every URL was named', async () => {
    await using one = await startCrawlSite({
      pages: (path) => (path === '/away' ? { redirect: `${other.origin}/from-batch` } : {}),
    });
    await using two = await startCrawlSite({ pages: () => ({}) });
    const { status } = await runJob(service, 'batch/scrape', {
      urls: [`${one.origin}/a`, `${one.origin}/away`, `${two.origin}/b`],
      headers: SECRETS,
    });
    assert.deepEqual([trusted(one), trusted(two)], [['/a', '/away'], ['/b']]);
    assert.deepEqual(trusted(other), []);
    assert.match(String(status['warning']), /the origins of the given URLs alone/);
  });

  for (const options of [{}, { waitFor: 1 }]) {
    test(`a scrape that is redirected says that they were not sent there (${JSON.stringify(options)})`, async () => {
      await using site = await startCrawlSite({
        pages: (path) => (path === '/away' ? { redirect: `${other.origin}/from-scrape` } : {}),
      });
      const { body } = await service.call('/v2/scrape', {
        url: `${site.origin}/away`,
        headers: SECRETS,
        ...options,
      });
      assert.match(body.data.warning, new RegExp(`they are for ${site.origin} alone`));
      assert.deepEqual([trusted(site), trusted(other)], [['/away'], []]);
      const stays = await service.call('/v2/scrape', {
        url: `${site.origin}/a`,
        headers: SECRETS,
        ...options,
      });
      assert.equal(stays.body.data.warning, undefined);
      const bare = await service.call('/v2/scrape', { url: `${site.origin}/away`, ...options });
      assert.equal(bare.body.data.warning, undefined);
    });
  }
});
