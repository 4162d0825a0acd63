import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import {
  makeDue,
  openReceiver,
  openTestWebhooks,
  refuse,
  settled,
} from '../../../test/support/open-test-webhooks.ts';

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
