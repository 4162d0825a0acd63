import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSiteRobots } from '../../frontier/robots/site-robots.ts';
import { explorePages, type Exploration } from './explore-pages.ts';

const ORIGIN = 'https://example.com';
const at = (path: string): URL => new URL(path, ORIGIN);

interface Walk extends Partial<Exploration> {
  /** Links by path. */
  site?: Record<string, string[]>;
  robotsTxt?: string;
}

/** Explores a site that is in memory; what was visited, in order. */
async function walk({ site = {}, robotsTxt = '', ...rest }: Walk) {
  const visited: string[] = [];
  const found = new Set<string>();
  const most = { now: 0, atOnce: 0 };
  const robots = createSiteRobots(
    { status: 200, url: at('/robots.txt'), contentType: 'text/plain', body: Buffer.from(robotsTxt) },
    { origin: ORIGIN, userAgent: undefined },
  );
  const explored = await explorePages({
    from: [at('/1')],
    spare: () => [],
    seen: [],
    robotsOf: async () => robots,
    teamId: undefined,
    async visit(url) {
      visited.push(url.pathname);
      most.atOnce = Math.max(most.atOnce, ++most.now);
      await new Promise((resolve) => setImmediate(resolve));
      most.now--;
      const fresh = (site[url.pathname] ?? []).filter((path) => !found.has(path));
      for (const path of fresh) found.add(path);
      return fresh.map(at);
    },
    isEnough: () => false,
    maxPages: 50,
    expiresAt: performance.now() + 60_000,
    signal: new AbortController().signal,
    now: new Date(Date.UTC(2026, 0, 1)),
    ...rest,
  });
  return { visited, explored, atOnce: most.atOnce };
}

/** Each page leads to the next. */
function chain(length: number): Record<string, string[]> {
  return Object.fromEntries(Array.from({ length }, (_each, i) => [`/${i + 1}`, [`/${i + 2}`]]));
}

test('breadth first, each page once, a few at a time', async () => {
  const wide = Array.from({ length: 20 }, (_each, i) => `/a/${i}`);
  const { visited, atOnce } = await walk({ site: { '/1': [...wide, '/1'], '/a/0': ['/b'] } });
  assert.deepEqual(visited.slice(0, 21), ['/1', ...wide]);
  assert.deepEqual(visited.slice(21), ['/b']);
  assert.equal(atOnce, 6);
});

test('it ends at its bounds: pages, enough, barren pages, the signal', async () => {
  const bounded = await walk({ site: chain(100), maxPages: 7 });
  assert.deepEqual([bounded.visited.length, bounded.explored.isCutShort], [7, true]);
  assert.equal((await walk({ site: chain(6), maxPages: 7 })).explored.isCutShort, false);
  const barren = Array.from({ length: 100 }, (_each, i) => at(`/x${i}`));
  const { visited, explored } = await walk({ from: barren });
  assert.ok(visited.length >= 15 && visited.length < 15 + 6, String(visited.length));
  assert.ok(explored.isCutShort);
  assert.deepEqual((await walk({ site: chain(9), isEnough: () => true })).visited, []);
  assert.deepEqual((await walk({ site: chain(9), signal: AbortSignal.abort() })).visited, []);
});

test('robots.txt: what it forbids is not fetched and counted', async () => {
  const { visited, explored } = await walk({
    site: { '/1': ['/private/a', '/open', '/private/b'] },
    robotsTxt: 'User-agent: decant\nDisallow: /private/',
  });
  assert.deepEqual(visited, ['/1', '/open']);
  assert.deepEqual(explored, { pages: 2, forbidden: 2, isCutShort: false });
});

test('a crawl delay that the time does not allow is kept by not fetching', async () => {
  const { visited } = await walk({
    site: chain(9),
    robotsTxt: 'User-agent: *\nCrawl-delay: 5',
    expiresAt: performance.now() + 1_000,
  });
  assert.deepEqual(visited, []);
});

test('a short crawl delay is kept between pages', async () => {
  const from = performance.now();
  const { visited } = await walk({ site: chain(3), robotsTxt: 'User-agent: *\nCrawl-delay: 0.05' });
  assert.equal(visited.length, 4);
  assert.ok(performance.now() - from >= 4 * 50 - 5);
});

test('what is spare is used when nothing else is left, and seen pages and traps are not', async () => {
  const { visited } = await walk({
    site: { '/1': ['/2'] },
    seen: [at('/2').href],
    spare: () => [at('/s1'), at('/1'), at('/s2')],
  });
  assert.deepEqual(visited, ['/1', '/s1', '/s2']);
});

test('a path that goes on for ever is left', async () => {
  const visited: string[] = [];
  await walk({
    maxPages: 1_000,
    async visit({ pathname }) {
      visited.push(pathname);
      return [at(`${pathname}/a/b`)];
    },
  });
  assert.ok(visited.length > 1 && visited.length < 100, String(visited.length));
});

test('rules that cannot be asked for keep pages from being fetched, and end nothing', async () => {
  const { visited } = await walk({
    from: [at('/1'), at('/2')],
    robotsOf: () => Promise.reject(new Error('no connection left')),
  });
  assert.deepEqual(visited, []);
});
