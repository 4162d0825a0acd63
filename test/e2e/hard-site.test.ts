import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { sitemapIndexOf, sitemapOf, startCrawlSite, type CrawlAnswer } from '../support/crawl-site.ts';
import { runJob } from '../support/run-job.ts';
import { shareTestService } from '../support/share-test-service.ts';
import type { CalledService } from '../support/test-service.ts';

const numbered = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}/${index}`);

const PLAIN = numbered('/plain', 12);
const MOVED = numbered('/moved', 6);
const ONLY_IN_SITEMAP = numbered('/only-in-sitemap', 5);
const LIMITED = numbered('/limited', 4);
const SLOW = numbered('/slow', 3);
const ARTICLE = `<h1>An article</h1><p>Its words are the same on the page for printing, which names this one as canonical.</p>`;

/** Shift_JIS of 日本語, which no other encoding makes sense of. */
const JAPANESE = Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea]);
const CHARSETS: Readonly<Record<string, CrawlAnswer>> = {
  '/charset/windows-1252': {
    type: 'text/html; charset=windows-1252',
    body: Buffer.from('<h1>Gr\xfc\xdfe</h1><p>\x84Caf\xe9\x93, so they write here.</p>', 'latin1'),
  },
  '/charset/shift-jis': {
    type: 'text/html',
    body: Buffer.concat([
      Buffer.from('<meta charset="shift_jis"><h1>Words</h1><p>'),
      JAPANESE,
      Buffer.from(' and what they mean.</p>'),
    ]),
  },
  '/charset/utf-16': {
    type: 'text/html',
    body: Buffer.from(
      '\ufeff<h1>Ĝis revido</h1><p>Two bytes for each letter, and a mark before them.</p>',
      'utf16le',
    ),
  },
};

/** Found by links from the start or from pages that it leads to, or in the sitemap; each is one document. */
const EXPECTED = [
  '/',
  ...PLAIN,
  '/chain/end',
  '/dup',
  '/article',
  ...ONLY_IN_SITEMAP,
  '/unlisted',
  '/unlisted/deeper',
  ...LIMITED,
  '/flaky',
  ...SLOW,
  '/missing',
  '/broken',
  ...Object.keys(CHARSETS),
].toSorted();

/** A site with what real sites have, and what crawlers get lost in. */
function startHardSite() {
  const asked = new Map<string, number>();
  const pages: Record<string, CrawlAnswer> = {
    '/': {
      links: [
        ...MOVED,
        ...PLAIN.slice(0, 8),
        '/chain/1',
        '/dup?utm_source=start',
        '/dup/',
        '/dup/index.html',
        '/DUP/../dup#part',
        '/article',
        '/print/article',
        ...LIMITED,
        '/flaky',
        ...SLOW,
        '/missing',
        '/broken',
        '/loop/a',
        '/calendar?year=2026&month=1',
        '/trap/0',
        ...Object.keys(CHARSETS),
      ],
    },
    ...Object.fromEntries(
      PLAIN.map((route, index) => [route, { links: ['/', PLAIN[index + 1] ?? '/unlisted'] }]),
    ),
    ...Object.fromEntries(MOVED.map((route, index) => [route, { redirect: PLAIN[index] ?? '/' }])),
    '/chain/1': { redirect: '/chain/2', status: 301 },
    '/chain/2': { redirect: '/chain/3', status: 307 },
    '/chain/3': { redirect: '/chain/end', status: 308 },
    '/chain/end': {},
    '/flaky': {},
    ...Object.fromEntries(LIMITED.map((route) => [route, {}])),
    '/dup': {},
    '/article': { html: ARTICLE, head: '<link rel="canonical" href="/article">' },
    '/print/article': { html: ARTICLE, head: '<link rel="canonical" href="/article">' },
    '/unlisted': { links: ['/unlisted/deeper'] },
    '/unlisted/deeper': {},
    ...Object.fromEntries(ONLY_IN_SITEMAP.map((route) => [route, {}])),
    ...Object.fromEntries(SLOW.map((route) => [route, { takesMs: 1_500 }])),
    '/missing': { status: 404, html: '<h1>Not here</h1><p>This page has gone, and says so.</p>' },
    '/broken': { status: 500, html: '<h1>Broken</h1><p>This page cannot be made, and says so.</p>' },
    '/loop/a': { redirect: '/loop/b' },
    '/loop/b': { redirect: '/loop/a' },
    '/sitemap-index.xml': sitemapIndexOf(['/sitemap-1.xml', '/sitemap-2.xml.gz', '/sitemap-missing.xml']),
    '/sitemap-1.xml': sitemapOf([...ONLY_IN_SITEMAP.slice(0, 3), ...PLAIN.slice(0, 3)]),
    '/sitemap-2.xml.gz': {
      type: 'application/gzip',
      body: gzipSync(sitemapText(ONLY_IN_SITEMAP.slice(3))),
    },
    ...CHARSETS,
  };
  return startCrawlSite({
    robots: 'User-agent: *\nDisallow: /trap/\nSitemap: /sitemap-index.xml\n',
    pages(route) {
      const times = (asked.get(route) ?? 0) + 1;
      asked.set(route, times);
      if (route.startsWith('/trap/')) return { links: [`${route}/deeper`, `/trap/${times}`] };
      if (route.startsWith('/calendar')) return calendarPage(route);
      if (times === 1 && LIMITED.includes(route)) return { status: 429, headers: { 'retry-after': '1' } };
      if (times === 1 && route === '/flaky')
        return { status: 503, html: '<h1>Later</h1><p>Not just now.</p>' };
      return pages[route] ?? pages[route.replace(/(?:\/(?:index\.html)?)?(?:\?.*)?$/, '')];
    },
  });
}

function sitemapText(urls: readonly string[]): string {
  const answer = sitemapOf(urls);
  return 'body' in answer ? String(answer.body) : '';
}

/** Every month leads to the next and the one before, for ever. */
function calendarPage(route: string): CrawlAnswer {
  const query = new URL(route, 'http://site.test').searchParams;
  const month = Number(query.get('year') ?? 2026) * 12 + Number(query.get('month') ?? 1) - 1;
  const to = (at: number): string => `/calendar?year=${Math.floor(at / 12)}&month=${(at % 12) + 1}`;
  return { links: [to(month + 1), to(month - 1), '/calendar'] };
}

describe('a hard site', { concurrency: 4 }, () => {
  let service: CalledService;

  before(async () => {
    service = await shareTestService();
  });

  for (const [mode, options] of Object.entries({
    'with its sitemap': {},
    'level by level': { maxDiscoveryDepth: 60 },
    'one page at a time': { maxConcurrency: 1 },
    'under zero data retention': { zeroDataRetention: true },
  })) {
    test(`every page is found once, no trap is walked into: ${mode}`, async () => {
      await using site = await startHardSite();
      const { status, documents, errors, robotsBlocked } = await runJob(service, 'crawl', {
        url: `${site.origin}/`,
        ...options,
      });
      assert.equal(status['status'], 'completed');

      const found = documents.map(({ metadata }) => pathOf(metadata.url));
      const isCalendar = (route: string): boolean => route.startsWith('/calendar');
      assert.deepEqual(found.filter((route) => !isCalendar(route)).toSorted(), EXPECTED);
      assert.deepEqual([status['completed'], status['total']], [found.length, found.length + errors.length]);

      assert.deepEqual(robotsBlocked.map(pathOf), ['/trap/0']);
      const into = (prefix: string): number =>
        site.pagesAsked().filter((route) => route.startsWith(prefix)).length;
      assert.equal(into('/trap'), 0, 'no request into the trap');
      const dates = found.filter(isCalendar);
      assert.ok(
        dates.length >= 12 && into('/calendar') < 50,
        `${into('/calendar')} requests into the calendar`,
      );
      assert.equal(new Set(dates).size, dates.length);
      assert.match(status['warning'], /calendar/);

      assert.deepEqual(
        errors.map(({ url, code }) => [pathOf(url), code]),
        [['/loop/a', 'SCRAPE_SITE_ERROR']],
      );
      const statusOf = Object.fromEntries(
        documents.map(({ metadata }) => [pathOf(metadata.url), metadata.statusCode]),
      );
      for (const route of EXPECTED) {
        const wanted = route === '/missing' ? 404 : route === '/broken' ? 500 : 200;
        assert.equal(statusOf[route], wanted, route);
      }
      for (const route of [...LIMITED, '/flaky'])
        assert.equal(site.visitsOf(route).length, 2, `${route} was asked for again, once`);

      const markdownOf = (route: string): string =>
        documents.find(({ metadata }) => pathOf(metadata.url) === route)?.markdown;
      assert.match(markdownOf('/charset/windows-1252'), /Grüße[^]*„Café“/);
      assert.match(markdownOf('/charset/shift-jis'), /日本語/);
      assert.match(markdownOf('/charset/utf-16'), /Ĝis revido/);
    });
  }

  test('a page that the start links to and the sitemap lists has the depth of the sitemap', async () => {
    await using site = await startCrawlSite({
      pages: {
        '/': { links: ['/listed', '/linked'] },
        '/listed': { links: ['/below-listed'] },
        '/linked': { links: ['/below-linked'] },
        '/below-listed': {},
        '/below-linked': {},
        '/sitemap.xml': sitemapOf(['/listed']),
      },
    });
    const { paths } = await runJob(service, 'crawl', { url: `${site.origin}/`, maxDiscoveryDepth: 1 });
    assert.deepEqual(paths, ['/', '/below-listed', '/linked', '/listed']);
  });
});

/** Path without trailing slash or index file, and query without what only tracks. */
function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  const route = pathname.replace(/(?<=.)\/(?:index\.html)?$/, '') + search.replace(/^\?utm_.*/, '');
  // One page under two addresses: the first that is fetched stands for both.
  return route === '/print/article' ? '/article' : route;
}
