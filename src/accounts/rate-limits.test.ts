import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestDatabase } from '../../test/support/test-database.ts';
import { ServiceError } from '../lib/service-error.ts';
import type { Database } from '../store/database.ts';
import type { Team } from './caller.ts';
import { createRateLimitCheck } from './rate-limits.ts';
import { createTeam, findTeam, setTeam } from './teams.ts';

/** A minute that lies ahead is the one that is counted in, so no test meets the end of a minute. */
async function holdMinute(db: Database, team: Team, kind: string): Promise<void> {
  await db.query(
    `insert into rate_window (team_id, kind, minute, count)
     values ($1, $2, date_trunc('minute', clock_timestamp()) + interval '1 hour', 0)`,
    [team.id, kind],
  );
}

async function countsOf(db: Database): Promise<number[]> {
  const { rows } = await db.query<{ count: number }>('select count from rate_window order by kind, count');
  return rows.map(({ count }) => count);
}

test('a team has no limit until it gets one, kind by kind, and loses it again', async () => {
  await using db = await openTestDatabase();
  assert.deepEqual((await createTeam(db, 'team')).rateLimits, {});
  assert.deepEqual((await setTeam(db, 'team', { rateLimits: { scrape: 100, crawl: 10 } })).rateLimits, {
    scrape: 100,
    crawl: 10,
  });
  assert.deepEqual((await setTeam(db, 'team', { maxConcurrency: 3 })).rateLimits, { scrape: 100, crawl: 10 });
  await setTeam(db, 'team', { rateLimits: { scrape: null, map: 5 } });
  assert.deepEqual((await findTeam(db, 'team'))?.rateLimits, { crawl: 10, map: 5 });
  const other = await createTeam(db, 'other', { rateLimits: { status: 1, map: null } });
  assert.deepEqual(other.rateLimits, { status: 1 });
});

test('exactly as many requests as the limit pass, however many processes count at once', async () => {
  await using db = await openTestDatabase();
  const team = await createTeam(db, 'team', { rateLimits: { scrape: 25 } });
  await holdMinute(db, team, 'scrape');
  const processes = Array.from({ length: 3 }, () => createRateLimitCheck(db));
  const results = await Promise.allSettled(
    Array.from({ length: 30 }, () => processes.map((check) => check(team, 'scrape'))).flat(),
  );
  const refused = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  );
  assert.equal(results.length - refused.length, 25);
  for (const error of refused) {
    assert.ok(error instanceof ServiceError && error.code === 'RATE_LIMITED');
    const { retryAfterSeconds = 0 } = error;
    assert.ok(Number.isInteger(retryAfterSeconds) && retryAfterSeconds >= 1 && retryAfterSeconds <= 60);
    assert.match(error.message, /25 scrape requests a minute: try again in \d+ s/);
  }
  assert.deepEqual(await countsOf(db), [25]);
});

test('a new minute begins at one; other kinds and other teams have buckets of their own', async () => {
  await using db = await openTestDatabase();
  const check = createRateLimitCheck(db);
  const team = await createTeam(db, 'team', { rateLimits: { map: 2, search: 1 } });
  const other = await createTeam(db, 'other', { rateLimits: { map: 2 } });
  for (const kind of ['map', 'search']) await holdMinute(db, team, kind);
  await holdMinute(db, other, 'map');
  await check(team, 'map');
  await check(team, 'map');
  await assert.rejects(check(team, 'map'), { code: 'RATE_LIMITED' });
  await check(team, 'search');
  await check(other, 'map');
  assert.deepEqual(await countsOf(db), [1, 2, 1]);
  await db.query(`update rate_window set minute = minute - interval '2 hours' where team_id = $1`, [team.id]);
  await check(team, 'map');
  assert.deepEqual(await countsOf(db), [1, 1, 1]);
});

test('without a limit nothing is counted', async () => {
  await using db = await openTestDatabase();
  const check = createRateLimitCheck(db);
  const team = await createTeam(db, 'team', { rateLimits: { scrape: 1 } });
  for (let count = 0; count < 3; count++) await check(team, 'account');
  assert.deepEqual(await countsOf(db), []);
});
