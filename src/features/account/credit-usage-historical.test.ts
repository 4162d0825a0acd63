import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { addApiKey, generateApiKey, listApiKeys } from '../../accounts/api-keys.ts';
import { CONFIGURED_API_KEY, NO_API_KEY, type Caller } from '../../accounts/caller.ts';
import { createTeam } from '../../accounts/teams.ts';
import { creditUsageHistorical as contract } from '../../contract/endpoints/credit-usage-historical.ts';
import type { Database } from '../../store/database.ts';
import { createCreditUsageHistorical } from './credit-usage-historical.ts';

async function callerOf(db: Database, name: string): Promise<Caller> {
  const team = await createTeam(db, name);
  await addApiKey(db, team.id, generateApiKey(), `key of ${name}`);
  const key = (await listApiKeys(db)).find((each) => each.team === name);
  return { team, apiKeyId: key?.id ?? '' };
}

async function spend(db: Database, { team, apiKeyId }: Caller, hour: string, credits: number): Promise<void> {
  await db.query(
    `insert into credit_usage (team_id, hour, api_key_id, kind, credits, calls) values ($1, $2, $3, 'scrape', $4, 1)`,
    [team.id, hour, apiKeyId, credits],
  );
}

test('calendar months of UTC, newest first, of the own team only, and by key when asked', async () => {
  await using db = await openTestDatabase();
  const [mine, other] = [await callerOf(db, 'mine'), await callerOf(db, 'other')];
  const read = createCreditUsageHistorical(db);
  assert.deepEqual(await read(mine, { byApiKey: true }), { success: true, periods: [] });
  await spend(db, mine, '2026-01-31T23:00:00Z', 1);
  await spend(db, mine, '2026-02-01T00:00:00Z', 2);
  await spend(db, mine, '2026-02-28T23:00:00Z', 3);
  await spend(db, { ...mine, apiKeyId: NO_API_KEY }, '2026-02-10T05:00:00Z', 40);
  await spend(db, { ...mine, apiKeyId: CONFIGURED_API_KEY }, '2026-01-10T05:00:00Z', 7);
  await spend(db, other, '2026-02-10T05:00:00Z', 500);
  const january = { startDate: '2026-01-01T00:00:00.000Z', endDate: '2026-01-31T23:59:59.999Z' };
  const february = { startDate: '2026-02-01T00:00:00.000Z', endDate: '2026-02-28T23:59:59.999Z' };
  const total = await read(mine, { byApiKey: false });
  assert.deepEqual(contract.reply.parse(total), total);
  assert.deepEqual(total.periods, [
    { ...february, creditsUsed: 45, totalCredits: 45 },
    { ...january, creditsUsed: 8, totalCredits: 8 },
  ]);
  const byKey = await read(mine, { byApiKey: true });
  assert.deepEqual(byKey.periods, [
    { ...february, apiKey: 'none', creditsUsed: 40, totalCredits: 40 },
    { ...february, apiKey: 'key of mine', creditsUsed: 5, totalCredits: 5 },
    { ...january, apiKey: 'DECANT_API_KEY', creditsUsed: 7, totalCredits: 7 },
    { ...january, apiKey: 'key of mine', creditsUsed: 1, totalCredits: 1 },
  ]);
});

test('only the word true asks for one entry a key', () => {
  const flagOf = (query: Record<string, string>) => contract.query.parse(query).byApiKey;
  assert.deepEqual(
    [flagOf({}), flagOf({ byApiKey: 'false' }), flagOf({ byApiKey: 'true' })],
    [false, false, true],
  );
});
