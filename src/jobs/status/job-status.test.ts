import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestJobs, resultOf } from '../../../test/support/open-test-jobs.ts';
import { createJobErrors } from './job-errors.ts';
import { createJobStatus } from './job-status.ts';

test('the clock of this machine may be days ahead: a job expires by the clock of the database', async (t) => {
  await using house = await openTestJobs();
  const { db, seals, caller } = house;
  const job = await house.start(['http://site.test/']);
  const worker = await house.hire();
  const [page] = await house.claim(worker, 1);
  assert.ok(page);
  await house.settle(job, worker, [resultOf(job, page)]);
  const parts = { db, seals };
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 3 * 86_400_000 });
  const text = await createJobStatus(parts)(caller, 'crawl', job.id, { url: 'x' });
  const { status, duration, data } = text.parse() as {
    status: string;
    duration: number;
    data: unknown[];
  };
  assert.deepEqual([status, data.length, duration < 3_600], ['completed', 1, true]);
  assert.deepEqual((await createJobErrors(parts)(caller, 'crawl', job.id)).errors, []);
  await db.query(`update job set expires_at = now() - interval '1 second'`);
  await assert.rejects(createJobStatus(parts)(caller, 'crawl', job.id, { url: 'x' }), { code: 'NOT_FOUND' });
});
