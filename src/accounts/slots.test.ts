import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { eventually } from '../../test/support/eventually.ts';
import { openTestDatabase } from '../../test/support/test-database.ts';
import { silentLog } from '../lib/log/log.ts';
import type { Database } from '../store/database.ts';
import { openSlots, type Slot, type Slots } from './slots.ts';
import { createTeam } from './teams.ts';

const NEVER = new AbortController().signal;

async function twoProcesses(db: Database): Promise<AsyncDisposable & { a: Slots; b: Slots }> {
  const a = await openSlots({ db, processId: randomUUID(), log: silentLog });
  const b = await openSlots({ db, processId: randomUUID(), log: silentLog });
  return {
    a,
    b,
    async [Symbol.asyncDispose]() {
      await a[Symbol.asyncDispose]();
      await b[Symbol.asyncDispose]();
    },
  };
}

test('never more slots than the team has, over two processes', async () => {
  await using db = await openTestDatabase();
  const team = await createTeam(db, 'three', { maxConcurrency: 3 });
  await using processes = await twoProcesses(db);
  const { a, b } = processes;
  const running = { now: 0, most: 0 };
  async function work(slots: Slots): Promise<void> {
    using _slot = await slots.acquire(team, 20_000, NEVER);
    running.now++;
    running.most = Math.max(running.most, running.now);
    await new Promise((resolve) => setTimeout(resolve, 2));
    running.now--;
  }
  await Promise.all(Array.from({ length: 60 }, (_, index) => work(index % 2 === 0 ? a : b)));
  assert.equal(running.now, 0);
  assert.ok(running.most <= 3, `${running.most} at once`);
  assert.ok(running.most >= 2, 'work did overlap');
});

test('a slot that was free at once has not waited; one that was not, has', async () => {
  await using db = await openTestDatabase();
  const team = await createTeam(db, 'one', { maxConcurrency: 1 });
  const answered: string[] = [];
  const query = async <Row>(...[asked, values]: Parameters<Database['query']>) => {
    const answer = await db.query<Row>(asked, values);
    answered.push(typeof asked === 'string' ? asked : asked.name);
    return answer;
  };
  await using slots = await openSlots({ db: { ...db, query }, processId: randomUUID(), log: silentLog });
  const first = await slots.acquire(team, 5_000, NEVER);
  assert.equal(first.waitedMs, 0);
  assert.equal(await slots.countActive(team), 1);
  const waiting: Promise<Slot> = slots.acquire(team, 20_000, NEVER);
  // It is the limit that holds it up once there was nothing to claim after the leases of the dead were gone, either.
  await eventually(async () => {
    const sweep = answered.indexOf('slot_sweep');
    assert.ok(sweep !== -1 && answered.indexOf('slot_claim', sweep) !== -1, answered.join());
  });
  first[Symbol.dispose]();
  using second = await waiting;
  assert.ok(second.waitedMs > 0, String(second.waitedMs));
});

test('patience ends with CONCURRENCY_QUEUE_TIMEOUT, an abort with its reason, and neither costs a slot', async () => {
  await using db = await openTestDatabase();
  const team = await createTeam(db, 'one', { maxConcurrency: 1 });
  await using slots = await openSlots({ db, processId: randomUUID(), log: silentLog });
  const held = await slots.acquire(team, 5_000, NEVER);
  await assert.rejects(slots.acquire(team, 30, NEVER), { code: 'CONCURRENCY_QUEUE_TIMEOUT' });
  const controller = new AbortController();
  const reason = new Error('gone');
  const waiting = slots.acquire(team, 5_000, controller.signal);
  controller.abort(reason);
  await assert.rejects(waiting, (error) => error === reason);
  held[Symbol.dispose]();
  held[Symbol.dispose]();
  using again = await slots.acquire(team, 5_000, NEVER);
  assert.equal(again.waitedMs, 0);
});

test('slots of a process that is gone come back when its lease has run out', async () => {
  await using db = await openTestDatabase();
  const team = await createTeam(db, 'one', { maxConcurrency: 1 });
  const dead = randomUUID();
  await db.query('update slot_group set active = 1 where team_id = $1', [team.id]);
  await db.query(`insert into slot_lease values ($1, $2, 1, now() - interval '1 second')`, [dead, team.id]);
  await using slots = await openSlots({ db, processId: randomUUID(), log: silentLog });
  using slot = await slots.acquire(team, 5_000, NEVER);
  assert.ok(slot);
  const { rows } = await db.query<{ active: number }>('select active from slot_group where team_id = $1', [
    team.id,
  ]);
  assert.equal(rows[0]?.active, 1);
});

test('closing gives every unused slot back', async () => {
  await using db = await openTestDatabase();
  const team = await createTeam(db, 'some', { maxConcurrency: 10 });
  const slots = await openSlots({ db, processId: randomUUID(), log: silentLog });
  (await slots.acquire(team, 5_000, NEVER))[Symbol.dispose]();
  await slots[Symbol.asyncDispose]();
  const { rows } = await db.query<{ active: number }>('select active from slot_group where team_id = $1', [
    team.id,
  ]);
  assert.equal(rows[0]?.active, 0);
});

