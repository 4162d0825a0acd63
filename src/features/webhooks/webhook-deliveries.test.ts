import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { v7 as uuidv7 } from 'uuid';
import { eventually } from '../../../test/support/eventually.ts';
import {
  makeDue,
  openReceiver,
  openTestWebhooks,
  refuse,
  settled,
  type Call,
} from '../../../test/support/open-test-webhooks.ts';
import { webhookBody } from '../../contract/requests/webhook-events.ts';
import { DELIVERIES_CHANNEL, type DeliveryEvent } from '../../jobs/model/enqueue-deliveries.ts';
import type { Log } from '../../lib/log/log.ts';
import { parseWith } from '../../lib/validate.ts';
import { createAddressGuard } from '../../net/guard/address-guard.ts';
import { createAllowList } from '../../net/guard/allow-list.ts';

test('a whole crawl: started first, its pages with their documents, completed last; bodies as promised', async () => {
  await using house = await openTestWebhooks();
  await using receiver = await openReceiver(({ response }) => setTimeout(() => response.end(), 5));
  const job = await house.addJob({
    webhook: { url: `${receiver.origin}/hook?x=1`, metadata: { run: '7' }, headers: { 'X-Mine': 'y' } },
  });
  const pages: DeliveryEvent[] = [];
  for (let i = 0; i < 30; i++) pages.push(await job.page(`# Seite ${i} – "ä"\n`));
  // All at once, so that only the deliverer puts them in order.
  await job.enqueue(...pages, { event: 'page', error: 'The page is broken' }, { event: 'started' });
  await job.end();
  await job.enqueue({ event: 'completed' }, { event: 'cancelled' });
  await using _ = await house.start();
  await settled(house, job, 2);
  const bodies = receiver.calls.map(({ body }) => body);
  assert.equal(bodies.length, 33);
  assert.equal(bodies[0]?.type, 'crawl.started');
  assert.equal(bodies.at(-1)?.type, 'crawl.completed');
  for (const body of bodies) parseWith(webhookBody, body);
  const markdowns = bodies.flatMap(({ data }) => data.map(({ markdown }) => markdown));
  assert.deepEqual(
    new Set(markdowns),
    new Set(Array.from({ length: 30 }, (_each, i) => `# Seite ${i} – "ä"\n`)),
  );
  assert.equal(markdowns.length, 30);
  const failed = bodies.filter(({ success }) => !success);
  assert.deepEqual(
    failed.map(({ type, data, error }) => ({ type, data, error })),
    [{ type: 'crawl.page', data: [], error: 'The page is broken' }],
  );
  const [first] = receiver.calls;
  assert.equal(
    first?.bytes.toString(),
    `{"success":true,"type":"crawl.started","id":"${job.id}","webhookId":"${first?.body.webhookId}","data":[],"metadata":{"run":"7"}}`,
  );
  assert.equal(first?.headers['content-type'], 'application/json');
  assert.equal(first?.headers['x-mine'], 'y');
  assert.equal(first?.headers['x-service-signature'], undefined);
  assert.equal(new Set(bodies.map(({ webhookId }) => webhookId)).size, 33);
});

test('a cancelled or failed job says so; of a batch the names are its own', async () => {
  await using house = await openTestWebhooks();
  await using receiver = await openReceiver();
  const job = await house.addJob({
    kind: 'batch_scrape',
    webhook: { url: receiver.origin, events: ['failed', 'batch_scrape.cancelled', 'crawl.started'] },
  });
  assert.equal(await job.enqueue({ event: 'started' }), 0);
  assert.equal(await job.enqueue({ event: 'cancelled' }, { event: 'failed', error: 'No way in' }), 2);
  await using _ = await house.start();
  await settled(house, job, 2);
  assert.deepEqual(
    receiver.calls
      .map(({ body: { webhookId: _id, id: _job, ...rest } }) => rest)
      .toSorted((a, b) => a.type.localeCompare(b.type)),
    [
      {
        success: false,
        type: 'batch_scrape.cancelled',
        data: [],
        metadata: {},
        error: 'The job was cancelled',
      },
      { success: false, type: 'batch_scrape.failed', data: [], metadata: {}, error: 'No way in' },
    ],
  );
});

