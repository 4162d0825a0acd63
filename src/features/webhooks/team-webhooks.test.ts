import assert from 'node:assert/strict';
import { test } from 'node:test';
import { v7 as uuidv7 } from 'uuid';
import { eventually } from '../../../test/support/eventually.ts';
import {
  openReceiver,
  openTestWebhooks,
  settled,
  TEST_SECRET,
} from '../../../test/support/open-test-webhooks.ts';
import { NO_API_KEY, type Caller } from '../../accounts/caller.ts';
import { createTeam, findTeam } from '../../accounts/teams.ts';
import { webhookDeliveries } from '../../contract/endpoints/webhook-deliveries.ts';
import { webhookDelivery } from '../../contract/endpoints/webhook-delivery.ts';
import { createSeals } from '../../jobs/model/seal.ts';
import { createTeamWebhooks } from './team-webhooks.ts';

async function openFixture() {
  const house = await openTestWebhooks();
  const { db } = house;
  const mine: Caller = { team: (await findTeam(db, 'team'))!, apiKeyId: NO_API_KEY };
  const other: Caller = { team: await createTeam(db, 'other'), apiKeyId: NO_API_KEY };
  const seals = createSeals(TEST_SECRET);
  const webhooks = createTeamWebhooks({ db, seals, linkTo: (key) => `http://decant.test/blobs/${key}` });
  const list = async (caller: Caller, query: Record<string, string> = {}) =>
    webhookDeliveries.reply.parse(await webhooks.list(caller, webhookDeliveries.query.parse(query)));
  const find = async (caller: Caller, id: string) =>
    webhookDelivery.reply.parse(await webhooks.find(caller, id));
  return {
    house,
    db,
    mine,
    other,
    webhooks,
    list,
    find,
    [Symbol.asyncDispose]: () => house[Symbol.asyncDispose](),
  };
}

test('a team sees what was sent and answered, without secrets, and nothing of others', async () => {
  await using fixture = await openFixture();
  const { house, mine, other, list, find } = fixture;
  await using receiver = await openReceiver(({ response, body }) =>
    response.writeHead(body.type === 'crawl.page' ? 500 : 200).end(`<b>no\0 table</b>${'x'.repeat(2_000)}`),
  );
  const url = `http://me:hush-1@127.0.0.1:${receiver.port}/hook?token=1`;
  const job = await house.addJob({
    webhook: { url, headers: { 'X-Mine': 'hush-2' }, events: ['started', 'page'] },
  });
  await job.enqueue({ event: 'started' }, await job.page('# Fruit'));
  await using _ = await house.start();
  await eventually(async () => {
    const { data } = await list(mine);
    assert.deepEqual(
      data.map(({ event, state, attempts }) => [event, state, attempts]),
      [
        ['crawl.page', 'waiting', 1],
        ['crawl.started', 'delivered', 1],
      ],
    );
  });
  const { data, isSigned } = await list(mine);
  assert.equal(isSigned, false);
  const [page, started] = data;
  assert.equal(page?.url, `http://127.0.0.1:${receiver.port}/hook?token=1`);
  assert.equal(page?.lastError, 'The receiver answered 500');
  const shown = await find(mine, page.id);
  assert.deepEqual(shown.request?.headers, ['X-Mine']);
  assert.equal(
    shown.request?.body,
    receiver.calls.find(({ body }) => body.type === 'crawl.page')?.bytes.toString(),
  );
  assert.deepEqual(
    shown.tries.map(({ status, error, answer }) => [status, error, answer?.length, answer?.slice(0, 15)]),
    [[500, 'The receiver answered 500', 500, '<b>no table</b>']],
  );
  assert.equal((await find(mine, started!.id)).tries[0]?.status, 200);
  assert.doesNotMatch(JSON.stringify([data, shown]), /hush/);
  assert.deepEqual((await list(mine, { state: 'delivered' })).data, [started]);
  assert.deepEqual((await list(mine, { job: uuidv7() })).data, []);
  const first = await list(mine, { limit: '1' });
  assert.deepEqual((await list(mine, { limit: '1', cursor: first.cursor! })).data, [started]);
  assert.deepEqual((await list(other)).data, []);
  await assert.rejects(find(other, page.id), { code: 'NOT_FOUND' });
  await assert.rejects(fixture.webhooks.redeliver(other, page.id), { code: 'NOT_FOUND' });
});

