import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { createTeam } from '../../accounts/teams.ts';
import { trimPageCache } from './trim-page-cache.ts';

test('a team with more than its share loses its own oldest pages, the others none', async () => {
  await using db = await openTestDatabase();
  const add = async (name: string, pages: number, age: string): Promise<string> => {
    const { id } = await createTeam(db, name);
    await db.query(
      `insert into cached_page (team_id, page_key, fetched_at, url, response, body, body_bytes)
       select $1, decode(lpad(to_hex(n), 32, '0'), 'hex'), now() - $3::interval - n * interval '1 minute', 'http://x.test/', '{}',
         decode(repeat('00', 10000), 'hex'), 1 from generate_series(1, $2) n`,
      [id, pages, age],
    );
    return id;
  };
  const small = await add('small', 5, '30 days');
  const greedy = await add('greedy', 60, '0 days');
  const large = await add('large', 40, '1 day');
  const count = async (): Promise<number[]> => {
    const { rows } = await db.query<{ team: string; pages: number }>(
      'select team_id as team, count(*) as pages from cached_page group by 1',
    );
    return [small, greedy, large].map((id) => rows.find(({ team }) => team === id)?.pages ?? 0);
  };
  assert.equal(await trimPageCache(db, 2_000_000), 0);
  assert.equal(await trimPageCache(db, 865_000), 22);
  assert.deepEqual(await count(), [5, 39, 39]);
  await trimPageCache(db, 500_000);
  const [kept = 0, one = 0, other = 0] = await count();
  assert.deepEqual([kept, one === other, one > 15], [5, true, true]);
  const { rows } = await db.query<{ oldest: Date }>(
    `select min(fetched_at) as oldest from cached_page where team_id = $1`,
    [greedy],
  );
  assert.ok((rows[0]?.oldest.getTime() ?? 0) > Date.now() - (one + 5) * 60_000, 'the newest stay');
  await trimPageCache(db, 0);
  assert.deepEqual(await count(), [0, 0, 0]);
});
