import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { startCrawlSite, type CrawlSite } from '../support/crawl-site.ts';
import { eventually } from '../support/eventually.ts';
import { runJob, startJob } from '../support/run-job.ts';
import { shareTestService } from '../support/share-test-service.ts';
import type { CalledService } from '../support/test-service.ts';

const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `/page/${index}`);

describe('how a crawl asks a site', { concurrency: 6 }, () => {
  let service: CalledService;

  before(async () => {
    service = await shareTestService();
  });

  const crawl = (site: CrawlSite, options: Record<string, unknown> = {}) =>
    runJob(service, 'crawl', { url: `${site.origin}/`, ...options });

  test('robots.txt is kept, and what it forbids is listed', async () => {
    await using site = await startCrawlSite({
      robots: 'User-agent: *\nDisallow: /private\nAllow: /private/but-this\n',
      pages: { '/': { links: ['/private/a', '/private/but-this', '/public'] }, '/public': {} },
    });
    const { paths, errors, robotsBlocked, status } = await crawl(site);
    assert.deepEqual(paths, ['/', '/private/but-this', '/public']);
    assert.deepEqual([errors, robotsBlocked], [[], [`${site.origin}/private/a`]]);
    assert.deepEqual([status['completed'], status['total']], [3, 3]);
    assert.equal(site.visitsOf('/robots.txt').length, 1);
    const all = await crawl(site, { ignoreRobotsTxt: true });
    assert.deepEqual(all.paths, ['/', '/private/a', '/private/but-this', '/public']);
    assert.deepEqual(all.robotsBlocked, []);
  });

  test('a site that forbids everything: completed, nothing fetched, and a warning', async () => {
    await using site = await startCrawlSite({ robots: 'User-agent: *\nDisallow: /', pages: () => ({}) });
    const { status, robotsBlocked } = await crawl(site);
    assert.deepEqual([status['status'], status['completed'], status['total']], ['completed', 0, 0]);
    assert.match(status['warning'], /robots\.txt/);
    assert.deepEqual(robotsBlocked, [`${site.origin}/`]);
    assert.deepEqual(site.pagesAsked(), []);
  });

  test('a robots.txt that cannot be read forbids everything; one that is not there nothing', async () => {
    await using broken = await startCrawlSite({ robots: { status: 500 }, pages: { '/': {} } });
    await using open = await startCrawlSite({ robots: { status: 404 }, pages: { '/': {} } });
    const failed = await crawl(broken);
    assert.equal(failed.status['status'], 'failed');
    assert.match(failed.status['error'], /robots\.txt/);
    assert.deepEqual(broken.pagesAsked(), []);
    assert.deepEqual((await crawl(open)).paths, ['/']);
  });

  test('robotsUserAgent: robots.txt is fetched as that crawler and read for it', async () => {
    await using site = await startCrawlSite({
      robots: [
        'User-agent: *\nDisallow: /',
        'User-agent: decant\nDisallow: /for-others',
        'User-agent: OtherBot\nDisallow: /for-decant',
      ].join('\n\n'),
      pages: { '/': { links: ['/for-others', '/for-decant'] }, '/for-others': {}, '/for-decant': {} },
    });
    assert.deepEqual((await crawl(site)).paths, ['/', '/for-decant']);
    const agent = 'OtherBot/2.0 (+https://example.com/bot)';
    assert.deepEqual((await crawl(site, { robotsUserAgent: agent })).paths, ['/', '/for-others']);
    const [own, others] = site.visitsOf('/robots.txt');
    assert.notEqual(own?.headers['user-agent'], agent);
    assert.equal(others?.headers['user-agent'], agent);
    assert.ok(site.visitsOf('/for-others').every(({ headers }) => headers['user-agent'] !== agent));
  });

  test('a small crawl-delay is kept: one page at a time, so far apart', async () => {
    await using site = await startCrawlSite({
      robots: 'User-agent: *\nCrawl-delay: 0.3',
      pages: (path) => (path === '/' ? { links: numbered(4) } : {}),
    });
    const { paths, status } = await crawl(site, { sitemap: 'skip' });
    assert.equal(paths.length, 5);
    assert.equal(site.mostAtOnce, 1);
    assertApart(site, 300);
    assert.equal(status['warning'], undefined);
  });

  test('a crawl-delay does not count pages that the site is not asked for', async () => {
    const links = Array.from({ length: 90 }, (_, index) => `/private/${index}`);
    await using site = await startCrawlSite({
      robots: 'User-agent: *\nDisallow: /private/\nCrawl-delay: 1',
      pages: { '/': { links: [...links, '/last'] }, '/last': {} },
    });
    for (const isCached of [false, true]) {
      const { paths, robotsBlocked, status } = await crawl(site, { sitemap: 'skip' });
      assert.deepEqual([paths, robotsBlocked.length], [['/', '/last'], 90]);
      // Each of those that are not asked for would take a second.
      assert.ok(status['duration'] < 45, String(status['duration']));
      assert.equal(site.pagesAsked().length, 2, isCached ? 'all came from the cache' : '');
    }
    assertApart(site, 1000);
  });

  test('a crawl-delay of 20 seconds is kept as 10, and the warning says so', async () => {
    await using site = await startCrawlSite({
      robots: 'User-agent: *\nCrawl-delay: 20',
      pages: (path) => (path === '/' ? { links: numbered(4) } : {}),
    });
    const id = await startJob(service, 'crawl', { url: `${site.origin}/`, sitemap: 'skip' });
    await eventually(async () => {
      const { body } = await service.call(`/v2/crawl/${id}`);
      assert.equal(body.completed, 1);
      assert.match(body.warning, /crawl-delay of 20 seconds; 10 were kept/);
    });
    assert.deepEqual(site.pagesAsked(), ['/']);
    await service.call(`/v2/crawl/${id}`, undefined, { method: 'DELETE' });
  });

  test('delay: one page at a time, each so long after the one before', async () => {
    await using site = await startCrawlSite({
      pages: (path) => (path === '/' ? { links: numbered(4) } : { takesMs: 50 }),
    });
    const { paths } = await crawl(site, { delay: 0.4, maxConcurrency: 10 });
    assert.equal(paths.length, 5);
    assert.equal(site.mostAtOnce, 1);
    assertApart(site, 400);
    for (const delay of [0, -1, 61]) {
      const { status, body } = await service.call('/v2/crawl', { url: site.origin, delay });
      assert.deepEqual([status, body.details[0].path], [400, ['delay']]);
    }
  });

  test('maxConcurrency bounds the pages that are asked for at a time; without it there are more', async () => {
    const slowSite = () =>
      startCrawlSite({ pages: (path) => (path === '/' ? { links: numbered(40) } : { takesMs: 100 }) });
    await using bounded = await slowSite();
    assert.equal((await crawl(bounded, { maxConcurrency: 3 })).paths.length, 41);
    assert.ok(bounded.mostAtOnce <= 3 && bounded.mostAtOnce > 1, String(bounded.mostAtOnce));
    await using free = await slowSite();
    assert.equal((await crawl(free)).paths.length, 41);
    assert.ok(free.mostAtOnce > 3, String(free.mostAtOnce));
  });

  test('a site that says 429 is left alone for as long as it asks, and then crawled whole', async () => {
    const refusals = { left: 2, at: [] as number[] };
    await using site = await startCrawlSite({
      pages: (path) => {
        if (path === '/') return { links: numbered(10) };
        if (/sitemap/.test(path)) return undefined;
        if (refusals.left-- <= 0) return {};
        refusals.at.push(performance.now());
        return { status: 429, headers: { 'retry-after': '1' } };
      },
    });
    const maxConcurrency = 3;
    const { paths, documents } = await crawl(site, { maxConcurrency });
    assert.equal(paths.length, 11);
    assert.ok(documents.every(({ metadata }) => metadata.statusCode === 200));
    const firstRefusal = refusals.at[0] ?? Infinity;
    const within = site.visits.filter(
      ({ path, at }) => path.startsWith('/page/') && at > firstRefusal && at < firstRefusal + 950,
    );
    // Some were on their way by then, and on a busy machine they arrive late.
    assert.ok(within.length <= maxConcurrency, `${within.length} were asked for within the second`);
  });

  test('a sitemap that its site does not want to give now is asked for again', async () => {
    const sitemap = '<urlset><url><loc>/only-there</loc></url></urlset>';
    for (const refusals of [1, Infinity]) {
      let left = refusals;
      await using site = await startCrawlSite({
        robots: 'Sitemap: /some.sitemap.xml',
        pages(path) {
          if (!/sitemap/.test(path)) return { links: ['/page/1'] };
          if (!path.startsWith('/some.')) return undefined;
          return left-- > 0
            ? { status: 429, headers: { 'retry-after': '1' } }
            : { body: sitemap, type: 'application/xml' };
        },
      });
      const { paths, status } = await crawl(site);
      const isGiven = refusals === 1;
      assert.deepEqual(paths, isGiven ? ['/', '/only-there', '/page/1'] : ['/', '/page/1']);
      assert.match(
        String(status['warning'] ?? ''),
        isGiven ? /^$/ : /A sitemap of this site could not be fetched/,
      );
      const asked = site.visitsOf('/some.sitemap.xml').map(({ at }) => at);
      assert.equal(asked.length, isGiven ? 2 : 3);
      assert.ok(asked[1]! - asked[0]! >= 950, `${asked[1]! - asked[0]!} ms`);
    }
  });

  test('pages do not wait for slow sitemaps, and neither does the end of a crawl that is full', async () => {
    for (const robots of ['', 'User-agent: *\nCrawl-delay: 0.1']) {
      await using site = await startCrawlSite({
        robots,
        pages: (path) => {
          if (path === '/sitemap.xml') return { takesMs: 60_000 };
          return path === '/' ? { links: numbered(30) } : { takesMs: 50 };
        },
      });
      const { status, documents } = await crawl(site, { limit: 20 });
      assert.deepEqual([status['status'], status['total'], documents.length], ['completed', 20, 20]);
      // A sitemap is waited for half a minute.
      assert.ok(status['duration'] < 25, String(status['duration']));
      assert.equal(site.visitsOf('/sitemap.xml').length, 1);
      await eventually(async () => assert.deepEqual(site.abandoned, ['/sitemap.xml']));
    }
  });

  test('a site without end comes to an end, and the warning says what was left out', async () => {
    await using site = await startCrawlSite({
      pages: (path) => ({ links: ['again/', `more?x=${path.length}`, '?PHPSESSID=abcdef0123456789'] }),
    });
    const { status, documents } = await crawl(site);
    assert.equal(status['status'], 'completed');
    assert.ok(documents.length > 5 && documents.length < 200, String(documents.length));
    assert.match(status['warning'], /the path repeats itself; .* left out/);
  });

  test('scrapeOptions hold for every page', async () => {
    await using site = await startCrawlSite({
      pages: {
        '/': { links: ['/a'] },
        '/a': {
          html: '<nav>Menu of the site</nav><h1>A</h1><p>Prose of A, long enough to be one.</p><p class="ad">Buy this</p>',
          links: ['/b'],
        },
        '/b': {},
      },
    });
    const { documents } = await crawl(site, {
      scrapeOptions: {
        formats: ['html', 'links'],
        onlyMainContent: false,
        excludeTags: ['.ad'],
        headers: { 'X-Marker': 'of the caller' },
      },
    });
    assert.equal(documents.length, 3);
    const page = documents.find(({ metadata }) => metadata.sourceURL.endsWith('/a'));
    assert.deepEqual(Object.keys(page).toSorted(), ['html', 'links', 'metadata']);
    assert.match(page.html, /Menu of the site/);
    assert.doesNotMatch(page.html, /Buy this/);
    assert.deepEqual(page.links, [`${site.origin}/b`]);
    const pages = site.visits.filter(({ path }) => !/robots|sitemap/.test(path));
    assert.deepEqual(
      pages.map(({ headers }) => headers['x-marker']),
      ['of the caller', 'of the caller', 'of the caller'],
    );
    const wrong = await service.call('/v2/crawl', { url: site.origin, scrapeOptions: { format: ['html'] } });
    assert.deepEqual([wrong.status, wrong.body.details[0].code], [400, 'unrecognized_keys']);
    const missing = await service.call('/v2/crawl', {
      url: site.origin,
      scrapeOptions: { formats: ['json'] },
    });
    assert.deepEqual([missing.status, missing.body.code], [400, 'FEATURE_NOT_AVAILABLE']);
  });

  test('a timeout of a page is an error of that page', async () => {
    await using site = await startCrawlSite({
      pages: { '/': { links: ['/slow', '/fine'] }, '/slow': { takesMs: 60_000 }, '/fine': {} },
    });
    const { paths, errors } = await crawl(site, { scrapeOptions: { timeout: 1000 } });
    assert.deepEqual(paths, ['/', '/fine']);
    assert.deepEqual(
      errors.map(({ url, code }) => [url, code]),
      [[`${site.origin}/slow`, 'SCRAPE_TIMEOUT']],
    );
  });

  test('a second crawl takes pages from the cache when maxAge lets it, and finds their links there', async () => {
    await using site = await startCrawlSite({
      pages: { '/': { links: ['/a'] }, '/a': { links: ['/b'] }, '/b': {} },
    });
    await crawl(site);
    const again = await crawl(site);
    assert.deepEqual(again.paths, ['/', '/a', '/b']);
    assert.ok(again.documents.every(({ metadata }) => metadata.cacheState === 'hit'));
    assert.equal(site.pagesAsked().length, 3);
    await crawl(site, { scrapeOptions: { maxAge: 0 } });
    assert.equal(site.pagesAsked().length, 6);
  });
});

/**
 * Pages were asked for so long one after the other, in the mean: what was sent in time may arrive late where the machine is
 * busy, and then the next one seems to come early.
 */
function assertApart(site: CrawlSite, ms: number): void {
  const times = site.visits.filter(({ path }) => !/robots|sitemap/.test(path)).map(({ at }) => at);
  const gap = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / (times.length - 1);
  assert.ok(gap >= ms * 0.7, `${Math.round(gap)} ms between two pages, in the mean`);
}
