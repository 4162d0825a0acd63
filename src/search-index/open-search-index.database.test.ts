import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { indexAll, writePages } from '../../test/support/index-pages.ts';
import { indexedPage, urlKeyOf } from '../../test/support/indexed-page.ts';
import { openTestDatabase } from '../../test/support/test-database.ts';
import { silentLog } from '../lib/log/log.ts';
import type { Database } from '../store/database.ts';
import { parseSearchQuery } from '../text/search-query/parse-search-query.ts';
import type { IndexedPage } from './indexed-page.ts';
import { mergeSegments } from './segments/merge-segments.ts';
import { openSearchIndex, type OpenSearchIndex } from './open-search-index.ts';
import { readIndexStatus } from './index-status.ts';
import { dropIndex, rebuildIndex, renewFormat } from './rebuild-index.ts';
import type { IndexQuery } from './search-index.ts';
import { writeIndexChanges } from './write-pages.ts';

const TEAM = randomUUID();
const OTHER = randomUUID();
const { signal } = new AbortController();

function open(db: Database): OpenSearchIndex {
  return openSearchIndex({ db, log: silentLog, urlKey: (url) => urlKeyOf(url.href) });
}

function queryOf(text: string, asked: Partial<IndexQuery> = {}): IndexQuery {
  return {
    query: parseSearchQuery(text),
    source: 'web',
    limit: 10,
    includeHosts: [],
    excludeHosts: [],
    categories: [],
    isByDate: false,
    hasPassages: true,
    ...asked,
  };
}

/** The last parts of the addresses that are found, in order. */
async function found(
  index: OpenSearchIndex,
  text: string,
  { teamId = TEAM, ...asked }: Partial<IndexQuery> & { teamId?: string } = {},
): Promise<string> {
  const { hits } = await index.search(teamId, queryOf(text, asked), signal);
  return hits.map(({ url }) => url.split('/').at(-1)).join(' ');
}

function page(name: string, body: string, more: Partial<IndexedPage> = {}): IndexedPage {
  return indexedPage(more.teamId ?? TEAM, `https://site.test/docs/${name}`, {
    title: `About ${name}`,
    body,
    ...more,
  });
}

const PAGES = [
  page('kettle', 'A red kettle boils water on the stove. It is made of copper.'),
  page('pot', 'An old pot holds soup. The kettle stands beside it.', { fileType: 'pdf' }),
  page('lid', 'The black lid fits every pan.', { publishedAt: new Date('2026-03-01'), pageType: 'news' }),
];

test('what was just scraped is found at once, by the team that scraped it alone', async () => {
  await using db = await openTestDatabase();
  await using index = open(db);
  assert.equal(await found(index, 'kettle'), '');
  await writePages(db, PAGES);
  await writePages(db, [page('secret', 'Another kettle of another team', { teamId: OTHER })]);
  assert.equal(await found(index, 'kettle'), 'kettle pot');
  assert.equal(await found(index, '"old pot"'), 'pot');
  assert.equal(await found(index, 'kettle -soup filetype:html'), 'kettle');
  assert.equal(await found(index, 'lid', { source: 'news' }), 'lid');
  assert.equal(await found(index, 'kettle', { teamId: OTHER }), 'secret');
  assert.equal(await found(index, 'kettle', { teamId: randomUUID() }), '');
  const { hits, pages } = await index.search(TEAM, queryOf('copper'), signal);
  assert.equal(pages, 3);
  assert.match(hits[0]?.description ?? '', /made of copper/);
});

test('a page that changed is found by its new text alone, one that is gone no more', async () => {
  await using db = await openTestDatabase();
  await using index = open(db);
  await writePages(db, PAGES);
  assert.equal(await found(index, 'copper'), 'kettle');
  const [kettle, pot] = PAGES as [IndexedPage, IndexedPage];
  const fetchedAt = new Date('2026-12-01');
  await writePages(db, [page('kettle', 'Now of steel.', { fetchedAt })]);
  assert.equal(await found(index, 'copper'), '');
  assert.equal(await found(index, 'steel'), 'kettle');
  await writeIndexChanges(db, [{ teamId: TEAM, fetchedAt, page: undefined, goneKeys: [pot.urlKey] }]);
  assert.equal(await found(index, 'soup'), '');
  assert.equal(await index.remove(TEAM, 'https://site.test/docs/k'), 1);
  assert.equal(await index.remove(OTHER, 'https://'), 0);
  assert.equal(await found(index, kettle.title), 'lid');
});

