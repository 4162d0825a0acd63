import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sitemapOf, startCrawlSite } from '../support/crawl-site.ts';
import { runJob } from '../support/run-job.ts';
import { shareTestService } from '../support/share-test-service.ts';
import type { CalledService } from '../support/test-service.ts';

const CANONICAL_HOME = '<link rel="canonical" href="/">';

describe('redirects and pages under several addresses', { concurrency: 4 }, () => {
  let service: CalledService;

  before(async () => {
    service = await shareTestService();
  });

  const crawl = (url: string, options: Record<string, unknown> = {}) =>
    runJob(service, 'crawl', { url, ...options });

  for (const zeroDataRetention of [false, true]) {
    const mode = zeroDataRetention ? ', without data retention too' : '';

    test(`several URLs that redirect to one page are one document${mode}`, async () => {
      await using site = await startCrawlSite({
        pages: {
          '/': { links: ['/old/1', '/old/2', '/old/3', '/new', '/old/4'] },
          '/old/1': { redirect: '/new' },
          '/old/2': { redirect: '/new' },
          '/old/3': { redirect: '/old/1' },
          '/old/4': { redirect: '/other' },
          '/new': {},
          '/other': { links: ['/other', '/new'] },
        },
      });
      const { documents, status, errors } = await crawl(`${site.origin}/`, { zeroDataRetention });
      const finals = documents.map(({ metadata }) => new URL(metadata.url).pathname);
      assert.deepEqual(finals.toSorted(), ['/', '/new', '/other']);
      assert.deepEqual([status['status'], status['total'], status['completed']], ['completed', 3, 3]);
      assert.deepEqual(errors, []);
    });

    test(`the same content under one canonical URL is one document, other content is not${mode}`, async () => {
      const copies = Array.from({ length: 12 }, (_, index) => `/copy/${index}`);
      const others = Array.from({ length: 6 }, (_, index) => `/other/${index}`);
      await using site = await startCrawlSite({
        pages: (path) => {
          if (path === '/') return { links: [...copies, ...others] };
          return path.startsWith('/copy/')
            ? { head: '<link rel="canonical" href="/copy/0">', html: '<h1>One and the same</h1>' }
            : { head: CANONICAL_HOME };
        },
      });
      const { paths, status } = await crawl(`${site.origin}/`, { zeroDataRetention });
      assert.equal(paths.filter((path) => path.startsWith('/copy/')).length, 1, paths.join(' '));
      assert.deepEqual(
        paths.filter((path) => path.startsWith('/other/')),
        others,
      );
      assert.deepEqual([status['completed'], status['total']], [8, 8]);
    });
  }

  test('a redirect out of the site is not followed', async () => {
    await using other = await startCrawlSite({ pages: () => ({}) });
    await using site = await startCrawlSite({
      pages: { '/': { links: ['/away', '/stay'] }, '/away': { redirect: `${other.origin}/x` }, '/stay': {} },
    });
    const { paths, status } = await crawl(`${site.origin}/`);
    assert.deepEqual([paths, status['total']], [['/', '/stay'], 2]);
    assert.equal(other.visits.length, 0);
    const external = await crawl(`${site.origin}/`, { allowExternalLinks: true });
    assert.deepEqual(external.paths, ['/', '/away', '/stay']);
    assert.deepEqual(other.pagesAsked(), ['/x']);
  });

  test('a redirect to what excludePaths or robots.txt forbids makes no request there', async () => {
    await using site = await startCrawlSite({
      robots: 'User-agent: *\nDisallow: /private/',
      pages: {
        '/': { links: ['/a', '/b'] },
        '/a': { redirect: '/private/a' },
        '/b': { redirect: '/drafts/b' },
      },
    });
    const { paths, robotsBlocked } = await crawl(`${site.origin}/`, { excludePaths: ['^/drafts/'] });
    assert.deepEqual(paths, ['/']);
    assert.deepEqual(robotsBlocked, [`${site.origin}/a`]);
    assert.deepEqual(site.pagesAsked().toSorted(), ['/', '/a', '/b']);
  });

  test('a stored copy of a redirected page is judged as its fetch is', async () => {
    await using other = await startCrawlSite({ pages: () => ({}) });
    await using site = await startCrawlSite({
      robots: 'User-agent: *\nDisallow: /private/',
      pages: {
        '/': { links: ['/a', '/b', '/c'] },
        '/a': { redirect: '/private/a' },
        '/b': { redirect: '/drafts/b' },
        '/c': { redirect: `${other.origin}/c` },
        '/private/a': {},
        '/drafts/b': {},
      },
    });
    for (const path of ['/a', '/b', '/c']) {
      const { status } = await service.call('/v2/scrape', { url: `${site.origin}${path}` });
      assert.equal(status, 200);
    }
    const { paths, robotsBlocked } = await crawl(`${site.origin}/`, { excludePaths: ['^/drafts/'] });
    assert.deepEqual(paths, ['/']);
    assert.deepEqual(robotsBlocked, [`${site.origin}/a`]);
    assert.deepEqual(site.pagesAsked().toSorted(), ['/', '/a', '/b', '/c', '/drafts/b', '/private/a']);
  });

  test('a robots.txt of another host is asked before a redirect is followed there', async () => {
    await using other = await startCrawlSite({ robots: 'User-agent: *\nDisallow: /', pages: () => ({}) });
    await using site = await startCrawlSite({
      pages: { '/': { links: ['/away'] }, '/away': { redirect: `${other.origin}/x` } },
    });
    const { robotsBlocked } = await crawl(`${site.origin}/`, { allowExternalLinks: true });
    assert.deepEqual(robotsBlocked, [`${site.origin}/away`]);
    assert.deepEqual(other.pagesAsked(), []);
    assert.equal(other.visitsOf('/robots.txt').length, 1);
  });

  test('a start that redirects to another host crawls that host, with its sitemap', async () => {
    await using home = await startCrawlSite({
      pages: {
        '/welcome': { links: ['/welcome/linked', '/elsewhere'] },
        '/welcome/linked': { links: ['/welcome/further'] },
        '/welcome/further': {},
        '/welcome/listed': {},
        '/sitemap.xml': sitemapOf(['/welcome/listed']),
      },
    });
    await using old = await startCrawlSite({ pages: { '/': { redirect: `${home.origin}/welcome` } } });
    for (const zeroDataRetention of [false, true]) {
      const { status, paths, documents } = await crawl(`${old.origin}/`, { zeroDataRetention });
      assert.equal(status['status'], 'completed');
      assert.deepEqual(paths, ['/', '/welcome/further', '/welcome/linked', '/welcome/listed']);
      assert.equal(documents[0].metadata.url, `${home.origin}/welcome`);
    }
    assert.deepEqual(old.pagesAsked(), ['/', '/']);
  });

  test('a start that redirects within its host stands for its target', async () => {
    await using site = await startCrawlSite({
      pages: { '/': { redirect: '/en/' }, '/en/': { links: ['/', '/en/', '/en/a'] }, '/en/a': {} },
    });
    const { documents } = await crawl(`${site.origin}/`);
    const finals = documents.map(({ metadata }) => new URL(metadata.url).pathname);
    assert.deepEqual(finals, ['/en/', '/en/a']);
  });

  test('a loop of redirects is an error of that page only', async () => {
    await using site = await startCrawlSite({
      pages: { '/': { links: ['/loop', '/fine'] }, '/loop': { redirect: '/loop' }, '/fine': {} },
    });
    const { status, paths, errors } = await crawl(`${site.origin}/`);
    assert.deepEqual([status['status'], paths], ['completed', ['/', '/fine']]);
    assert.deepEqual(
      errors.map(({ url }) => url),
      [`${site.origin}/loop`],
    );
  });
});
