import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { silentLog } from '../../lib/log/log.ts';
import type { FetchSiteFile } from '../fetch-site-file.ts';
import { createSiteFiles } from '../site-files.ts';
import type { SitemapEntriesOptions } from './sitemap-entries.ts';
import type { SitemapProblem } from './sitemap-problem.ts';

const SITE = 'https://site.test';

interface Result {
  urls: string[];
  asked: string[];
  problems: SitemapProblem[];
}

/** The entries for a start on a site of the files given by URL; others are 404. No database answers. */
async function entriesOf(
  files: Record<string, string | number>,
  changes: Partial<SitemapEntriesOptions> = {},
): Promise<Result> {
  const result: Result = { urls: [], asked: [], problems: [] };
  const fetch: FetchSiteFile = async (url) => {
    result.asked.push(url.href);
    const file = files[url.href] ?? 404;
    const [status, text] = typeof file === 'number' ? [file, ''] : [200, file];
    return { status, url, contentType: undefined, body: Buffer.from(text) };
  };
  const noDatabase = {
    async query() {
      throw new Error('The database is down');
    },
  };
  const siteFiles = createSiteFiles({ fetch, db: noDatabase, clock: { now: () => 0 }, log: silentLog });
  const { signal } = new AbortController();
  const start = changes.start ?? new URL(`${SITE}/`);
  const entries = siteFiles.sitemapEntries({
    start,
    teamId: 'nobody',
    robots: await siteFiles.robotsOf(start, { userAgent: undefined, teamId: undefined, signal }),
    ignoreCache: false,
    isCached: false,
    limits: { maxSitemaps: 100, maxUrls: 1000, maxDepth: 3 },
    onProblem: (problem) => result.problems.push(problem),
    signal,
    ...changes,
  });
  for await (const { url } of entries) result.urls.push(url);
  result.asked.shift();
  return result;
}

function urlset(...locs: string[]): string {
  return `<urlset>${locs.map((loc) => `<url><loc>${loc}</loc></url>`).join('')}</urlset>`;
}

describe('sitemapEntries', () => {
  it('reads the sitemaps that robots.txt names', async () => {
    const { urls, asked } = await entriesOf({
      [`${SITE}/robots.txt`]: 'sitemap: /a.xml\nsitemap: https://cdn.test/b.xml',
      [`${SITE}/a.xml`]: urlset('/1'),
      'https://cdn.test/b.xml': urlset(`${SITE}/2`),
      [`${SITE}/sitemap.xml`]: urlset('/no'),
    });
    assert.deepEqual(urls, [`${SITE}/1`, `${SITE}/2`]);
    assert.deepEqual(asked.toSorted(), [
      'https://cdn.test/b.xml',
      'https://cdn.test/robots.txt',
      `${SITE}/a.xml`,
    ]);
  });

  it('looks in the usual places when none is named or those named hold nothing', async () => {
    const files = { [`${SITE}/sitemap_index.xml`]: urlset('/1') };
    const expected = [`${SITE}/sitemap.xml`, `${SITE}/sitemap_index.xml`];
    assert.deepEqual((await entriesOf(files)).asked, expected);
    const wrong = { ...files, [`${SITE}/robots.txt`]: 'sitemap: /gone.xml' };
    const { asked, urls, problems } = await entriesOf(wrong);
    assert.deepEqual(asked, [`${SITE}/gone.xml`, ...expected]);
    assert.deepEqual(urls, [`${SITE}/1`]);
    assert.deepEqual(
      problems.map(({ url, status }) => [url, status]),
      [
        [`${SITE}/gone.xml`, 404],
        [`${SITE}/sitemap.xml`, 404],
      ],
    );
    assert.deepEqual((await entriesOf({ [`${SITE}/sitemap.xml`]: urlset('/1') })).asked, [
      `${SITE}/sitemap.xml`,
    ]);
  });

  it('looks beside a project in a folder, and never on another host', async () => {
    const files = {
      [`${SITE}/docs/sitemap.xml`]: urlset('/docs/1'),
      [`${SITE}/sitemap.xml`]: urlset('/2', '/docs/1'),
    };
    const start = new URL(`${SITE}/docs/guide/intro.html`);
    assert.deepEqual((await entriesOf(files, { start })).urls, [`${SITE}/docs/1`, `${SITE}/2`]);
    const tricky = await entriesOf({}, { start: new URL(`${SITE}//evil.test/docs/`) });
    assert.deepEqual(tricky.asked, [`${SITE}/sitemap.xml`, `${SITE}/sitemap_index.xml`]);
  });

  it('asks for nothing that robots.txt forbids, unless it is to be ignored', async () => {
    const files = {
      [`${SITE}/robots.txt`]:
        'user-agent: *\ndisallow: /private/\nsitemap: /private/s.xml\nsitemap: https://cdn.test/s.xml',
      [`${SITE}/private/s.xml`]: urlset('/1'),
      'https://cdn.test/robots.txt': 'user-agent: *\ndisallow: /',
      'https://cdn.test/s.xml': urlset(`${SITE}/2`),
    };
    const { urls, problems } = await entriesOf(files);
    assert.deepEqual(urls, []);
    assert.deepEqual(
      problems.slice(0, 2).map(({ url, reason }) => [url, reason]),
      [
        [`${SITE}/private/s.xml`, 'not allowed'],
        ['https://cdn.test/s.xml', 'not allowed'],
      ],
    );
    const ignoring = await entriesOf(files, { isRobotsIgnored: true });
    assert.deepEqual(ignoring.urls, [`${SITE}/1`, `${SITE}/2`]);
  });

  it('asks for nothing of a site that could not be asked for robots.txt', async () => {
    const { urls, asked } = await entriesOf({
      [`${SITE}/robots.txt`]: 503,
      [`${SITE}/sitemap.xml`]: urlset('/1'),
    });
    assert.deepEqual([urls, asked], [[], []]);
  });

  it('does without the database when that fails', async () => {
    const files = { [`${SITE}/sitemap.xml`]: urlset('/1') };
    assert.deepEqual((await entriesOf(files, { isCached: true })).urls, [`${SITE}/1`]);
  });

  it('rejects with the reason of the signal', async () => {
    const signal = AbortSignal.abort(new Error('gone'));
    await assert.rejects(entriesOf({}, { signal }), { message: 'gone' });
  });
});