test('a search that holds segments goes on when they are merged', async () => {
  await using db = await openTestDatabase();
  await using index = open(db);
  await writePages(
    db,
    [...Array(40).keys()].map((n) => page(`p${n}`, `Common word${n} text`)),
  );
  await indexAll(db, TEAM, 5);
  assert.equal(await found(index, 'word7'), 'p7');
  await mergeSegments(db, TEAM);
  assert.equal(await found(index, 'word8'), 'p8');
  const searches = [...Array(30).keys()].map((n) => found(index, `word${n}`));
  await writePages(
    db,
    [...Array(40).keys()].map((n) => page(`q${n}`, `Common other${n} text`)),
  );
  const merging = (async () => {
    await indexAll(db, TEAM, 5);
    await mergeSegments(db, TEAM);
  })();
  assert.deepEqual(
    await Promise.all(searches),
    [...Array(30).keys()].map((n) => `p${n}`),
  );
  await merging;
  assert.equal((await found(index, 'common', { limit: 100 })).split(' ').length, 80);
});

test('many pages that wait are left to the indexer', async () => {
  await using db = await openTestDatabase();
  await using index = open(db);
  await writePages(
    db,
    [...Array(60).keys()].map((n) => page(`p${n}`, `word${n}`)),
  );
  assert.equal(await found(index, 'word3'), '');
  const [status] = await readIndexStatus(db, TEAM);
  assert.deepEqual([status?.pages, status?.pending, status?.segments], [60, 60, 0]);
});

test('addresses, pages like another, and the newest first', async () => {
  await using db = await openTestDatabase();
  await using index = open(db);
  const dated = [1, 2, 3].map((day) =>
    page(`day${day}`, 'Boats on the lake, sails and wind', { publishedAt: new Date(Date.UTC(2026, 4, day)) }),
  );
  await writePages(db, [
    ...PAGES,
    ...dated,
    indexedPage(TEAM, 'https://other.test/docs/x', { body: 'Boats' }),
  ]);
  assert.equal(await found(index, 'boats site:site.test', { isByDate: true }), 'day3 day2 day1');
  assert.equal(await found(index, 'boats site:other.test/docs'), 'x');
  assert.equal(
    await found(index, 'related:site.test/docs/day1 -site:other.test -kettle -lid', { limit: 2 }),
    'day3 day2',
  );
  const { remarks } = await index.search(TEAM, queryOf('related:nowhere.test'), signal);
  assert.equal(remarks.length, 1);
  assert.equal(
    await found(index, 'boats', { from: new Date('2026-05-02'), to: new Date('2026-05-02T12:00:00Z') }),
    'day2',
  );
});

test('an index that is rebuilt, or of another version, finds the same', async () => {
  await using db = await openTestDatabase();
  await using index = open(db);
  await writePages(db, [...PAGES, page('theirs', 'kettle', { teamId: OTHER })]);
  await indexAll(db, TEAM);
  await indexAll(db, OTHER);
  const told: Array<[number, number]> = [];
  const rebuilt = await rebuildIndex(db, TEAM, { onProgress: (...progress) => told.push(progress), signal });
  assert.deepEqual([rebuilt, told.at(-1)], [3, [3, 3]]);
  assert.equal(await found(index, 'kettle'), 'kettle pot');
  await db.query('update search_segment set format = 0 where team_id = $1', [TEAM]);
  assert.equal(await found(index, 'kettle'), '');
  assert.equal(await renewFormat(db), 1);
  assert.equal(await renewFormat(db), 0);
  assert.equal(await found(index, 'kettle'), 'kettle pot');
  const [status] = await readIndexStatus(db, TEAM);
  assert.deepEqual([status?.pages, status?.pending, status?.segments], [3, 0, 1]);
  assert.ok(status && status.indexBytes > 0 && status.pageBytes > 0);
  assert.equal(await dropIndex(db, TEAM), 3);
  assert.deepEqual(
    (await readIndexStatus(db)).map(({ teamId }) => teamId),
    [OTHER],
  );
  assert.equal(await found(index, 'kettle', { teamId: OTHER }), 'theirs');
});
