import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SitemapProblem } from './sitemap-problem.ts';
import { walkSitemaps, type FetchedSitemap, type SitemapWalk } from './sitemap-walk.ts';

const SITE = 'https://site.test';

function urlset(...locs: string[]): string {
  return `<urlset>${locs.map((loc) => `<url><loc>${loc}</loc></url>`).join('')}</urlset>`;
}

function index(...locs: string[]): string {
  return `<sitemapindex>${locs.map((loc) => `<sitemap><loc>${loc}</loc></sitemap>`).join('')}</sitemapindex>`;
}

function answer(body: string, changes: Partial<FetchedSitemap> = {}): FetchedSitemap {
  return { status: 200, contentType: 'application/xml', body: Buffer.from(body), ...changes };
}

interface Result {
  urls: string[];
  problems: SitemapProblem[];
  asked: string[];
}

/** Walks a site of the files given by URL or path; others are 404. */
async function walk(
  files: Record<string, string | FetchedSitemap | Error>,
  changes: Partial<SitemapWalk> = {},
): Promise<Result> {
  const result: Result = { urls: [], problems: [], asked: [] };
  const entries = walkSitemaps({
    start: [`${SITE}/sitemap.xml`],
    async fetch(url) {
      result.asked.push(url.href);
      const file = files[url.href] ?? files[url.pathname + url.search];
      if (file instanceof Error) throw file;
      if (file === undefined) return answer('', { status: 404 });
      return typeof file === 'string' ? answer(file) : file;
    },
    limits: { maxSitemaps: 100, maxUrls: 1000, maxDepth: 3 },
    onProblem: (problem) => result.problems.push(problem),
    signal: new AbortController().signal,
    ...changes,
  });
  for await (const { url } of entries) result.urls.push(url);
  return result;
}

