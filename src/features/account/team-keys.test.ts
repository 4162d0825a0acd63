import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { addApiKey, listApiKeys, revokeApiKey } from '../../accounts/api-keys.ts';
import { openAuthenticator } from '../../accounts/authenticate.ts';
import { CONFIGURED_API_KEY, NO_API_KEY, type Caller } from '../../accounts/caller.ts';
import { createTeam } from '../../accounts/teams.ts';
import { teamKeyCreate } from '../../contract/endpoints/team-key-create.ts';
import { teamKeys } from '../../contract/endpoints/team-keys.ts';
import { silentLog } from '../../lib/log/log.ts';
import { createTeamKeys } from './team-keys.ts';

async function openFixture() {
  const db = await openTestDatabase();
  const mine: Caller = { team: await createTeam(db, 'mine'), apiKeyId: CONFIGURED_API_KEY };
  const other: Caller = { team: await createTeam(db, 'other'), apiKeyId: CONFIGURED_API_KEY };
  const keys = createTeamKeys({ db, log: silentLog });
  const list = (caller: Caller, query: Record<string, string> = {}) =>
    keys.list(caller, teamKeys.query.parse(query));
  return { db, mine, other, keys, list, [Symbol.asyncDispose]: () => db[Symbol.asyncDispose]() };
}

test('a key is shown once, opens its team, and opens nothing after it is revoked', async () => {
  await using fixture = await openFixture();
  const { db, mine, keys, list } = fixture;
  await using authenticator = await openAuthenticator({ db, isRequired: true, configuredKey: undefined });
  const made = teamKeyCreate.reply.parse(await keys.create(mine, { name: 'laptop' }));
  const caller = await authenticator.authenticate(made.key);
  assert.equal(caller.team.id, mine.team.id);
  const listed = teamKeys.reply.parse(await list(caller));
  assert.deepEqual(listed.data, [{ ...made.data, isThisOne: true }]);
  assert.equal(made.data.ending, made.key.slice(-4));
  assert.ok(!JSON.stringify(listed).includes(made.key));
  await keys.revoke(mine, made.data.id);
  const [first] = (await list(mine)).data;
  await keys.revoke(mine, made.data.id);
  const [again] = (await list(mine)).data;
  assert.ok(first?.revoked_at);
  assert.deepEqual(again, first);
  await using fresh = await openAuthenticator({ db, isRequired: true, configuredKey: undefined });
  await assert.rejects(fresh.authenticate(made.key), { code: 'UNAUTHORIZED' });
});

test('keys of another team are neither listed nor revoked', async () => {
  await using fixture = await openFixture();
  const { db, mine, other, keys, list } = fixture;
  const { data } = await keys.create(mine, { name: 'laptop' });
  assert.deepEqual((await list(other)).data, []);
  await assert.rejects(keys.revoke(other, data.id), { code: 'NOT_FOUND' });
  assert.deepEqual(
    (await listApiKeys(db)).map(({ revokedAt }) => revokedAt),
    [null],
  );
});

test('the operator makes, lists and revokes keys of any team, and no team those of others', async () => {
  await using fixture = await openFixture();
  const { db, mine, other, keys, list } = fixture;
  await addApiKey(db, mine.team.id, 'fc-boss', 'of the boss');
  const [{ id: apiKeyId } = { id: '' }] = await listApiKeys(db);
  const boss: Caller = { team: { ...mine.team, isOperator: true }, apiKeyId };
  const team = other.team.id;
  const { data } = await keys.create(boss, { name: 'gift', team });
  assert.equal(data.created_by, 'the operator');
  // The names of the operator's keys are no business of other teams.
  assert.deepEqual((await list(other)).data, [data]);
  assert.deepEqual((await list(boss, { team })).data, [data]);
  assert.equal((await keys.create(boss, { name: 'own' })).data.created_by, 'of the boss');
  assert.equal((await keys.create(mine, { name: 'by setting' })).data.created_by, 'DECANT_API_KEY');
  const refusal = { code: 'FORBIDDEN', message: /decant teams set NAME --operator/ };
  await assert.rejects(list(mine, { team }), refusal);
  await assert.rejects(keys.create(mine, { name: 'theft', team }), refusal);
  await assert.rejects(keys.revoke(mine, data.id, { team }), refusal);
  await assert.rejects(keys.revoke(boss, data.id), { code: 'NOT_FOUND' });
  await keys.revoke(boss, data.id, { team });
  assert.ok((await list(other)).data[0]?.revoked_at);
  const nobody = '0190aaaa-1111-7222-8333-444455556666';
  await assert.rejects(list(boss, { team: nobody }), { code: 'NOT_FOUND' });
});

test('a list of keys is read page by page, and has an end', async () => {
  await using fixture = await openFixture();
  const { db, mine, keys, list } = fixture;
  for (const name of ['a', 'b', 'c']) await keys.create(mine, { name });
  const first = await list(mine, { limit: '2' });
  const last = await list(mine, { limit: '2', cursor: first.cursor ?? '' });
  assert.deepEqual(
    [first, last].map(({ data, has_more: hasMore }) => [data.map(({ name }) => name), hasMore]),
    [
      [['c', 'b'], true],
      [['a'], false],
    ],
  );
  await db.query(
    `insert into api_key (id, team_id, key_hash, label, hint)
     select gen_random_uuid(), $1, sha256(n::text::bytea), 'many', 'many' from generate_series(1, 997) n`,
    [mine.team.id],
  );
  await assert.rejects(keys.create(mine, { name: 'd' }), { code: 'CONFLICT' });
});

test('who needs no key makes none, and a name cannot steer a terminal', async () => {
  await using fixture = await openFixture();
  const { mine, keys } = fixture;
  const nobody = { ...mine, apiKeyId: NO_API_KEY };
  await assert.rejects(keys.create(nobody, { name: 'laptop' }), { code: 'FORBIDDEN' });
  const { data } = await keys.create(mine, { name: 'laptop' });
  await assert.rejects(keys.revoke(nobody, data.id), { code: 'FORBIDDEN' });
  const { body } = teamKeyCreate;
  assert.equal(body.parse({ name: ' Büro № 2 🗝 ' }).name, 'Büro № 2 🗝');
  for (const name of ['', ' ', 'a\u001b[2J', 'a\0', 'a\u202eb', 'a\nb', 'x'.repeat(101)])
    assert.equal(body.safeParse({ name }).success, false, JSON.stringify(name));
});

test('a key that is named like the id of another does not keep it from being revoked', async () => {
  await using fixture = await openFixture();
  const { db, mine, other, keys } = fixture;
  const { data } = await keys.create(mine, { name: 'laptop' });
  await addApiKey(db, other.team.id, 'fc-other', data.id);
  await revokeApiKey(db, data.id);
  assert.deepEqual(
    (await listApiKeys(db)).map(({ id, revokedAt }) => [id === data.id, revokedAt !== null]),
    [
      [true, true],
      [false, false],
    ],
  );
});
