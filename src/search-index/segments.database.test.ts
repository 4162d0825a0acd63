import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { eventually } from '../../test/support/eventually.ts';
import { countIndexed, indexAll, writePages } from '../../test/support/index-pages.ts';
import { indexedPage } from '../../test/support/indexed-page.ts';
import { openTestDatabase } from '../../test/support/test-database.ts';
import { silentLog } from '../lib/log/log.ts';
import type { Database } from '../store/database.ts';
import { BlockCursor } from './block.ts';
import { indexPending } from './index-pending.ts';
import type { IndexedPage } from './indexed-page.ts';
import { compactSegments, mergeSegments } from './segments/merge-segments.ts';
import { openIndexer } from './open-indexer.ts';
import { findDead, readBlocks } from './segments/read-segments.ts';

const TEAM = randomUUID();

function pagesOf(count: number, teamId = TEAM, word = 'word'): IndexedPage[] {
  return Array.from({ length: count }, (_, n) =>
    indexedPage(teamId, `http://site.test/${n}`, {
      title: `Page ${n}`,
      body: `Common ${word}${n} ${word}${n % 7}`,
      fetchedAt: new Date(Date.UTC(2026, 0, 1 + (n % 300))),
    }),
  );
}

interface Stored {
  id: number;
  level: number;
  pages: number;
  pageIds: Buffer;
}

async function segmentsOf(db: Database, teamId = TEAM): Promise<Stored[]> {
  const { rows } = await db.query<Stored>(
    'select id, level, pages, page_ids as "pageIds" from search_segment where team_id = $1 order by id',
    [teamId],
  );
  return rows;
}

/** Terms of a segment with the numbers of their pages. */
async function termsOf(db: Database, segment: number): Promise<Map<string, number>> {
  const terms = new Map<string, number>();
  for await (const data of readBlocks(db, segment)) {
    const cursor = new BlockCursor(data);
    while (cursor.next()) terms.set(data.toString('utf8', cursor.termStart, cursor.termEnd), cursor.pages);
  }
  return terms;
}

test('pages that wait become a segment, each once', async () => {
  await using db = await openTestDatabase();
  await writePages(db, pagesOf(20));
  assert.equal(await indexPending(db, TEAM, 12), 12);
  assert.equal(await indexPending(db, TEAM, 12), 8);
  assert.equal(await indexPending(db, TEAM, 12), 0);
  assert.deepEqual(
    (await segmentsOf(db)).map(({ pages }) => pages),
    [12, 8],
  );
  assert.ok([...(await countIndexed(db, TEAM)).values()].every((count) => count === 1));
});

test('eight segments of a level become one, with the terms of all and without the pages that are gone', async () => {
  await using db = await openTestDatabase();
  await writePages(db, pagesOf(64));
  await indexAll(db, TEAM, 8);
  await writePages(
    db,
    pagesOf(64)
      .slice(0, 4)
      .map((page) => ({ ...page, textHash: Buffer.from('x'), fetchedAt: new Date() })),
  );
  await db.query('delete from search_page where url like $1', ['%/5%']);
  await mergeSegments(db, TEAM);
  const [merged, ...others] = await segmentsOf(db);
  assert.ok(merged);
  assert.deepEqual([others.length, merged.level, merged.pages], [0, 1, 64 - 4 - 11]);
  assert.equal(await findDead(db, merged.pageIds), undefined);
  const terms = await termsOf(db, merged.id);
  assert.deepEqual([terms.get('common'), terms.get('h:site.test'), terms.get('word63')], [49, 49, 1]);
  assert.equal(terms.get('word53'), undefined);
  const { rows } = await db.query<{ count: number }>(
    'select count(*) from search_block where not exists (select from search_segment s where s.id = segment_id)',
  );
  assert.deepEqual(rows, [{ count: 0 }]);
  await indexAll(db, TEAM);
  assert.ok([...(await countIndexed(db, TEAM)).values()].every((count) => count === 1));
});

test('a segment with many dead pages is rewritten, one without any living goes', async () => {
  await using db = await openTestDatabase();
  await writePages(db, pagesOf(30));
  await indexAll(db, TEAM, 10);
  await db.query(
    'delete from search_page where id in (select id from search_page order by id offset 5 limit 15)',
  );
  assert.equal(await compactSegments(db, TEAM), 2);
  assert.deepEqual(
    (await segmentsOf(db)).map(({ pages }) => pages).toSorted((one, other) => other - one),
    [10, 5],
  );
  assert.equal(await compactSegments(db, TEAM), 0);
});

test('several processes index and merge the pages of several teams, each page once', async () => {
  await using db = await openTestDatabase();
  const other = randomUUID();
  const indexers = Array.from({ length: 3 }, () => openIndexer({ db, log: silentLog, pollMs: 1 }));
  for (let from = 0; from < 96; from += 8) {
    await writePages(db, pagesOf(96).slice(from, from + 8));
    await writePages(db, pagesOf(96, other).slice(from, from + 8));
  }
  await eventually(async () => {
    const { rowCount } = await db.query('select from search_pending');
    assert.equal(rowCount, 0);
    for (const team of [TEAM, other]) {
      const counts = await countIndexed(db, team);
      assert.deepEqual([counts.size, [...counts.values()].every((count) => count === 1)], [96, true]);
    }
  });
  for (const indexer of indexers) await indexer[Symbol.asyncDispose]();
});
