import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { v7 as uuidv7 } from 'uuid';
import { openTestDatabase } from '../../test/support/test-database.ts';
import { silentLog } from '../lib/log/log.ts';
import type { Database } from '../store/database.ts';
import type { FetchSiteFile, SiteFile } from './fetch-site-file.ts';
import { createSiteFiles } from './site-files.ts';
import { findSitemapFile, keepSitemapFile, trimSitemapFiles } from './sitemap/sitemap-files.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 5, 1);

function keyOf(teamId: string, path = '/sitemap.xml'): { teamId: string; url: URL } {
  return { teamId, url: new URL(path, 'https://site.test') };
}

function fileOf(body: string | Buffer): Pick<SiteFile, 'url' | 'contentType' | 'body'> {
  return { url: new URL('https://www.site.test/s.xml'), contentType: 'text/xml', body: Buffer.from(body) };
}

async function stored(db: Database): Promise<string[]> {
  const { rows } = await db.query<{ url: string }>('select url from sitemap_file order by url');
  return rows.map(({ url }) => new URL(url).pathname);
}

test('a stored sitemap comes back as it was, to its team only, for seven days', async () => {
  await using db = await openTestDatabase();
  const team = uuidv7();
  const body = gzipSync(randomBytes(300_000));
  await keepSitemapFile(db, keyOf(team), fileOf(body), NOW);
  const found = await findSitemapFile(db, keyOf(team), NOW + 7 * DAY_MS - 1);
  assert.equal(found?.url.href, 'https://www.site.test/s.xml');
  assert.equal(found?.contentType, 'text/xml');
  assert.ok(body.equals(found?.body ?? Buffer.alloc(0)));
  assert.equal(await findSitemapFile(db, keyOf(team), NOW + 7 * DAY_MS), undefined);
  assert.equal(await findSitemapFile(db, keyOf(uuidv7()), NOW), undefined);
  assert.equal(await findSitemapFile(db, keyOf(team, '/sitemap.xml?2'), NOW), undefined);
});

test('the newest copy is kept, without a content type too, and nothing that is too large', async () => {
  await using db = await openTestDatabase();
  const team = uuidv7();
  await keepSitemapFile(db, keyOf(team), { ...fileOf('new'), contentType: undefined }, NOW);
  await keepSitemapFile(db, keyOf(team), fileOf('old'), NOW - 1);
  const found = await findSitemapFile(db, keyOf(team), NOW);
  assert.deepEqual([Buffer.from(found?.body ?? []).toString(), found?.contentType], ['new', undefined]);
  await keepSitemapFile(db, keyOf(team), fileOf('newest'), NOW + 1);
  assert.equal(Buffer.from((await findSitemapFile(db, keyOf(team), NOW))?.body ?? []).toString(), 'newest');
  await keepSitemapFile(db, keyOf(team, '/large.xml'), fileOf(randomBytes(8_000_001)), NOW);
  assert.deepEqual(await stored(db), ['/sitemap.xml']);
});

test('the expired go, and the oldest beyond the size', async () => {
  await using db = await openTestDatabase();
  const team = uuidv7();
  for (const [days, path] of [
    [7, '/a'],
    [6, '/b'],
    [5, '/c'],
    [4, '/d'],
  ] as const)
    await keepSitemapFile(db, keyOf(team, path), fileOf(randomBytes(1_000)), NOW - days * DAY_MS);
  assert.equal(await trimSitemapFiles(db, 1_000_000, NOW), 1);
  assert.deepEqual(await stored(db), ['/b', '/c', '/d']);
  assert.equal(await trimSitemapFiles(db, 3_000, NOW), 1);
  assert.deepEqual(await stored(db), ['/c', '/d']);
  assert.equal(await trimSitemapFiles(db, 3_000, NOW), 0);
  assert.equal(await trimSitemapFiles(db, 0, NOW), 2);
});

test('sitemaps are fetched once in seven days, unless the caller wants them new or kept nowhere', async () => {
  await using db = await openTestDatabase();
  const teamId = uuidv7();
  const asked: string[] = [];
  const clock = { time: NOW, now: () => clock.time };
  const bodies: Record<string, string> = {
    '/robots.txt': 'sitemap: /index.xml',
    '/index.xml':
      '<sitemapindex><sitemap><loc>/a.xml</loc></sitemap><sitemap><loc>/cut.xml</loc></sitemap><sitemap><loc>/html</loc></sitemap><sitemap><loc>/gone</loc></sitemap></sitemapindex>',
    '/a.xml': '<urlset><url><loc>/1</loc></url></urlset>',
    '/cut.xml': '<urlset><url><loc>/2</loc></url>',
    '/html': '<html></html>',
  };
  const fetch: FetchSiteFile = async (url) => {
    asked.push(url.pathname);
    const body = bodies[url.pathname];
    return {
      status: body === undefined ? 404 : 200,
      url,
      contentType: undefined,
      body: Buffer.from(body ?? ''),
    };
  };
  const { robotsOf, sitemapEntries } = createSiteFiles({ fetch, db, clock, log: silentLog });
  const { signal } = new AbortController();
  const start = new URL('https://site.test/');

  async function read(changes: { ignoreCache?: boolean; isCached?: boolean } = {}): Promise<string[]> {
    asked.length = 0;
    const entries = sitemapEntries({
      start,
      teamId,
      robots: await robotsOf(start, { userAgent: undefined, teamId: undefined, signal }),
      ignoreCache: false,
      isCached: true,
      limits: { maxSitemaps: 10, maxUrls: 10, maxDepth: 2 },
      signal,
      ...changes,
    });
    const urls: string[] = [];
    for await (const { url } of entries) urls.push(url);
    return urls;
  }

  const pages = ['https://site.test/1', 'https://site.test/2'];
  const uncachable = ['/cut.xml', '/html', '/gone'];
  assert.deepEqual(await read({ isCached: false }), pages);
  assert.deepEqual(await stored(db), []);

  assert.deepEqual(await read(), pages);
  assert.deepEqual(asked.toSorted(), ['/a.xml', '/index.xml', ...uncachable].toSorted());
  assert.deepEqual(await stored(db), ['/a.xml', '/index.xml']);

  bodies['/a.xml'] = '<urlset><url><loc>/new</loc></url></urlset>';
  assert.deepEqual(await read(), pages);
  assert.deepEqual(asked.toSorted(), uncachable.toSorted());

  const changed = ['https://site.test/new', 'https://site.test/2'];
  assert.deepEqual(await read({ isCached: false }), changed);
  assert.deepEqual(await read(), pages);
  assert.deepEqual(await read({ ignoreCache: true }), changed);
  assert.deepEqual(await read(), changed);
  assert.deepEqual(asked.toSorted(), uncachable.toSorted());

  clock.time += 7 * DAY_MS;
  assert.deepEqual(await read(), changed);
  assert.deepEqual(asked.toSorted(), ['/a.xml', '/index.xml', '/robots.txt', ...uncachable].toSorted());
});
