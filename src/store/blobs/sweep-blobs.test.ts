import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { ensurePartitions, oldestKeptDay } from '../partitions.ts';
import { sweepBlobs } from './sweep-blobs.ts';

const DAY_MS = 86_400_000;
const TODAY = Date.UTC(2020, 0, 10);

test('blobs go three days later, and not before the scrapes that may name them', async () => {
  await using db = await openTestDatabase();
  const asked: number[] = [];
  const blobs = { sweep: async (day: number) => asked.push(day) };
  assert.equal(await oldestKeptDay(db), undefined);
  assert.equal(await sweepBlobs(db, blobs, TODAY), 0);
  assert.deepEqual(asked, []);
  await ensurePartitions(db, TODAY);
  assert.equal(await oldestKeptDay(db), TODAY - DAY_MS);
  await sweepBlobs(db, blobs, TODAY + 1000);
  await sweepBlobs(db, blobs, TODAY + 40 * DAY_MS);
  assert.deepEqual(asked, [TODAY - 3 * DAY_MS + 1000, TODAY - 2 * DAY_MS]);
});
