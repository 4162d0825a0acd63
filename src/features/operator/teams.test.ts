import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { addApiKey, listApiKeys } from '../../accounts/api-keys.ts';
import { NO_API_KEY, type Caller } from '../../accounts/caller.ts';
import { createTeam } from '../../accounts/teams.ts';
import { teamCreate } from '../../contract/endpoints/team-create.ts';
import { teamList } from '../../contract/endpoints/team-list.ts';
import { silentLog } from '../../lib/log/log.ts';
import { createTeams } from './teams.ts';

async function openFixture() {
  const db = await openTestDatabase();
  const boss = await createTeam(db, 'boss', { isOperator: true, zeroDataRetention: true });
  await addApiKey(db, boss.id, 'fc-boss', 'of the boss');
  const [{ id: apiKeyId } = { id: '' }] = await listApiKeys(db);
  const teams = createTeams({ db, log: silentLog });
  const operator: Caller = { team: boss, apiKeyId };
  const list = (caller: Caller, query: Record<string, string> = {}) =>
    teams.list(caller, teamList.query.parse(query));
  return { db, operator, teams, list, [Symbol.asyncDispose]: () => db[Symbol.asyncDispose]() };
}

test('the operator makes teams and sees what each may and did', async () => {
  await using fixture = await openFixture();
  const { operator, teams, list } = fixture;
  const body = teamCreate.body.parse({ name: ' research ', maxConcurrency: 20, creditsGranted: 500 });
  const { data } = teamCreate.reply.parse(await teams.create(operator, body));
  assert.deepEqual(
    [data.name, data.maxConcurrency, data.creditsGranted, data.creditsUsed, data.isOperator, data.keys],
    ['research', 20, 500, 0, false, 0],
  );
  await assert.rejects(teams.create(operator, body), { code: 'CONFLICT' });
  assert.deepEqual((await teams.find(operator, data.id)).data, data);
  const nobody = '0190aaaa-1111-7222-8333-444455556666';
  await assert.rejects(teams.find(operator, nobody), { code: 'NOT_FOUND' });
  const all = teamList.reply.parse(await list(operator));
  assert.deepEqual(
    all.data.map(({ name, isOperator, isYours, keys, features }) => [
      name,
      isOperator,
      isYours,
      keys,
      features,
    ]),
    [
      ['research', false, false, 0, []],
      ['boss', true, true, 1, ['zeroDataRetention']],
    ],
  );
  const first = await list(operator, { limit: '1' });
  const rest = await list(operator, { limit: '1', cursor: first.cursor! });
  assert.deepEqual([first.has_more, rest.has_more, rest.data[0]?.name], [true, false, 'boss']);
});

test('nobody else sees or makes teams, and without keys they are only seen', async () => {
  await using fixture = await openFixture();
  const { db, operator, teams, list } = fixture;
  const stranger: Caller = { ...operator, team: await createTeam(db, 'stranger') };
  const refusal = { code: 'FORBIDDEN', message: /decant teams set NAME --operator/ };
  await assert.rejects(list(stranger), refusal);
  await assert.rejects(teams.find(stranger, stranger.team.id), refusal);
  await assert.rejects(teams.create(stranger, { name: 'mine' }), refusal);
  const keyless: Caller = { ...operator, apiKeyId: NO_API_KEY };
  assert.equal((await list(keyless)).data.length, 2);
  await assert.rejects(teams.create(keyless, { name: 'mine' }), { code: 'FORBIDDEN', message: /no key/ });
});
