import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { countTurns } from '../../../test/support/count-turns.ts';
import {
  makeDue,
  openReceiver,
  openTestWebhooks,
  refuse,
  settled,
} from '../../../test/support/open-test-webhooks.ts';
import { JsonText } from '../../lib/json/json-text.ts';
import { composeBody } from './compose-body.ts';
import { deliveryHeaders } from './delivery-headers.ts';

test('the signature is that of the exact bytes, under both names, with the secret of the moment', async () => {
  await using house = await openTestWebhooks();
  await using receiver = await openReceiver();
  const secret = await house.secrets.generate(house.teamId);
  const job = await house.addJob({ webhook: receiver.origin });
  await job.enqueue(await job.page('Ünïcode \u2028 \u{1f600}'));
  await using _ = await house.start();
  await settled(house, job, 2);
  const [call] = receiver.calls;
  assert.ok(call);
  const expected = `sha256=${createHmac('sha256', secret).update(call.bytes).digest('hex')}`;
  assert.equal(call.headers['x-service-signature'], expected);
  assert.equal(call.headers['x-firecrawl-signature'], expected);
});

test('others have their turn while a body of many megabytes is put together and signed', async () => {
  const page = Buffer.alloc(48_000_000, 'x');
  const document = new JsonText([Buffer.from('"'), page, Buffer.from('"')]);
  const parts = { kind: 'crawl', event: 'page', jobId: 'job', deliveryId: 'one', metadata: {} } as const;
  const made: { body?: Buffer; headers?: Record<string, string> } = {};
  const turns = await countTurns(async () => {
    made.body = await composeBody({ ...parts, document });
    made.headers = await deliveryHeaders(made.body, {}, { secret: 'secret', now: 0 });
  });
  assert.ok(turns > 1, String(turns));
  const { body = Buffer.of(), headers = {} } = made;
  assert.equal(JSON.parse(body.toString()).data[0].length, page.length);
  const signature = createHmac('sha256', 'secret').update(body).digest('hex');
  assert.equal(headers['X-Service-Signature'], `sha256=${signature}`);
});

test('the second signature holds the time of the attempt: a call that was recorded gets old', async () => {
  await using house = await openTestWebhooks();
  await using receiver = await openReceiver(refuse);
  const secret = await house.secrets.generate(house.teamId);
  const job = await house.addJob({ webhook: receiver.origin });
  await job.enqueue({ event: 'started' });
  const time = { now: 1_800_000_000_999 };
  await using _ = await house.start({ clock: { now: () => time.now } });
  await settled(house, job, 0, 1);
  time.now += 60_000;
  await makeDue(house.db);
  await settled(house, job, 0, 2);
  for (const [index, seconds] of ['1800000000', '1800000060'].entries()) {
    const { headers, bytes } = receiver.calls[index] ?? assert.fail();
    assert.equal(headers['x-service-timestamp'], seconds);
    const hmac = createHmac('sha256', secret).update(`${seconds}.`).update(bytes);
    assert.equal(headers['x-service-timestamped-signature'], `sha256=${hmac.digest('hex')}`);
  }
  const [first, second] = receiver.calls;
  assert.equal(first?.headers['x-service-signature'], second?.headers['x-service-signature']);
});
