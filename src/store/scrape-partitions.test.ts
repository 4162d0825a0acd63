import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestDatabase } from '../../test/support/test-database.ts';
import type { Database } from './database.ts';
import { ensurePartitions, uuidFloor } from './partitions.ts';

const DAY_MS = 86_400_000;

async function names(db: Database, table = 'scrape'): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = $1::regclass order by 1`,
    [table],
  );
  return rows.map((row) => row.name);
}

test('partitions are made ahead and dropped when nobody can read them any more', async () => {
  await using db = await openTestDatabase();
  const noon = Date.UTC(2020, 0, 10, 12);
  await Promise.all([ensurePartitions(db, noon), ensurePartitions(db, noon)]);
  assert.deepEqual(await names(db), [
    'scrape_20200109',
    'scrape_20200110',
    'scrape_20200111',
    'scrape_20200112',
  ]);
  await ensurePartitions(db, noon + 2 * DAY_MS);
  assert.deepEqual(await names(db), [
    'scrape_20200111',
    'scrape_20200112',
    'scrape_20200113',
    'scrape_20200114',
  ]);
});

test('the pages of a job that was made at midnight stay as long as it, whichever day its row says', async () => {
  await using db = await openTestDatabase();
  const { rows } = await db.query<{ id: string }>(
    `insert into team (id, name, max_concurrency) values (gen_random_uuid(), 'of midnight', 1) returning id`,
  );
  const midnight = Date.UTC(2020, 0, 10);
  await ensurePartitions(db, midnight - 1);
  // The id was made a millisecond before midnight, the row written after it.
  await db.query(
    `insert into job (id, team_id, api_key_id, kind, request, page_limit, max_concurrency, created_at)
     values ($1, $2, $2, 'crawl', '{}', 1, 1, $3)`,
    [uuidFloor(midnight - 1), rows[0]?.id, new Date(midnight + 5)],
  );
  await ensurePartitions(db, midnight + 3 * DAY_MS);
  assert.ok((await names(db, 'page')).includes('page_20200109'));
  assert.ok((await names(db, 'scrape')).includes('scrape_20200109'));
  await db.query(`update job set status = 'completed', ended_at = $1, expires_at = $2`, [
    new Date(midnight + 3 * DAY_MS),
    new Date(midnight + 4 * DAY_MS),
  ]);
  await ensurePartitions(db, midnight + 5 * DAY_MS);
  assert.ok(!(await names(db, 'page')).includes('page_20200109'));
});

test('a process whose clock is days ahead makes what it needs and drops nothing', async () => {
  await using db = await openTestDatabase();
  await ensurePartitions(db);
  const before = await names(db);
  await ensurePartitions(db, Date.now() + 40 * DAY_MS);
  const after = await names(db);
  assert.equal(after.length, before.length + 4);
  for (const name of before) assert.ok(after.includes(name), name);
});

test('who only needs room for a new row drops nothing', async () => {
  await using db = await openTestDatabase();
  const noon = Date.UTC(2020, 0, 10, 12);
  await ensurePartitions(db, noon);
  const before = await names(db);
  await ensurePartitions(db, noon + 10 * DAY_MS, { canDrop: false });
  const after = await names(db);
  assert.deepEqual([before.length, after.length], [4, 8]);
  for (const name of before) assert.ok(after.includes(name), name);
});
