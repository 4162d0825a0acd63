import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { eventually } from '../../test/support/eventually.ts';
import { openTestDatabase } from '../../test/support/test-database.ts';
import { silentLog } from '../lib/log/log.ts';
import { freeAllCreditHolds, holdForCall, openCreditHolds } from './credit-holds.ts';
import { readFreeCredits } from './credits.ts';
import { createTeam } from './teams.ts';

/** A team with ten credits, and two processes on its database. */
async function openHouse(t: TestContext) {
  const db = await openTestDatabase();
  const team = await createTeam(db, 'small', { creditsGranted: 10 });
  const [here, there] = [0, 1].map(() => openCreditHolds({ db, processId: randomUUID(), log: silentLog }));
  assert.ok(here && there);
  t.after(async () => {
    await here[Symbol.asyncDispose]();
    await there[Symbol.asyncDispose]();
    await db[Symbol.asyncDispose]();
  });
  const free = () => readFreeCredits(db, team.id);
  const request = (credits: number) => ({ id: randomUUID(), teamId: team.id, credits });
  return { db, team, here, there, free, request };
}

test('of many calls at the same moment in two processes no more hold credits than there are', async (t) => {
  const { here, there, free, request } = await openHouse(t);
  const asked = Array.from({ length: 40 }, (_, index) => (index % 2 ? here : there).hold(request(1)));
  const settled = await Promise.allSettled(asked);
  const holds = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  assert.equal(holds.length, 10);
  for (const each of settled)
    if (each.status === 'rejected') assert.equal(each.reason.code, 'PAYMENT_REQUIRED');
  assert.equal(await free(), 0);
  for (const hold of holds) await hold[Symbol.asyncDispose]();
  assert.equal(await free(), 10);
});

test('a charge that is written while others wait for the account is seen by them', async (t) => {
  const { db, team, here, there, free, request } = await openHouse(t);
  const first = request(10);
  const hold = await here.hold(first);
  // As a scrape ends: what was held is charged, and then let go of.
  const charged = db.query('update team set credits_used = credits_used + 4 where id = $1', [team.id]);
  await Promise.all([charged, assert.rejects(there.hold(request(1)), { code: 'PAYMENT_REQUIRED' })]);
  await hold[Symbol.asyncDispose]();
  assert.equal(await free(), 6);
  await using _rest = await there.hold(request(6));
  await assert.rejects(here.hold(request(1)), {
    code: 'PAYMENT_REQUIRED',
    message: /1 may be needed, and 0 are/,
  });
});

test('a hold is raised when there is enough, and stays as it was when there is not', async (t) => {
  const { here, there, free, request } = await openHouse(t);
  await using hold = await here.hold(request(1));
  await hold.raise(1);
  await hold.raise(4);
  assert.equal(await free(), 6);
  await using _other = await there.hold(request(5));
  await assert.rejects(hold.raise(6), { code: 'PAYMENT_REQUIRED' });
  assert.equal(await free(), 1);
});

test('a team without a limit holds nothing and asks nothing', async (t) => {
  const { db, here, request } = await openHouse(t);
  const team = await createTeam(db, 'rich');
  const none = { hold: () => assert.fail('asked'), [Symbol.asyncDispose]: async () => {} };
  assert.equal(await holdForCall(none, team, { id: randomUUID(), credits: 1 }), undefined);
  // Also when its limit was taken away a moment ago.
  await using _hold = await here.hold({ ...request(1_000), teamId: team.id });
  assert.equal((await db.query('select from credit_hold')).rowCount, 0);
});

test('what a killed process held is free when its lease has run out', async (t) => {
  const { db, here, there, free, request } = await openHouse(t);
  await here.hold(request(10));
  await assert.rejects(there.hold(request(1)), { code: 'PAYMENT_REQUIRED' });
  await db.query(`update credit_hold set expires_at = clock_timestamp()`);
  assert.equal(await free(), 10);
  await using _hold = await there.hold(request(10));
  assert.equal((await db.query('select from credit_hold')).rowCount, 1);
  await freeAllCreditHolds(db);
  assert.equal(await free(), 10);
});

test('holds are renewed, and written again when a crash of the database has lost them', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { db, here, free, request } = await openHouse(t);
  const hold = await here.hold(request(7));
  await db.query(`update credit_hold set expires_at = clock_timestamp() + interval '1 second'`);
  t.mock.timers.tick(5_000);
  const left = async (): Promise<number> => {
    const { rows } = await db.query<{ seconds: string }>(
      'select extract(epoch from expires_at - clock_timestamp()) as seconds from credit_hold',
    );
    return Number(rows[0]?.seconds ?? 0);
  };
  await eventually(async () => assert.ok((await left()) > 10));
  await db.query('truncate credit_hold');
  t.mock.timers.tick(5_000);
  await eventually(async () => assert.equal(await free(), 3));
  await hold[Symbol.asyncDispose]();
  t.mock.timers.tick(5_000);
  assert.equal(await free(), 10);
});
