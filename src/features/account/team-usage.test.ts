import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { NO_API_KEY, type Caller } from '../../accounts/caller.ts';
import { createRateLimitCheck } from '../../accounts/rate-limits.ts';
import { createTeam } from '../../accounts/teams.ts';
import { teamUsage } from '../../contract/endpoints/team-usage.ts';
import { createTeamUsage } from './team-usage.ts';

test('credits and calls are told by day of UTC and endpoint, beside the limits, and never those of others', async () => {
  await using db = await openTestDatabase();
  const team = await createTeam(db, 'mine', { creditsGranted: 500, rateLimits: { scrape: 100, map: 5 } });
  const other = await createTeam(db, 'other');
  const add = (teamId: string, ago: string, kind: string, key: string) =>
    db.query(
      `insert into credit_usage (team_id, hour, api_key_id, kind, credits, calls) values ($1,
         (date_trunc('day', now() at time zone 'UTC') - $2::interval) at time zone 'UTC', $4, $3, 5, 3)`,
      [teamId, ago, kind, key],
    );
  const another = NO_API_KEY.replace(/0$/, '9');
  await add(team.id, '0 hours', 'scrape', NO_API_KEY);
  await add(team.id, '0 hours', 'scrape', another);
  await add(team.id, '1 hour', 'crawl', NO_API_KEY);
  await add(team.id, '48 hours', 'map', NO_API_KEY);
  await add(team.id, '49 hours', 'map', NO_API_KEY);
  await add(other.id, '0 hours', 'search', NO_API_KEY);
  const check = createRateLimitCheck(db);
  const read = createTeamUsage({ db, slots: { countActive: async () => 2 } });
  const caller: Caller = { team, apiKeyId: NO_API_KEY };
  const ask = async (query: Record<string, string>) =>
    teamUsage.reply.parse(await read(caller, teamUsage.query.parse(query)));
  const { days, limits } = await ask({ days: '3' });
  assert.deepEqual(
    days.map(({ endpoint, credits, calls }) => [endpoint, credits, calls]),
    [
      ['map', 5, 3],
      ['crawl', 5, 3],
      ['scrape', 10, 6],
    ],
  );
  assert.equal(new Set(days.map(({ day }) => day)).size, 3);
  assert.deepEqual((await ask({ days: '1' })).days, days.slice(2));
  assert.equal((await ask({})).days.length, 4);
  await check(team, 'scrape');
  assert.deepEqual([limits.maxConcurrency, limits.active, limits.creditsGranted], [100, 2, 500]);
  assert.deepEqual(
    limits.requests.map(({ kind, limit }) => [kind, limit]),
    [
      ['scrape', 100],
      ['map', 5],
    ],
  );
  assert.ok(!teamUsage.query.safeParse({ days: '91' }).success);
});