test('slots that a lost answer has claimed come back', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  await using db = await openTestDatabase();
  const team = await createTeam(db, 'two', { maxConcurrency: 2 });
  const processId = randomUUID();
  await using slots = await openSlots({ db, processId, log: silentLog });
  (await slots.acquire(team, 5_000, NEVER))[Symbol.dispose]();
  // Two more slots are leased to this process, and it does not know.
  await db.query('update slot_group set active = active + 1 where team_id = $1', [team.id]);
  await db.query('update slot_lease set slots = slots + 1 where process_id = $1', [processId]);
  t.mock.timers.tick(5_000);
  await eventually(async () => {
    const { rows } = await db.query<{ active: number }>('select active from slot_group where team_id = $1', [
      team.id,
    ]);
    assert.equal(rows[0]?.active, 0);
  });
});

test('a lease that was swept while its process slept is claimed again for what runs', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  await using db = await openTestDatabase();
  const team = await createTeam(db, 'three', { maxConcurrency: 3 });
  await using slots = await openSlots({ db, processId: randomUUID(), log: silentLog });
  using running = await slots.acquire(team, 5_000, NEVER);
  await db.query('delete from slot_lease');
  await db.query('update slot_group set active = 0');
  t.mock.timers.tick(5_000);
  await eventually(async () => {
    const { rows } = await db.query<{ slots: number }>('select slots from slot_lease where team_id = $1', [
      team.id,
    ]);
    assert.ok((rows[0]?.slots ?? 0) >= 1, 'the running slot is leased again');
  });
  assert.equal(running.waitedMs, 0);
});

test('many that arrive together below the limit are not reported as held up', async () => {
  await using db = await openTestDatabase();
  const team = await createTeam(db, 'hundred', { maxConcurrency: 100 });
  await using slots = await openSlots({ db, processId: randomUUID(), log: silentLog });
  const held = await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      if (index > 20) await new Promise((resolve) => setImmediate(resolve));
      return slots.acquire(team, 5_000, NEVER);
    }),
  );
  assert.deepEqual(new Set(held.map((slot) => slot.waitedMs)), new Set([0]));
  for (const slot of held) slot[Symbol.dispose]();
});

test('whoever takes slots while the database is away keeps none', async () => {
  await using db = await openTestDatabase();
  const team = await createTeam(db, 'ten', { maxConcurrency: 10 });
  const broken = { isAway: false };
  const flaky: Database = {
    ...db,
    query: (statement, values) =>
      broken.isAway ? Promise.reject(new Error('Connection terminated')) : db.query(statement, values),
  };
  await using slots = await openSlots({ db: flaky, processId: randomUUID(), log: silentLog });
  slots.give(team, await slots.take(team, 3));
  broken.isAway = true;
  await assert.rejects(slots.take(team, 5));
  broken.isAway = false;
  await eventually(async () => assert.equal(await slots.countActive(team), 0));
  await eventually(async () => {
    const { rows } = await db.query('select 1 from slot_group where active > 0');
    assert.deepEqual(rows, []);
  });
});

/** The database, which waits around each claim of slots while `isHeld`. */
function holdClaims(
  db: Database,
  isHeld: () => boolean,
  hold: (run: () => Promise<unknown>) => unknown,
): Database {
  return {
    ...db,
    query(statement, values) {
      const run = (): ReturnType<typeof db.query> => db.query(statement, values);
      const isClaim = typeof statement !== 'string' && statement.name === 'slot_claim';
      return (isClaim && isHeld() ? hold(run) : run()) as never;
    },
  };
}

test('slots count once when a renewal knows of a claim before its answer is here', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  await using db = await openTestDatabase();
  const team = await createTeam(db, 'two', { maxConcurrency: 2 });
  const held = { isOn: false, done: Promise.withResolvers<void>(), go: Promise.withResolvers<void>() };
  const slow = holdClaims(
    db,
    () => held.isOn,
    async (run) => {
      const answer = await run();
      held.done.resolve();
      await held.go.promise;
      return answer;
    },
  );
  await using slots = await openSlots({ db: slow, processId: randomUUID(), log: silentLog });
  assert.equal(await slots.take(team, 1), 1);
  held.isOn = true;
  const second = slots.acquire(team, 5_000, NEVER);
  await held.done.promise;
  await db.query(`update slot_lease set expires_at = now() + interval '1 second'`);
  t.mock.timers.tick(5_000);
  await eventually(async () => {
    const { rows } = await db.query(`select from slot_lease where expires_at > now() + interval '5 seconds'`);
    assert.equal(rows.length, 1, 'the lease is renewed');
  });
  // Answers are taken over before that of a query that begins after them.
  await slots.countActive(team);
  held.isOn = false;
  held.go.resolve();
  await second;
  await slots.countActive(team);
  assert.equal(await slots.take(team, 5), 0, 'the team has two');
});

test('slots that go back while a claim is on its way are counted no longer', async () => {
  await using db = await openTestDatabase();
  const team = await createTeam(db, 'two', { maxConcurrency: 2 });
  const held = { isOn: false, go: Promise.withResolvers<void>() };
  const slow = holdClaims(
    db,
    () => held.isOn,
    async (run) => {
      await held.go.promise;
      return run();
    },
  );
  await using slots = await openSlots({ db: slow, processId: randomUUID(), log: silentLog });
  assert.equal(await slots.take(team, 1), 1);
  held.isOn = true;
  const second = slots.take(team, 1);
  slots.give(team, 1);
  await eventually(async () => {
    const { rows } = await db.query('select from slot_group where active > 0');
    assert.equal(rows.length, 0, 'the slot is back');
  });
  held.isOn = false;
  held.go.resolve();
  assert.equal((await second) + (await slots.take(team, 5)), 2, 'the team has two');
});
