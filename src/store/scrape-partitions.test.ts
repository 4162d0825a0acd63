import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestDatabase } from '../../test/support/test-database.ts';
import type { Database } from './database.ts';
import { ensurePartitions } from './partitions.ts';

const DAY_MS = 86_400_000;

async function names(db: Database): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'scrape'::regclass order by 1`,
  );
  return rows.map((row) => row.name);
}

test('partitions are made ahead and dropped when nobody can read them any more', async () => {
  await using db = await openTestDatabase();
  const noon = Date.UTC(2026, 0, 10, 12);
  await Promise.all([ensurePartitions(db, noon), ensurePartitions(db, noon)]);
  assert.deepEqual(await names(db), [
    'scrape_20260109',
    'scrape_20260110',
    'scrape_20260111',
    'scrape_20260112',
  ]);
  await ensurePartitions(db, noon + 2 * DAY_MS);
  assert.deepEqual(await names(db), [
    'scrape_20260111',
    'scrape_20260112',
    'scrape_20260113',
    'scrape_20260114',
  ]);
});