test('retries after 1, 5 and 15 minutes with the same bytes, then gives up', async () => {
  await using house = await openTestWebhooks();
  await using receiver = await openReceiver(refuse);
  const job = await house.addJob({ webhook: { url: receiver.origin, metadata: { b: 1, a: [2] } } });
  await job.enqueue(await job.page('page'));
  await using _ = await house.start();
  for (const [index, seconds] of [60, 300, 900].entries()) {
    await settled(house, job, 0, index + 1);
    const [row] = await house.rows(job);
    assert.ok(
      row && row.wait_seconds > seconds - 20 && row.wait_seconds <= seconds,
      String(row?.wait_seconds),
    );
    assert.deepEqual([row.last_status, row.last_error], [500, 'The receiver answered 500']);
    await makeDue(house.db);
  }
  await settled(house, job, 3, 4);
  assert.equal(receiver.calls.length, 4);
  assert.equal(new Set(receiver.calls.map(({ bytes }) => bytes.toString())).size, 1);
});

test('a receiver that is gone and comes back gets everything, in order', async () => {
  await using house = await openTestWebhooks();
  const gone = await openReceiver();
  await gone[Symbol.asyncDispose]();
  const job = await house.addJob({ webhook: gone.origin });
  await job.enqueue({ event: 'started' }, await job.page('one'), await job.page('two'));
  await job.end();
  await job.enqueue({ event: 'completed' });
  await using _ = await house.start();
  await settled(house, job, 0, 1);
  for (const row of await house.rows(job)) assert.match(row.last_error ?? '', /refused the connection/);
  await using receiver = await openReceiver(undefined, gone.port);
  await makeDue(house.db);
  await settled(house, job, 2, 2);
  assert.equal(receiver.calls.length, 4);
});

test('completed waits for the first attempt of each page, but no longer than a minute after the end', async () => {
  await using house = await openTestWebhooks();
  const held: Call[] = [];
  await using receiver = await openReceiver((call) => {
    if (call.body.type === 'crawl.page') held.push(call);
    else call.response.end();
  });
  const job = await house.addJob({ webhook: receiver.origin });
  await job.enqueue(await job.page('slow'));
  await job.end();
  await job.enqueue({ event: 'completed' });
  await using _ = await house.start();
  await eventually(async () => assert.equal(held.length, 1));
  const types = (): string[] => receiver.calls.map(({ body }) => body.type);
  assert.deepEqual(types(), ['crawl.page']);
  await house.db.query(`update job set ended_at = ended_at - interval '30 s' where id = $1`, [job.id]);
  // A look at the outbox that found another job's event has found that this one is not due.
  const other = await house.addJob({ webhook: receiver.origin });
  await other.enqueue({ event: 'started' });
  await settled(house, other, 2);
  assert.deepEqual(types(), ['crawl.page', 'crawl.started']);
  await house.db.query(`update job set ended_at = ended_at - interval '31 s' where id = $1`, [job.id]);
  await eventually(async () => assert.equal(types().at(-1), 'crawl.completed'));
  held[0]?.response.end();
  await settled(house, job, 2);
});

test('completed follows a page that failed its first attempt; the retry may come after it', async () => {
  await using house = await openTestWebhooks();
  await using receiver = await openReceiver((call) =>
    call.body.type === 'crawl.page' ? refuse(call) : call.response.end(),
  );
  const job = await house.addJob({ webhook: receiver.origin });
  await job.enqueue(await job.page('page'));
  await job.end();
  await job.enqueue({ event: 'completed' });
  await using _ = await house.start();
  await eventually(async () => assert.equal((await house.rows(job))[1]?.state, 2));
  assert.deepEqual(
    receiver.calls.map(({ body }) => body.type),
    ['crawl.page', 'crawl.completed'],
  );
});

test('a redirect is not followed and is no success', async () => {
  await using house = await openTestWebhooks();
  await using elsewhere = await openReceiver();
  await using receiver = await openReceiver(({ response }) => {
    response.writeHead(307, { location: elsewhere.origin }).end();
  });
  const job = await house.addJob({ webhook: receiver.origin });
  await job.enqueue({ event: 'started' });
  await using _ = await house.start();
  await settled(house, job, 0, 1);
  assert.equal((await house.rows(job))[0]?.last_status, 307);
  assert.equal(elsewhere.calls.length, 0);
});

test('loopback is refused unless the operator allows it', async () => {
  await using house = await openTestWebhooks();
  await using receiver = await openReceiver();
  const job = await house.addJob({ webhook: receiver.origin });
  await job.enqueue({ event: 'started' });
  const guard = createAddressGuard({ allow: createAllowList([]), ownPorts: () => [] });
  await using _ = await house.start({ outbound: { guard } });
  await settled(house, job, 0, 1);
  assert.equal((await house.rows(job))[0]?.last_error, 'The address of this URL may not be reached');
  assert.equal(receiver.sockets.length, 0);
});