test('a call is sent again with the same bytes and all its attempts, twenty times at most', async () => {
  await using fixture = await openFixture();
  const { house, db, mine, webhooks, find } = fixture;
  await using receiver = await openReceiver();
  const job = await house.addJob({ webhook: receiver.origin });
  await job.enqueue({ event: 'started' });
  await using _ = await house.start();
  await settled(house, job, 2, 1);
  const [{ id } = { id: '' }] = await house.rows(job);
  for (let count = 1; count <= 20; count++) {
    await webhooks.redeliver(mine, id);
    await eventually(async () => assert.equal(receiver.calls.length, 1 + count));
    await settled(house, job, 2, 1);
  }
  assert.equal(new Set(receiver.calls.map(({ bytes }) => bytes.toString())).size, 1);
  await assert.rejects(webhooks.redeliver(mine, id), { code: 'CONFLICT', message: /20 times/ });
  const { data, tries } = await find(mine, id);
  assert.deepEqual([data.resends, tries.length], [20, 5]);
  await db.query('update delivery set resends = 0, state = 1');
  await assert.rejects(webhooks.redeliver(mine, id), { code: 'CONFLICT', message: /right now/ });
});

test('an address that may not be reached is refused each time', async () => {
  await using fixture = await openFixture();
  const { house, mine, webhooks, find } = fixture;
  const job = await house.addJob({ webhook: 'http://10.0.0.1/' });
  await job.enqueue({ event: 'started' });
  await using _ = await house.start();
  await settled(house, job, 0, 1);
  const [{ id } = { id: '' }] = await house.rows(job);
  await webhooks.redeliver(mine, id);
  await eventually(async () => assert.equal((await find(mine, id)).tries.length, 2));
  const { tries } = await find(mine, id);
  for (const { status, answer, error } of tries) {
    assert.deepEqual([status, answer], [null, null]);
    assert.match(error ?? '', /may not be reached/);
  }
});

test('under zero data retention it is told only whether it arrived', async () => {
  await using fixture = await openFixture();
  const { house, db, mine, list, find } = fixture;
  await using receiver = await openReceiver(({ response, bytes }) => response.end(bytes));
  const job = await house.addJob({ webhook: receiver.origin, isSealed: true });
  await job.enqueue(await job.page('confidential'));
  await using _ = await house.start();
  await settled(house, job, 2, 1);
  const [{ id } = { id: '' }] = (await list(mine)).data;
  const { data, tries, request } = await find(mine, id);
  assert.deepEqual([data.url, data.state, data.lastStatus, request], [null, 'delivered', 200, null]);
  assert.deepEqual(
    tries.map(({ status, answer }) => [status, answer]),
    [[200, null]],
  );
  const { rows } = await db.query<{ text: string }>('select d::text as text from delivery d');
  assert.doesNotMatch(JSON.stringify([rows, data, tries]), /confidential|127\\.0\\.0\\.1/);
});

test('a document that is not kept any more leaves no request', async () => {
  await using fixture = await openFixture();
  const { house, db, mine, list, find } = fixture;
  const job = await house.addJob({ webhook: 'http://127.0.0.1:9/' });
  await job.enqueue(await job.page('gone'));
  const [{ id } = { id: '' }] = (await list(mine)).data;
  assert.match((await find(mine, id)).request?.body ?? '', /gone/);
  await db.query('delete from scrape');
  assert.equal((await find(mine, id)).request, null);
});
