import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../../test/support/eventually.ts';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { createSeals } from '../../jobs/model/seal.ts';
import { silentLog } from '../../lib/log/log.ts';
import { openUpkeep } from './upkeep.ts';

const DAY_MS = 86_400_000;
const EVERY_MS = 10 * 60_000;

test('while the clock stands days ahead nothing is removed for its age', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  await using db = await openTestDatabase();
  const time = { ahead: 0 };
  const said: string[] = [];
  const swept: number[] = [];
  await using _upkeep = await openUpkeep({
    db,
    blobs: {
      sweep: async (before) => {
        swept.push(before);
        return 0;
      },
    },
    seals: createSeals('a secret of this test'),
    keyFiles: undefined,
    cacheMaxBytes: 1,
    indexMaxBytes: 1,
    clock: { now: () => Date.now() + time.ahead },
    log: { ...silentLog, warn: (message) => void said.push(message) },
  });
  await db.query(
    `insert into cached_page (team_id, page_key, fetched_at, url, response, body, body_bytes)
     values (gen_random_uuid(), '', now(), '', '{}', '', 0)`,
  );
  time.ahead = 5 * DAY_MS;
  t.mock.timers.tick(EVERY_MS);
  await eventually(async () => {
    const { rowCount } = await db.query('select from cached_page');
    assert.deepEqual([said.length, rowCount, swept.length], [1, 0, 0]);
  });
  time.ahead = 0;
  await eventually(async () => {
    t.mock.timers.tick(EVERY_MS);
    assert.ok(swept.length > 0);
  });
  assert.match(said[0] ?? '', /set forward/);
});
