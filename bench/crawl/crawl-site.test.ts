import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pickSize } from '../../test/support/pick-size.ts';
import { createCrawlSite, type CrawlSite } from './crawl-site.ts';

const ORIGIN = 'http://127.0.0.1:1';
const PAGES = 150;
/** That the links of a site stay in its folder shows in fewer pages. */
const PAGES_OF_FOLDER = pickSize(50, PAGES);
const SITE = createCrawlSite({ pages: PAGES, folder: '/', seed: 1 });
/** A page takes milliseconds to generate, and two tests read them all. */
const PAGES_OF_SITE = SITE.paths.map((_, index) => SITE.page(index, ORIGIN));

function linksOf(html: string): string[] {
  return [...html.matchAll(/<a\s[^>]*?href="([^"]*)"/g)].map(([, target = '']) => target);
}

/** Paths that links lead to, from the first page on. */
function reached(site: CrawlSite, page = (at: number): string => site.page(at, ORIGIN)): Set<string> {
  const index = new Map(site.paths.map((path, at) => [path, at]));
  const seen = new Set([site.paths[0] ?? '']);
  for (const path of seen) {
    for (const target of linksOf(page(index.get(path) ?? -1))) {
      if (target.startsWith('/')) seen.add(target);
    }
  }
  return seen;
}

function assertConnected(site: CrawlSite, folder: string, page?: (at: number) => string): void {
  assert.deepEqual(reached(site, page), new Set(site.paths));
  assert.ok(site.paths.every((path) => path.startsWith(folder)));
}

test('/: links lead from the first page to all pages and to no other path', () => {
  assert.equal(new Set(SITE.paths).size, PAGES);
  assertConnected(SITE, '/', (at) => PAGES_OF_SITE[at] ?? '');
});

test('/warm-up/: links lead from the first page to all pages and to no other path', () => {
  const folder = '/warm-up/';
  const site = createCrawlSite({ pages: PAGES_OF_FOLDER, folder, seed: 1 });
  assert.equal(new Set(site.paths).size, PAGES_OF_FOLDER);
  assertConnected(site, folder);
});

test('a site of few pages holds together, too', () => {
  for (const pages of [1, 2, 7]) {
    const site = createCrawlSite({ pages, folder: '/', seed: 1 });
    assert.deepEqual(reached(site), new Set(site.paths));
  }
});

test('pages are as large and as linked as real ones', () => {
  const mean = PAGES_OF_SITE.reduce((sum, page) => sum + Buffer.byteLength(page), 0) / PAGES;
  assert.ok(mean > 75_000 && mean < 84_000, `${mean} bytes`);
  for (const page of PAGES_OF_SITE) {
    const links = linksOf(page).filter((target) => !target.startsWith('#'));
    const inside = links.filter((target) => target.startsWith('/'));
    assert.ok(links.length >= 40 && links.length <= 120, `${links.length} links`);
    assert.ok(inside.length > links.length / 2, `${inside.length} of ${links.length} links stay on the site`);
  }
});

test('the same options make the same site, another seed another one', () => {
  const page = (seed: number): string => createCrawlSite({ pages: 10, folder: '/', seed }).page(3, ORIGIN);
  assert.equal(page(1), page(1));
  assert.notEqual(page(1), page(2));
});
