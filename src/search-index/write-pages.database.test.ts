import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { indexedPage } from '../../test/support/indexed-page.ts';
import { openTestDatabase } from '../../test/support/test-database.ts';
import { decompressZstd } from '../lib/bytes/compress.ts';
import type { Queryable } from '../store/database.ts';
import type { IndexedPage } from './indexed-page.ts';
import { writeIndexChanges, type IndexChange } from './write-pages.ts';

const TEAM = randomUUID();
const OTHER = randomUUID();
const URL_A = 'http://site.test/a';

function at(minute: number): Date {
  return new Date(Date.UTC(2026, 10, 1, 0, minute));
}

function change(page: IndexedPage): IndexChange {
  return { teamId: page.teamId, fetchedAt: page.fetchedAt, page, goneKeys: [] };
}

function gone(page: IndexedPage, fetchedAt: Date): IndexChange {
  return { teamId: page.teamId, fetchedAt, page: undefined, goneKeys: [page.urlKey] };
}

interface StoredPage {
  id: number;
  title: string;
  linkText: string;
  firstSeenAt: Date;
  fetchedAt: Date;
  text: Buffer;
  simhash: string | null;
  images: unknown;
}

async function pagesOf(db: Queryable, teamId = TEAM): Promise<StoredPage[]> {
  const { rows } = await db.query<StoredPage>(
    `select id, title, link_text as "linkText", first_seen_at as "firstSeenAt", fetched_at as "fetchedAt", text,
       simhash::text, images from search_page where team_id = $1 order by url`,
    [teamId],
  );
  return rows;
}

async function pendingOf(db: Queryable, teamId = TEAM): Promise<number[]> {
  const sql = 'select page_id as id from search_pending where team_id = $1 order by id';
  return (await db.query<{ id: number }>(sql, [teamId])).rows.map(({ id }) => id);
}

test('a page is written with all that is known of it, and waits to be indexed', async () => {
  await using db = await openTestDatabase();
  const images = [{ url: 'http://site.test/i.png', alt: 'Ein Bild\u2028', width: 3 }];
  const page = indexedPage(TEAM, URL_A, {
    title: 'Titel',
    body: 'Text 東京',
    images,
    simhash: 2n ** 64n - 1n,
  });
  await writeIndexChanges(db, [change(page)]);
  const [stored, ...others] = await pagesOf(db);
  assert.ok(stored);
  assert.equal(others.length, 0);
  assert.deepEqual([stored.title, stored.simhash, stored.images], ['Titel', '-1', images]);
  assert.equal((await decompressZstd(stored.text)).toString(), 'Text 東京');
  assert.deepEqual(await pendingOf(db), [stored.id]);
});

test('an unchanged page only gets a newer time; a changed one is a new version', async () => {
  await using db = await openTestDatabase();
  const written = async (minute: number, body: string, linkText = ''): Promise<StoredPage | undefined> => {
    await db.query('delete from search_pending');
    await writeIndexChanges(db, [
      change(indexedPage(TEAM, URL_A, { body, linkText, fetchedAt: at(minute) })),
    ]);
    return (await pagesOf(db))[0];
  };
  const first = await written(1, 'one');
  const again = await written(2, 'one');
  assert.deepEqual([again?.id, again?.fetchedAt, again?.firstSeenAt], [first?.id, at(2), at(1)]);
  assert.deepEqual(await pendingOf(db), []);
  const older = await written(1, 'older');
  assert.deepEqual([older, await pendingOf(db)], [again, []]);
  const changed = await written(3, 'two');
  assert.deepEqual([await pendingOf(db), changed?.firstSeenAt], [[changed?.id], at(1)]);
  assert.notEqual(changed?.id, first?.id);
  const linked = await written(4, 'two', 'a link');
  assert.deepEqual([await pendingOf(db), linked?.linkText], [[linked?.id], 'a link']);
  const relinked = await written(5, 'two', 'another');
  assert.deepEqual([await pendingOf(db), relinked?.linkText], [[], 'a link']);
});

test('a page that is gone, or leads elsewhere, is taken out for its own team', async () => {
  await using db = await openTestDatabase();
  const pages = ['a', 'b'].map((name) => indexedPage(TEAM, `http://site.test/${name}`, { fetchedAt: at(5) }));
  const [a, b] = pages as [IndexedPage, IndexedPage];
  await writeIndexChanges(db, [...pages.map(change), change(indexedPage(OTHER, a.url))]);
  await writeIndexChanges(db, [gone(a, at(4))]);
  assert.equal((await pagesOf(db)).length, 2, 'an older answer');
  await writeIndexChanges(db, [gone(a, at(6))]);
  assert.deepEqual([(await pagesOf(db)).length, (await pagesOf(db, OTHER)).length], [1, 1]);
  const c = indexedPage(TEAM, 'http://site.test/c', { fetchedAt: at(7), title: 'C' });
  await writeIndexChanges(db, [{ ...change(c), goneKeys: [b.urlKey] }]);
  assert.deepEqual(
    (await pagesOf(db)).map(({ title }) => title),
    ['C'],
  );
});

test('of several changes of a page in one statement the newest counts', async () => {
  await using db = await openTestDatabase();
  const versions = [2, 4, 3].map((minute) =>
    indexedPage(TEAM, URL_A, { body: `at ${minute}`, title: `at ${minute}`, fetchedAt: at(minute) }),
  );
  await writeIndexChanges(db, [...versions.map(change), gone(versions[0]!, at(1))]);
  const stored = await pagesOf(db);
  assert.deepEqual(
    stored.map(({ title }) => title),
    ['at 4'],
  );
  assert.deepEqual(
    await pendingOf(db),
    stored.map(({ id }) => id),
  );
});
