import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../../test/support/eventually.ts';
import {
  addJob,
  makeDue,
  openReceiver,
  openTestWebhooks,
  settled,
  type Call,
} from '../../../test/support/open-test-webhooks.ts';
import { createTeam } from '../../accounts/teams.ts';
import type { DeliveryEvent } from '../../jobs/model/enqueue-deliveries.ts';
import type { Post } from '../../net/post.ts';
import { createDeliveryQueue } from './delivery-queue.ts';

test('eight pages at a time for one job, over all processes; one that hangs holds up no other job', async () => {
  await using house = await openTestWebhooks();
  const held: Call[] = [];
  await using hanging = await openReceiver((call) => held.push(call));
  await using receiver = await openReceiver();
  const stuck = await house.addJob({ webhook: hanging.origin });
  const pages: DeliveryEvent[] = [];
  for (let i = 0; i < 40; i++) pages.push(await stuck.page(`page ${i}`));
  await stuck.enqueue(...pages);
  await using _one = await house.start({ limits: { maxCalls: 10 } });
  await using _two = await house.start({ limits: { maxCalls: 10 } });
  await eventually(async () => assert.equal(held.length, 8));
  const job = await house.addJob({ webhook: receiver.origin });
  for (let i = 0; i < 40; i++) await job.enqueue(await job.page(`page ${i}`));
  await settled(house, job, 2, 1);
  assert.equal(receiver.calls.length, 40);
  assert.equal(held.length, 8);
});

const FOUR = { capacity: 4, maxCallsPerTeam: 100, slowJobs: [] };

test('a team with many receivers takes no calls from another that has few', async () => {
  await using house = await openTestWebhooks();
  const others = await createTeam(house.db, 'others');
  const queue = createDeliveryQueue(house.db);
  for (let index = 0; index < 12; index++) {
    const job = await house.addJob({ webhook: 'https://many.test/' });
    await job.enqueue({ event: 'started' });
  }
  assert.equal((await queue.claim(FOUR)).length, 4);
  for (let index = 0; index < 3; index++) {
    const job = await addJob(house.db, others.id, { webhook: 'https://few.test/' });
    await job.enqueue({ event: 'started' });
  }
  const teams = (await queue.claim(FOUR)).map(({ teamId }) => teamId);
  assert.equal(teams.filter((id) => id === others.id).length, 3);
  assert.equal(teams.length, 4);
});

test('a team whose receivers all hang leaves places to another', async () => {
  await using house = await openTestWebhooks();
  const others = await createTeam(house.db, 'others');
  const held: Call[] = [];
  await using hanging = await openReceiver((call) => held.push(call));
  await using receiver = await openReceiver();
  for (let index = 0; index < 20; index++) {
    const job = await house.addJob({ webhook: hanging.origin });
    await job.enqueue({ event: 'started' });
  }
  await using _ = await house.start({ limits: { maxCalls: 8, maxCallsPerTeam: 6, timeoutMs: 60_000 } });
  await eventually(async () => assert.equal(held.length, 6));
  const job = await addJob(house.db, others.id, { webhook: receiver.origin });
  await job.enqueue({ event: 'started' });
  await settled(house, job, 2, 1);
  assert.deepEqual([receiver.calls.length, held.length], [1, 6]);
  for (const { response } of held.splice(0)) response.end();
  await eventually(async () => assert.equal(held.length, 6, 'its others follow'));
});

test('a receiver that does not answer in time gets one call at a time until it does', async () => {
  await using house = await openTestWebhooks();
  const state = { isHanging: true, answersAtOnce: 1 };
  const held: Call[] = [];
  await using receiver = await openReceiver((call) => {
    if (state.isHanging) return;
    if (state.answersAtOnce-- > 0) call.response.end();
    else held.push(call);
  });
  const job = await house.addJob({ webhook: receiver.origin });
  const pages: DeliveryEvent[] = [];
  for (let i = 0; i < 14; i++) pages.push(await job.page(`page ${i}`));
  await job.enqueue(...pages);
  // How many were under way as each began. Where an answer comes, a busy machine may take long for it.
  const found: number[] = [];
  let underWay = 0;
  const send = (post: Post): Post =>
    async function sendCounted(request) {
      found.push(underWay++);
      try {
        return await post({ ...request, timeoutMs: state.isHanging ? request.timeoutMs : 600_000 });
      } finally {
        underWay--;
      }
    };
  await using _ = await house.start({ limits: { timeoutMs: 200 }, send });
  await eventually(async () => assert.equal(found.length, 8));
  // A claim that has begun before the first of them ends takes long.
  await house.db.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtext('claim of deliveries'))`);
    await eventually(async () => {
      const { rowCount } = await tx.query(
        `select from pg_locks l join pg_database d on d.oid = l.database
         where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`,
      );
      assert.deepEqual([rowCount, underWay], [1, 0]);
    });
    await house.rows(job);
  });
  await settled(house, job, 0, 1);
  for (const { last_error } of await house.rows(job))
    assert.equal(last_error, '127.0.0.1 did not answer within 200 ms');
  // The first eight begin before it is known.
  assert.deepEqual(found.slice(8), [0, 0, 0, 0, 0, 0]);
  state.isHanging = false;
  await makeDue(house.db);
  await eventually(async () => assert.equal(held.length, 8, 'several at a time again'));
  assert.deepEqual(found.slice(14, 16), [0, 0]);
  state.answersAtOnce = Infinity;
  for (const { response } of held) response.end();
  await settled(house, job, 2, 2);
});
