import assert from 'node:assert/strict';
import { test } from 'node:test';
import { v7 as uuidv7 } from 'uuid';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { addJob } from '../../../test/support/open-test-webhooks.ts';
import { createTeam } from '../../accounts/teams.ts';
import { webhookConfig } from '../../contract/requests/webhook.ts';
import { parseWith } from '../../lib/validate.ts';
import { enqueueDeliveries } from './enqueue-deliveries.ts';

const URL = 'http://a.example/';
const ALL = ['started', 'page', 'completed', 'failed', 'cancelled'] as const;

test('those events are written that the webhook asked for, by the names of the kind of job', async () => {
  await using db = await openTestDatabase();
  const { id: teamId } = await createTeam(db, 'team');
  const events = ALL.map((event) => ({ event, scrapeId: uuidv7() }));
  for (const [asked, kind, expected] of [
    [undefined, 'crawl', ['started', 'page', 'completed', 'failed']],
    [['page', 'crawl.cancelled', 'batch_scrape.failed'], 'crawl', ['page', 'cancelled']],
    [['page', 'crawl.cancelled', 'batch_scrape.failed'], 'batch_scrape', ['page', 'failed']],
    [[], 'crawl', []],
  ] as const) {
    const job = await addJob(db, teamId, { webhook: { url: URL, ...(asked && { events: asked }) }, kind });
    assert.equal(await job.enqueue(...events), expected.length);
    const { rows } = await db.query<{ event: string; scrape_id: string }>(
      'select event, scrape_id from delivery where job_id = $1 order by created_at',
      [job.id],
    );
    assert.deepEqual(
      rows.map(({ event }) => event),
      expected,
    );
    for (const { event, scrape_id } of rows)
      assert.equal(scrape_id, events.find((each) => each.event === event)?.scrapeId);
  }
});

test('is part of the transaction around it; a job without a webhook costs nothing', async () => {
  await using db = await openTestDatabase();
  const { id: teamId } = await createTeam(db, 'team');
  const { id } = await addJob(db, teamId, { webhook: URL });
  const webhook = parseWith(webhookConfig, URL);
  const undone = db.transaction(async (tx) => {
    assert.equal(await enqueueDeliveries(tx, { id, teamId, webhook }, [{ event: 'started' }]), 1);
    throw new Error('undone');
  });
  await assert.rejects(undone, { message: 'undone' });
  assert.deepEqual((await db.query('select from delivery')).rowCount, 0);
  const nobody = { query: () => Promise.reject(new Error('not to be asked')) };
  assert.equal(
    await enqueueDeliveries(nobody, { id, teamId, webhook: undefined }, [{ event: 'started' }]),
    0,
  );
});