describe('walkSitemaps', () => {
  it('gives each URL once, breadth first', async () => {
    const { urls, problems, asked } = await walk({
      '/sitemap.xml': index('/a.xml', '/index.xml', '/b.txt', '/a.xml#again'),
      '/index.xml': index('/c.xml'),
      '/a.xml': urlset('/1', '/2', '/1'),
      '/b.txt': `${SITE}/2\n${SITE}/3\n`,
      '/c.xml': urlset('/3', '/4'),
    });
    assert.deepEqual(
      urls.map((url) => new URL(url).pathname),
      ['/1', '/2', '/3', '/4'],
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(asked.length, 5);
  });

  it('gives entries in the order of the files, however long each takes', async () => {
    const slow = Promise.withResolvers<void>();
    const entries = walkSitemaps({
      start: ['/1', '/2', '/3'].map((path) => SITE + path),
      async fetch({ pathname }) {
        if (pathname === '/1') await slow.promise;
        if (pathname === '/3') slow.resolve();
        return answer(urlset(`/of${pathname}`));
      },
      limits: { maxSitemaps: 10, maxUrls: 10, maxDepth: 1 },
      signal: new AbortController().signal,
    });
    const urls: string[] = [];
    for await (const { url } of entries) urls.push(url);
    assert.deepEqual(
      urls,
      [1, 2, 3].map((number) => `${SITE}/of/${number}`),
    );
  });

  it('ends in loops', async () => {
    const files = {
      '/sitemap.xml': index('/sitemap.xml', '/other.xml'),
      '/other.xml': index('/sitemap.xml'),
    };
    assert.deepEqual((await walk(files)).asked, [`${SITE}/sitemap.xml`, `${SITE}/other.xml`]);
  });

  it('ends in indexes that always lead on, and says so', async () => {
    let count = 0;
    const endless = async (): Promise<FetchedSitemap> => answer(index(`/${++count}.xml`));
    const deep = await walk({}, { fetch: endless });
    assert.equal(count, 4);
    assert.deepEqual(deep.problems, [{ url: `${SITE}/3.xml`, reason: 'too deep' }]);
    const wide = async (): Promise<FetchedSitemap> =>
      answer(index(...Array.from({ length: 50 }, () => `/${++count}.xml`)));
    count = 0;
    let asked = 0;
    const many = await walk(
      {},
      { fetch: () => (asked++, wide()), limits: { maxSitemaps: 20, maxUrls: 1, maxDepth: 99 } },
    );
    assert.equal(asked, 20);
    assert.deepEqual(many.problems, [{ url: `${SITE}/20.xml`, reason: 'too many sitemaps' }]);
  });

  it('ends at the number of URLs and stops what is under way', async () => {
    const signals: AbortSignal[] = [];
    const { urls } = await walk(
      {},
      {
        start: ['/1', '/2', '/3'].map((path) => SITE + path),
        async fetch({ pathname }, signal) {
          signals.push(signal);
          if (pathname !== '/1') await new Promise(() => {});
          return answer(urlset('/a', '/b', '/c'));
        },
        limits: { maxSitemaps: 10, maxUrls: 2, maxDepth: 1 },
      },
    );
    assert.deepEqual(urls, [`${SITE}/a`, `${SITE}/b`]);
    assert.deepEqual(
      signals.map(({ aborted }) => aborted),
      [true, true, true],
    );
  });

  it('stops when its consumer does, and for the signal with its reason', async () => {
    const controller = new AbortController();
    const signals: AbortSignal[] = [];
    const options: SitemapWalk = {
      start: [`${SITE}/1`, `${SITE}/2`],
      async fetch({ pathname }, signal) {
        signals.push(signal);
        if (pathname === '/2') await new Promise(() => {});
        return answer(urlset('/a', '/b'));
      },
      limits: { maxSitemaps: 10, maxUrls: 10, maxDepth: 1 },
      signal: controller.signal,
    };
    for await (const entry of walkSitemaps(options)) {
      assert.equal(entry.url, `${SITE}/a`);
      break;
    }
    assert.equal(signals[1]?.aborted, true);
    const rest = (async () => {
      for await (const { url } of walkSitemaps(options))
        if (url.endsWith('b')) controller.abort(new Error('stop'));
    })();
    await assert.rejects(rest, { message: 'stop' });
    await assert.rejects(walkSitemaps(options).next(), { message: 'stop' });
  });

  it('goes on after files that fail', async () => {
    const down = new Error('connection refused');
    const { urls, problems } = await walk({
      '/sitemap.xml': index(
        '/500.xml',
        '/down.xml',
        '/html',
        '/cut.xml',
        '/gone.xml',
        '/ok.xml',
        'http://',
        'x:y',
      ),
      '/500.xml': answer('', { status: 500 }),
      '/down.xml': down,
      '/html': '<!doctype html><html></html>',
      '/cut.xml': '<urlset><url><loc>/a</loc></url><url><loc>/b',
      '/ok.xml': urlset('/c'),
    });
    assert.deepEqual(urls, [`${SITE}/a`, `${SITE}/c`]);
    assert.deepEqual(problems, [
      { url: `${SITE}/500.xml`, reason: 'not fetched', status: 500 },
      { url: `${SITE}/down.xml`, reason: 'not fetched', cause: down },
      { url: `${SITE}/html`, reason: 'not a sitemap' },
      { url: `${SITE}/cut.xml`, reason: 'truncated' },
      { url: `${SITE}/gone.xml`, reason: 'not fetched', status: 404 },
    ]);
  });

  it('says which starts are no URLs', async () => {
    const { problems, asked } = await walk({}, { start: ['/sitemap.xml', 'ftp://site.test/', 'nonsense'] });
    assert.deepEqual(
      problems.map(({ reason }) => reason),
      ['invalid URL', 'invalid URL', 'invalid URL'],
    );
    assert.deepEqual(asked, []);
  });

  it('asks whether a file may be fetched', async () => {
    const files = { '/sitemap.xml': index('/no/1.xml', '/2.xml', '/no/3.xml'), '/2.xml': urlset('/a') };
    const { asked, problems, urls } = await walk(files, {
      isAllowed: async ({ pathname }) => {
        if (pathname === '/no/3.xml') throw new Error('nobody knows');
        return !pathname.startsWith('/no/');
      },
    });
    assert.deepEqual(urls, [`${SITE}/a`]);
    assert.deepEqual(asked, [`${SITE}/sitemap.xml`, `${SITE}/2.xml`]);
    assert.deepEqual(
      problems.map(({ url, reason }) => [url, reason]),
      [
        [`${SITE}/no/1.xml`, 'not allowed'],
        [`${SITE}/no/3.xml`, 'not fetched'],
      ],
    );
  });

  it('resolves against the place that redirects led to', async () => {
    const url = new URL('https://www.site.test/maps/all.xml');
    const { urls } = await walk({ '/sitemap.xml': answer(urlset('a', '/b'), { url }) });
    assert.deepEqual(urls, ['https://www.site.test/maps/a', 'https://www.site.test/b']);
  });

  it('follows indexes within the site only, and to where a start or its redirect lies', async () => {
    const children = [
      'http://www.site.test/1.xml',
      'https://blog.site.test/2.xml',
      'https://site.test:8443/3.xml',
      'https://evil.test/4.xml',
      'https://cdn.test/5.xml',
      'https://home.test/6.xml',
      'http://127.0.0.1/7.xml',
    ];
    const files = {
      'https://site.test/sitemap.xml': index(...children),
      'https://start.test/s.xml': answer(index('https://cdn.test/8.xml'), {
        url: new URL('https://cdn.test/s.xml'),
      }),
    };
    const { asked, problems } = await walk(files, {
      start: ['https://start.test/s.xml', 'https://site.test/sitemap.xml'],
      site: new URL('https://home.test/'),
    });
    assert.deepEqual(asked.toSorted(), [
      'http://www.site.test/1.xml',
      'https://blog.site.test/2.xml',
      'https://cdn.test/5.xml',
      'https://cdn.test/8.xml',
      'https://home.test/6.xml',
      'https://site.test/sitemap.xml',
      'https://start.test/s.xml',
    ]);
    assert.deepEqual(
      problems.filter(({ reason }) => reason === 'foreign host').map(({ url }) => url),
      ['https://site.test:8443/3.xml', 'https://evil.test/4.xml', 'http://127.0.0.1/7.xml'],
    );
    const neighbours = await walk(
      { '/sitemap.xml': index('https://b.github.io/s.xml') },
      { start: ['https://a.github.io/sitemap.xml'] },
    );
    assert.deepEqual(neighbours.asked, ['https://a.github.io/sitemap.xml']);
  });

  it('keeps whole sitemaps only', async () => {
    const kept: string[] = [];
    const file = (name: string, body: string): FetchedSitemap =>
      answer(body, {
        async keep() {
          kept.push(name);
        },
      });
    await walk({
      '/sitemap.xml': file('index', index('/a.xml', '/cut.xml', '/html', '/404.xml')),
      '/a.xml': file('a', urlset('/a')),
      '/cut.xml': file('cut', '<urlset><url>'),
      '/html': file('html', '<html>'),
      '/404.xml': { ...file('404', urlset('/a')), status: 404 },
    });
    assert.deepEqual(kept, ['index', 'a']);
  });

  it('tells at most 1,000 problems', async () => {
    const children = Array.from({ length: 3000 }, (_, number) => `https://evil.test/${number}`);
    const { problems } = await walk({ '/sitemap.xml': index(...children) });
    assert.equal(problems.length, 1000);
  });
});
