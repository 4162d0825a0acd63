import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import {
  sitemapIndexOf,
  sitemapOf,
  startCrawlSite,
  type CrawlAnswer,
  type CrawlSite,
} from '../support/crawl-site.ts';
import { awaitJob, runJob, startJob } from '../support/run-job.ts';
import { shareTestService } from '../support/share-test-service.ts';
import type { CalledService } from '../support/test-service.ts';

/** `/docs` with children, siblings and a parent. */
const DOCS: Record<string, CrawlAnswer> = {
  '/': { links: ['/docs', '/blog/one'] },
  '/docs': { links: ['/docs/a', '/docs/b?page=2', '/docs/a/deep', '/blog/one', '/docs-old', '/'] },
  '/docs/a': { links: ['/docs/a/deep', '/docs/file.zip'] },
  '/docs/b': { links: [] },
  '/docs/a/deep': { links: ['/docs/a/deep/er'] },
  '/docs/a/deep/er': {},
  '/docs-old': {},
  '/blog/one': { links: ['/blog/two'] },
  '/blog/two': {},
};

describe('where a crawl goes', { concurrency: 5 }, () => {
  let service: CalledService;

  before(async () => {
    service = await shareTestService();
  });

  const crawl = (url: string, options: Record<string, unknown> = {}) =>
    runJob(service, 'crawl', { url, ...options });

  test('children of the start only, unless the entire domain is asked for', async () => {
    await using site = await startCrawlSite({ pages: DOCS });
    const children = await crawl(`${site.origin}/docs`);
    assert.equal(children.status['status'], 'completed');
    assert.deepEqual(children.paths, [
      '/docs',
      '/docs/a',
      '/docs/a/deep',
      '/docs/a/deep/er',
      '/docs/b?page=2',
    ]);
    assert.deepEqual([children.status['completed'], children.status['total']], [5, 5]);
    assert.ok(!site.pagesAsked().some((path) => /blog|old|zip/.test(path)), 'nothing else was asked for');
    const all = await crawl(`${site.origin}/docs`, { crawlEntireDomain: true });
    assert.deepEqual(all.paths, [
      '/',
      '/blog/one',
      '/blog/two',
      '/docs',
      '/docs-old',
      '/docs/a',
      '/docs/a/deep',
      '/docs/a/deep/er',
      '/docs/b?page=2',
    ]);
  });

  test('excludePaths and includePaths are searched anywhere in the path with its slash', async () => {
    await using site = await startCrawlSite({ pages: DOCS });
    const start = `${site.origin}/docs`;
    assert.deepEqual((await crawl(start, { excludePaths: ['deep$', 'page'] })).paths, [
      '/docs',
      '/docs/a',
      '/docs/b?page=2',
    ]);
    assert.deepEqual((await crawl(start, { excludePaths: ['^docs/a', '^/docs/a'] })).paths, [
      '/docs',
      '/docs/b?page=2',
    ]);
    assert.deepEqual((await crawl(start, { includePaths: ['^/docs$', '/a/deep$'] })).paths, [
      '/docs',
      '/docs/a/deep',
    ]);
    assert.deepEqual((await crawl(start, { includePaths: ['docs'], excludePaths: ['/a'] })).paths, [
      '/docs',
      '/docs/b?page=2',
    ]);
  });

  test('regexOnFullURL searches host and query too', async () => {
    await using site = await startCrawlSite({ pages: DOCS });
    const start = `${site.origin}/docs`;
    const onFull = (options: Record<string, unknown>) => crawl(start, { regexOnFullURL: true, ...options });
    assert.ok(!(await onFull({ excludePaths: ['page=2$'] })).paths.includes('/docs/b?page=2'));
    assert.equal(
      (await onFull({ includePaths: [`^http://127\\.0\\.0\\.1:${site.port}/docs`] })).paths.length,
      5,
    );
    assert.equal((await onFull({ excludePaths: ['^/docs/a'] })).paths.length, 5, 'a URL begins with http');
  });

  test('a pattern that does not compile is named; a catastrophic one is as fast as others', async () => {
    await using site = await startCrawlSite({
      pages: { '/': { links: [`/${'a'.repeat(5_000)}!`] }, [`/${'a'.repeat(5_000)}!`]: {} },
    });
    const url = `${site.origin}/`;
    for (const [options, path] of [
      [{ excludePaths: ['('] }, ['excludePaths', 0]],
      [{ excludePaths: ['fine', '[z-a]'] }, ['excludePaths', 1]],
      [{ includePaths: ['/', '(?=look)'] }, ['includePaths', 1]],
    ] as const) {
      const { status, body } = await service.call('/v2/crawl', { url, ...options });
      assert.deepEqual([status, body.success, body.code], [400, false, 'BAD_REQUEST']);
      assert.deepEqual(body.details[0].path, path);
    }
    const { status: plain } = await crawl(url, { excludePaths: ['^/(b+)$', 'c', '(.*d)'] });
    const { paths, status } = await crawl(url, { excludePaths: ['^/(a+)+$', '(a|a)*b', '(.*a){30}b'] });
    assert.equal(paths.length, 2);
    const mostS = 10 + 10 * plain['duration'];
    assert.ok(status['duration'] < mostS, `${status['duration']} s of ${mostS} s`);
  });

  test('a start that is not included gives no page, and a warning says why', async () => {
    await using site = await startCrawlSite({ pages: DOCS });
    for (const options of [{ includePaths: ['^/blog/'] }, { excludePaths: ['docs'] }]) {
      const { status, documents } = await crawl(`${site.origin}/docs`, options);
      assert.deepEqual([status['status'], status['completed'], documents.length], ['completed', 0, 0]);
      assert.match(status['warning'], /start URL was not scraped.*(includePaths|excludePaths)/);
    }
    assert.deepEqual(site.pagesAsked(), []);
    await using listed = await startCrawlSite({
      pages: {
        '/': {},
        '/blog/x': { links: ['/blog/y'] },
        '/blog/y': {},
        '/sitemap.xml': sitemapOf(['/blog/x']),
      },
    });
    const { paths } = await crawl(`${listed.origin}/`, { includePaths: ['^/blog/'] });
    assert.deepEqual(paths, ['/blog/x', '/blog/y'], 'the sitemap may know pages that are');
  });

  test('maxDiscoveryDepth counts links from the start; pages of the sitemap are at depth 0', async () => {
    await using site = await startCrawlSite({
      pages: {
        '/': { links: ['/1'] },
        '/1': { links: ['/2', '/'] },
        '/2': { links: ['/3'] },
        '/3': {},
        '/s': { links: ['/s1'] },
        '/s1': { links: ['/s2'] },
        '/s2': {},
        '/sitemap.xml': sitemapOf(['/s']),
      },
    });
    const depth = async (maxDiscoveryDepth: number, sitemap: string) =>
      (await crawl(`${site.origin}/`, { maxDiscoveryDepth, sitemap })).paths;
    assert.deepEqual(await depth(0, 'skip'), ['/']);
    assert.deepEqual(await depth(1, 'skip'), ['/', '/1']);
    assert.deepEqual(await depth(2, 'skip'), ['/', '/1', '/2']);
    assert.deepEqual(await depth(0, 'include'), ['/', '/s']);
    assert.deepEqual(await depth(1, 'include'), ['/', '/1', '/s', '/s1']);
  });

  test('the depth of a page is that of its shortest way, also when the longer one is faster', async () => {
    await using site = await startCrawlSite({
      pages: {
        '/': { links: ['/slow', '/fast'] },
        '/slow': { takesMs: 300, links: ['/goal'] },
        '/fast': { links: ['/faster'] },
        '/faster': { links: ['/goal'] },
        '/goal': { links: ['/after'] },
        '/after': {},
      },
    });
    const { paths } = await crawl(`${site.origin}/`, { maxDiscoveryDepth: 3, sitemap: 'skip' });
    assert.deepEqual(paths, ['/', '/after', '/fast', '/faster', '/goal', '/slow']);
  });

  test('sitemap: skip, include and only; indexes and gzip; robots.txt names where', async () => {
    const pages: Record<string, CrawlAnswer> = {
      '/': { links: ['/linked'] },
      '/linked': {},
      '/listed': { links: ['/from-listed'] },
      '/from-listed': {},
      '/zipped': {},
      '/my-sitemap-index.xml': sitemapIndexOf(['/sitemap-a.xml', '/sitemap-b.xml.gz']),
      '/sitemap-a.xml': sitemapOf(['/listed', 'http://elsewhere.example/', '/listed']),
    };
    await using site = await startCrawlSite({ pages, robots: 'Sitemap: /my-sitemap-index.xml' });
    pages['/sitemap-b.xml.gz'] = {
      type: 'application/gzip',
      body: gzipSync((sitemapOf([`${site.origin}/zipped`]) as { body: string }).body),
    };
    const paths = async (sitemap: string) => (await crawl(`${site.origin}/`, { sitemap })).paths;
    assert.deepEqual(await paths('skip'), ['/', '/linked']);
    assert.equal(site.visitsOf('/my-sitemap-index.xml').length, 0);
    assert.deepEqual(await paths('only'), ['/', '/listed', '/zipped']);
    assert.deepEqual(await paths('include'), ['/', '/from-listed', '/linked', '/listed', '/zipped']);
  });

  test('sitemap: only without a sitemap scrapes the start and reports what is missing', async () => {
    await using site = await startCrawlSite({ pages: DOCS });
    const { paths, status, errors } = await crawl(`${site.origin}/docs`, { sitemap: 'only' });
    assert.deepEqual([status['status'], paths], ['completed', ['/docs']]);
    assert.deepEqual([status['completed'], status['total']], [1, 1]);
    assert.deepEqual(
      errors.map(({ code }) => code),
      ['SCRAPE_SITEMAP_ERROR'],
    );
  });

  test('ignoreQueryParameters: one page for a path', async () => {
    await using site = await startCrawlSite({
      pages: { '/': { links: ['/p?a=1', '/p?a=2', '/p', '/q?x=1'] }, '/p': {}, '/q': {} },
    });
    assert.deepEqual((await crawl(`${site.origin}/`)).paths, ['/', '/p', '/p?a=1', '/p?a=2', '/q?x=1']);
    const { paths } = await crawl(`${site.origin}/`, { ignoreQueryParameters: true });
    assert.deepEqual(paths, ['/', '/p?a=1', '/q?x=1']);
  });

  test('deduplicateSimilarURLs: spellings of one page are one page', async () => {
    const links = [
      '/p',
      '/p/',
      '/p/index.html',
      '/p?utm_source=mail',
      '/p;jsessionid=0123456789ABCDEF',
      '/p?PHPSESSID=abcdef0123456789',
      '/q?b=2&a=1',
      '/q?a=1&b=2',
      '/q#part',
      '/q?a=1&b=2#other',
    ];
    await using site = await startCrawlSite({ pages: () => ({ links }) });
    assert.deepEqual((await crawl(`${site.origin}/`)).paths, ['/', '/p', '/q', '/q?b=2&a=1']);
    const { paths } = await crawl(`${site.origin}/`, { deduplicateSimilarURLs: false });
    assert.equal(paths.length, 10, paths.join(' '));
  });

  test('allowExternalLinks: one hop, and bare home pages are reported instead', async () => {
    await using far = await startCrawlSite({ pages: () => ({}), host: '127.0.0.3' });
    await using near = await startCrawlSite({
      pages: {
        '/': { links: ['/deeper'] },
        '/article': { links: ['/from-article', `${far.origin}/two-hops`] },
      },
      host: '127.0.0.2',
    });
    await using site = await startCrawlSite({
      pages: { '/': { links: ['/own', `${near.origin}/article`, `${near.origin}/`] }, '/own': {} },
    });
    const inside = await crawl(`${site.origin}/`);
    assert.deepEqual([inside.paths, inside.errors], [['/', '/own'], []]);
    assert.equal(near.visits.length, 0);
    const { paths, errors, status } = await crawl(`${site.origin}/`, { allowExternalLinks: true });
    assert.deepEqual(paths, ['/', '/article', '/own']);
    assert.deepEqual(near.pagesAsked(), ['/article']);
    assert.equal(far.visits.length, 0);
    assert.deepEqual(
      errors.map(({ url, code }) => [url, code]),
      [[`${near.origin}/`, 'EXTERNAL_LINK']],
    );
    assert.deepEqual([status['completed'], status['total']], [3, 3]);
  });

  test('another port and another address are other hosts', async () => {
    await using other = await startCrawlSite({ pages: () => ({}) });
    await using site = await startCrawlSite({ pages: { '/': { links: [`${other.origin}/x`] } } });
    const { paths } = await crawl(`${site.origin}/`, { allowSubdomains: true, crawlEntireDomain: true });
    assert.deepEqual([paths, other.visits.length], [['/'], 0]);
  });

  test('limit is exact, however many pages are in work at a time', async () => {
    const links = Array.from({ length: 500 }, (_, index) => `/page/${index}`);
    await using site = await startCrawlSite({ pages: (path) => (path === '/' ? { links } : { takesMs: 5 }) });
    const { status, documents } = await crawl(`${site.origin}/`, { limit: 50 });
    assert.deepEqual([status['status'], status['total'], status['completed']], ['completed', 50, 50]);
    assert.equal(documents.length, 50);
    assert.equal(site.pagesAsked().length, 50);
    const one = await crawl(`${site.origin}/`, { limit: 1 });
    assert.deepEqual([one.paths, one.status['total']], [['/'], 1]);
  });

  test('pages that robots.txt forbids, duplicates and redirects give their place back', async () => {
    const good = Array.from({ length: 19 }, (_, index) => `/good/${index}`);
    const links = good.flatMap((path, index) => [`/bad/${index}`, `/moved/${index}`, `/copy/${index}`, path]);
    await using site = await startCrawlSite({
      robots: 'User-agent: *\nDisallow: /bad/',
      pages: (path) => {
        if (path === '/') return { links };
        if (path.startsWith('/moved/')) return { redirect: '/good/0' };
        if (path.startsWith('/copy/'))
          return { head: '<link rel="canonical" href="/good/1">', html: '<h1>Same</h1>' };
        return path.startsWith('/good/') ? {} : undefined;
      },
    });
    const { status, paths, robotsBlocked } = await crawl(`${site.origin}/`, { limit: 21 });
    assert.deepEqual([status['status'], status['total'], status['completed']], ['completed', 21, 21]);
    assert.equal(paths.filter((path) => path.startsWith('/copy/')).length, 1);
    assert.equal(robotsBlocked.length, 19);
    assert.ok(!site.pagesAsked().some((path) => path.startsWith('/bad/')));
  });

  test('a limit beyond what the database counts is taken for as much as it counts', async () => {
    await using site = await startCrawlSite({ pages: { '/': {} } });
    const { paths } = await crawl(`${site.origin}/`, { limit: 9_007_199_254_740_991 });
    assert.deepEqual(paths, ['/']);
  });

  test('a deep and wide site is crawled whole, each page once', async () => {
    await using site = await startCrawlSite({
      pages: (path) => {
        const depth = path === '/' ? 0 : path.split('/').length - 1;
        if (!/^\/(?:[0-5](?:\/[0-5]){0,2})?$/.test(path)) return undefined;
        const links = [0, 1, 2, 3, 4, 5].map((child) => `${path === '/' ? '' : path}/${child}`);
        return depth === 3 ? { links: ['/', '/0', '/5/5/5'] } : { links };
      },
    });
    const { status, paths } = await crawl(`${site.origin}/`);
    assert.equal(paths.length, 1 + 6 + 36 + 216);
    assert.equal(new Set(paths).size, paths.length);
    assert.equal(site.pagesAsked().length, paths.length);
    assert.deepEqual([status['status'], status['total']], ['completed', paths.length]);
  });

  test('an answer of 404 for the start is a document', async () => {
    await using site = await startCrawlSite({ pages: {} });
    const { status, documents } = await crawl(`${site.origin}/gone`);
    assert.deepEqual([status['status'], status['completed']], ['completed', 1]);
    assert.equal(documents[0].metadata.statusCode, 404);
  });

  test('a start that cannot be reached fails soon: status 200, success, and why', async () => {
    await using open = await startCrawlSite({ pages: { '/': {} } });
    const { status: honest } = await crawl(`${open.origin}/`, {});
    const closed = await startCrawlSite({ pages: {} });
    await closed[Symbol.asyncDispose]();
    for (const [url, reason] of [
      [`${closed.origin}/`, /refused/i],
      ['http://no-such-host.invalid/', /resolve|DNS/i],
    ] as const) {
      // With robots.txt that is what cannot be had; without it the page itself is tried three times.
      for (const [options, withinS] of [
        [{}, 4],
        [{ ignoreRobotsTxt: true, sitemap: 'skip' }, 12],
      ] as const) {
        const { status, errors } = await crawl(url, options);
        assert.deepEqual([status['success'], status['status'], status['completed']], [true, 'failed', 0]);
        assert.match(status['error'], reason);
        const mostS = withinS + 10 * honest['duration'];
        assert.ok(status['duration'] < mostS, `${status['duration']} s of ${mostS} s`);
        assert.equal(errors.length, 1);
      }
    }
    const forbidden = await crawl('http://169.254.169.254/');
    assert.deepEqual(
      [forbidden.status['status'], forbidden.errors[0]?.code],
      ['failed', 'SCRAPE_ADDRESS_NOT_ALLOWED'],
    );
  });

  test('single pages that fail do not make the crawl fail', async () => {
    const closed = await startCrawlSite({ pages: {}, host: '127.0.0.4' });
    await closed[Symbol.asyncDispose]();
    await using site: CrawlSite = await startCrawlSite({
      pages: { '/': { links: ['/gone', `${closed.origin}/dead`, '/ok'] }, '/ok': {} },
    });
    const id = await startJob(service, 'crawl', { url: `${site.origin}/`, allowExternalLinks: true });
    const { status, paths, errors, documents } = await awaitJob(service, 'crawl', id);
    assert.deepEqual([status['status'], status['completed'], status['total']], ['completed', 3, 4]);
    assert.deepEqual(paths, ['/', '/gone', '/ok']);
    const gone = documents.find(({ metadata }) => metadata.sourceURL.endsWith('/gone'));
    assert.equal(gone.metadata.statusCode, 404);
    assert.deepEqual(
      errors.map(({ url, code }) => [url, code]),
      [[`${closed.origin}/dead`, 'SCRAPE_SITE_ERROR']],
    );
  });
});
