import assert from 'node:assert/strict';
import { mkdtempDisposable, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { eventually } from '../../test/support/eventually.ts';
import { openTestDatabase } from '../../test/support/test-database.ts';
import type { Database, Statement } from '../store/database.ts';
import { addApiKey, generateApiKey, listApiKeys, revokeApiKey } from './api-keys.ts';
import { openAuthenticator } from './authenticate.ts';
import { CONFIGURED_API_KEY } from './caller.ts';
import { createCreditCheck, readBalance } from './credits.ts';
import { ensureFirstKey, firstKeyFile } from './first-key.ts';
import { createTeam, DEFAULT_TEAM, ensureDefaultTeam, findTeam, listTeams, setTeam } from './teams.ts';

test('the default team may use everything, another team nothing extra', async () => {
  await using db = await openTestDatabase();
  const [first, second] = await Promise.all([ensureDefaultTeam(db), ensureDefaultTeam(db)]);
  assert.equal(first.id, second.id);
  assert.deepEqual(Object.values(first.features), [true, true, true, true]);
  const other = await createTeam(db, 'other');
  assert.deepEqual(Object.values(other.features), [false, false, false, false]);
  await assert.rejects(createTeam(db, 'other'), { code: 'CONFLICT' });
  await assert.rejects(setTeam(db, 'nobody', {}), { code: 'NOT_FOUND' });
});

test('the team of the first key is the operator; others become it, and cease to be', async () => {
  await using db = await openTestDatabase();
  assert.equal((await ensureDefaultTeam(db)).isOperator, true);
  assert.equal((await createTeam(db, 'other')).isOperator, false);
  assert.equal((await setTeam(db, 'other', { isOperator: true })).isOperator, true);
  assert.equal((await setTeam(db, 'other', { maxConcurrency: 3 })).isOperator, true);
  await setTeam(db, DEFAULT_TEAM, { isOperator: false });
  // A later start does not bring it back.
  assert.equal((await ensureDefaultTeam(db)).isOperator, false);
  assert.deepEqual(
    (await listTeams(db)).map(({ name, isOperator }) => [name, isOperator]),
    [
      [DEFAULT_TEAM, false],
      ['other', true],
    ],
  );
});

test('settings of a team change one by one', async () => {
  await using db = await openTestDatabase();
  await createTeam(db, 'team', { maxConcurrency: 5, creditsGranted: 100 });
  await setTeam(db, 'team', { searchZdr: true });
  const team = await findTeam(db, 'team');
  assert.equal(team?.maxConcurrency, 5);
  assert.equal(team?.creditsGranted, 100);
  assert.equal(team?.features.searchZdr, true);
  assert.equal((await setTeam(db, 'team', { creditsGranted: null })).creditsGranted, null);
  assert.deepEqual(
    (await listTeams(db)).map(({ name, creditsUsed }) => [name, creditsUsed]),
    [['team', 0]],
  );
});

test('a key opens its team until it is revoked; only its digest is stored', async () => {
  await using db = await openTestDatabase();
  const team = await ensureDefaultTeam(db);
  const key = generateApiKey();
  await addApiKey(db, team.id, key, 'mine');
  await using authenticator = await openAuthenticator({ db, isRequired: true, configuredKey: undefined });
  assert.equal((await authenticator.authenticate(key)).team.id, team.id);
  const stored = await db.query<{ text: string }>(`select api_key::text as text from api_key`);
  assert.ok(!stored.rows[0]?.text.includes(key) && stored.rows[0]?.text.includes(key.slice(-4)));
  await revokeApiKey(db, 'mine');
  await eventually(async () => assert.rejects(authenticator.authenticate(key), { code: 'UNAUTHORIZED' }));
  // A revoked key stays revoked when it is added again.
  await addApiKey(db, team.id, key, 'again');
  await assert.rejects(authenticator.authenticate(key), { code: 'UNAUTHORIZED' });
});

test('a missing or unknown key is refused; with authentication off everybody is the default team', async () => {
  await using db = await openTestDatabase();
  const team = await ensureDefaultTeam(db);
  await using strict = await openAuthenticator({
    db,
    isRequired: true,
    configuredKey: 'key-of-the-operator',
  });
  await assert.rejects(strict.authenticate(undefined), { code: 'UNAUTHORIZED' });
  await assert.rejects(strict.authenticate('fc-unknown'), { code: 'UNAUTHORIZED' });
  await assert.rejects(strict.authenticate(''), { code: 'UNAUTHORIZED' });
  const configured = await strict.authenticate('key-of-the-operator');
  assert.deepEqual([configured.team.id, configured.apiKeyId], [team.id, CONFIGURED_API_KEY]);
  await using open = await openAuthenticator({ db, isRequired: false, configuredKey: undefined });
  assert.equal((await open.authenticate(undefined)).team.id, team.id);
  assert.equal((await open.authenticate('fc-anything')).team.id, team.id);
});

test('revoking by ending or label refuses what names several keys', async () => {
  await using db = await openTestDatabase();
  const team = await ensureDefaultTeam(db);
  for (let count = 0; count < 2; count++) await addApiKey(db, team.id, generateApiKey(), 'twin');
  await assert.rejects(revokeApiKey(db, 'twin'), { code: 'CONFLICT' });
  await assert.rejects(revokeApiKey(db, 'none'), { code: 'NOT_FOUND' });
  const [key] = await listApiKeys(db);
  await revokeApiKey(db, key?.id ?? '');
  assert.equal((await listApiKeys(db)).filter(({ revokedAt }) => revokedAt !== null).length, 1);
});

test('the first start makes one key, kept for its owner only, and a later one finds it', async () => {
  await using db = await openTestDatabase();
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-key-'));
  const team = await ensureDefaultTeam(db);
  const key = await ensureFirstKey(db, folder.path, team.id);
  assert.match(key ?? '', /^fc-[0-9a-f]{32}$/);
  assert.equal((await stat(firstKeyFile(folder.path))).mode & 0o777, 0o600);
  assert.equal((await readFile(firstKeyFile(folder.path), 'utf8')).trim(), key);
  assert.equal(await ensureFirstKey(db, folder.path, team.id), key);
  await revokeApiKey(db, 'first key');
  assert.equal(await ensureFirstKey(db, folder.path, team.id), undefined);
});

test('a database that has keys already gets no further one from a new data folder', async () => {
  await using db = await openTestDatabase();
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-key-'));
  const team = await ensureDefaultTeam(db);
  await addApiKey(db, team.id, generateApiKey(), 'elsewhere');
  assert.equal(await ensureFirstKey(db, folder.path, team.id), undefined);
});

test('credits: unlimited passes, an account with nothing left is refused', async () => {
  await using db = await openTestDatabase();
  const check = createCreditCheck(db);
  await check(await createTeam(db, DEFAULT_TEAM));
  const team = await createTeam(db, 'small', { creditsGranted: 3 });
  await check(team);
  await db.query('update team set credits_used = 3 where id = $1', [team.id]);
  await assert.rejects(check(team), { code: 'PAYMENT_REQUIRED' });
  assert.deepEqual(await readBalance(db, team.id), { granted: 3, used: 3 });
});

test('however many unknown keys are tried, they share statements, and a valid one waits for no more than two', async () => {
  await using db = await openTestDatabase();
  const team = await ensureDefaultTeam(db);
  const key = generateApiKey();
  await addApiKey(db, team.id, key, 'mine');
  const state = { queries: 0 };
  const counting: Database = {
    ...db,
    query: <Row>(statement: Statement, values?: readonly unknown[]) => {
      state.queries++;
      return db.query<Row>(statement, values);
    },
  };
  await using authenticator = await openAuthenticator({
    db: counting,
    isRequired: true,
    configuredKey: undefined,
  });
  const tries = Promise.allSettled(
    Array.from({ length: 300 }, () => authenticator.authenticate(generateApiKey())),
  );
  assert.equal((await authenticator.authenticate(key)).team.id, team.id);
  for (const { status } of await tries) assert.equal(status, 'rejected');
  assert.equal(state.queries, 2);
  // The same one again and again costs nothing, until it is made known.
  const late = generateApiKey();
  for (let count = 0; count < 20; count++) await assert.rejects(authenticator.authenticate(late));
  assert.ok(state.queries <= 4, String(state.queries));
  await addApiKey(db, team.id, late, 'late');
  await eventually(async () => void (await authenticator.authenticate(late)));
});
