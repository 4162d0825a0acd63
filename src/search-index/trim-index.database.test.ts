import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { indexAll, writePages } from '../../test/support/index-pages.ts';
import { indexedPage } from '../../test/support/indexed-page.ts';
import { openTestDatabase } from '../../test/support/test-database.ts';
import { compactIndex, trimIndex } from './trim-index.ts';

test('the oldest pages of a team with more than its share go, and segments lose them', async () => {
  await using db = await openTestDatabase();
  const [small, large] = [randomUUID(), randomUUID()];
  const pagesOf = (teamId: string, count: number, month: number) =>
    Array.from({ length: count }, (_, n) =>
      indexedPage(teamId, `http://site.test/${n}`, {
        title: `Page ${n}`,
        text: Buffer.alloc(3_000, 7),
        fetchedAt: new Date(Date.UTC(2026, month, 1, 0, n)),
      }),
    );
  await writePages(db, [...pagesOf(small, 4, 1), ...pagesOf(large, 100, 6)]);
  const left = async (): Promise<number[]> => {
    const { rows } = await db.query<{ team: string; pages: number }>(
      'select team_id as team, count(*) as pages from search_page group by 1',
    );
    return [small, large].map((id) => rows.find(({ team }) => team === id)?.pages ?? 0);
  };
  assert.equal(await trimIndex(db, 10_000_000), 0);
  assert.ok((await trimIndex(db, 200_000)) > 50);
  const [few = 0, many = 0] = await left();
  assert.deepEqual([few, many > 20 && many < 50], [4, true]);
  const { rows } = await db.query<{ title: string }>(
    'select title from search_page where team_id = $1 order by fetched_at limit 1',
    [large],
  );
  assert.deepEqual(rows, [{ title: `Page ${100 - many}` }]);
});

test('segments of which most pages are gone are rewritten', async () => {
  await using db = await openTestDatabase();
  const team = randomUUID();
  await writePages(
    db,
    Array.from({ length: 20 }, (_, n) => indexedPage(team, `http://site.test/${n}`, { body: `w${n}` })),
  );
  await indexAll(db, team, 10);
  assert.equal(await compactIndex(db), 0);
  await db.query('delete from search_page where id in (select id from search_page order by id limit 12)');
  assert.equal(await compactIndex(db), 1);
  const { rows } = await db.query('select pages from search_segment');
  assert.deepEqual(rows, [{ pages: 10 }]);
});