test('the lease of a process that is gone runs out, and another makes the call', async () => {
  await using house = await openTestWebhooks();
  await using receiver = await openReceiver();
  const job = await house.addJob({ webhook: receiver.origin });
  await job.enqueue({ event: 'started' }, await job.page('page'));
  await house.db.query(
    `update delivery set state = 1, lease = $1, leased_until = clock_timestamp() + interval '30 s' where event = 'started'`,
    [randomUUID()],
  );
  await using _ = await house.start();
  const other = await house.addJob({ webhook: receiver.origin });
  await other.enqueue({ event: 'started' });
  await settled(house, other, 2);
  // Neither the leased one nor the page that waits for it.
  assert.deepEqual(
    receiver.calls.map(({ body }) => body.id),
    [other.id],
  );
  await house.db.query(`update delivery set leased_until = clock_timestamp() where state = 1`);
  await settled(house, job, 2, 1);
  assert.deepEqual(
    receiver.calls.slice(1).map(({ body }) => body.type),
    ['crawl.started', 'crawl.page'],
  );
});

test('closing in the middle of a call gives it back, not counted as an attempt', async () => {
  await using house = await openTestWebhooks();
  await using hanging = await openReceiver(() => {});
  const job = await house.addJob({ webhook: hanging.origin });
  await job.enqueue({ event: 'started' });
  const deliveries = await house.start({ limits: { graceMs: 20 } });
  await eventually(async () => assert.equal(hanging.calls.length, 1));
  await deliveries[Symbol.asyncDispose]();
  await settled(house, job, 0, 0);
});

test('a sealed job: its documents and errors are opened, and nothing of it is logged or kept', async () => {
  await using house = await openTestWebhooks();
  await using receiver = await openReceiver((call) =>
    call.body.error === undefined ? call.response.end() : refuse(call),
  );
  const lines: unknown[] = [];
  const note = (...line: unknown[]): void => void lines.push(line);
  const log: Log = { debug: note, info: note, warn: note, error: note };
  const job = await house.addJob({ webhook: receiver.origin, isSealed: true });
  await job.enqueue(await job.page('confidential'), { event: 'page', error: job.seal.seal('broken') });
  const gone = await house.addJob({ webhook: 'http://127.0.0.1:1/', isSealed: true });
  await gone.enqueue({ event: 'started' });
  await using _ = await house.start({ log });
  await settled(house, gone, 0, 1);
  assert.equal((await house.rows(gone))[0]?.last_error, 'SCRAPE_ADDRESS_NOT_ALLOWED');
  await eventually(async () => {
    const [page, failure] = await house.rows(job);
    assert.deepEqual([page?.state, failure?.attempts], [2, 1]);
  });
  const bodies = receiver.calls.map(({ body }) => body).toSorted((a, b) => a.data.length - b.data.length);
  assert.deepEqual(
    bodies.map(({ data, error }) => [data[0]?.markdown, error]),
    [
      [undefined, 'broken'],
      ['confidential', undefined],
    ],
  );
  assert.deepEqual(lines, []);
});

test('a document that is not kept any more is given up with a reason, and completed follows', async () => {
  await using house = await openTestWebhooks();
  await using receiver = await openReceiver();
  const job = await house.addJob({ webhook: receiver.origin });
  await job.enqueue({ event: 'page', scrapeId: uuidv7() });
  await job.end();
  await job.enqueue({ event: 'completed' });
  await using _ = await house.start();
  await eventually(async () => {
    const [page, completed] = await house.rows(job);
    assert.deepEqual([page?.state, page?.last_error], [3, 'The document is not kept any more']);
    assert.equal(completed?.state, 2);
  });
});

test('bodies that together are too large go out one after the other', async () => {
  await using house = await openTestWebhooks();
  const state = { open: 0, most: 0 };
  await using receiver = await openReceiver(({ response }) => {
    state.most = Math.max(state.most, ++state.open);
    setTimeout(() => {
      state.open--;
      response.end();
    }, 20);
  });
  const job = await house.addJob({ webhook: receiver.origin });
  await job.enqueue(await job.page('x'.repeat(10_000)), await job.page('y'.repeat(10_000)));
  await using _ = await house.start({ limits: { maxBytes: 15_000 } });
  await settled(house, job, 2, 1);
  assert.equal(state.most, 1);
});

test('a notification wakes it at once', async () => {
  await using house = await openTestWebhooks();
  await using receiver = await openReceiver();
  const job = await house.addJob({ webhook: receiver.origin });
  await using _ = await house.start({ limits: { pollMs: 3_600_000, idlePollMs: 3_600_000 } });
  await job.enqueue({ event: 'started' });
  house.db.notify(DELIVERIES_CHANNEL, '');
  await settled(house, job, 2);
  assert.equal(receiver.calls.length, 1);
});
