import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestJobs, resultOf } from '../../../test/support/open-test-jobs.ts';
import { purgeExpiredJobs } from './purge-job.ts';

const STATEMENT_OF_MANY = 10_000;

test('of expired jobs nothing sealed and no delivery stays, however many there are', async () => {
  await using house = await openTestJobs();
  const { db } = house;
  const urls = Array.from({ length: 3 }, (_, index) => `http://site.test/${index}`);
  const expired = await house.start(urls, { isSecret: true });
  const running = await house.start(['http://other.test/'], { isSecret: true });
  await db.query('update job_host set max_in_flight = 30');
  const worker = await house.hire();
  for (const page of await house.claim(worker, 10)) {
    const job = page.jobId === expired.id ? expired : running;
    await house.settle(job, worker, [resultOf(job, page)]);
  }
  await db.query(
    `insert into delivery (id, job_id, team_id, event)
     select gen_random_uuid(), $1, $2, 'page' from generate_series(1, ${2 * STATEMENT_OF_MANY + 1})`,
    [expired.id, house.caller.team.id],
  );
  await db.query(
    `insert into page (job_id, url_key, depth, host, url)
     select $1, decode(md5(n::text), 'hex'), 0, 'x', 'x' from generate_series(1, ${STATEMENT_OF_MANY}) n`,
    [expired.id],
  );
  await db.query(
    `update job set status = 'completed', expires_at = now() - interval '1 second' where id = $1`,
    [expired.id],
  );
  const stopped = AbortSignal.abort(new Error('stopping'));
  await assert.rejects(purgeExpiredJobs(db, house.seals, stopped), /stopping/);
  assert.equal(await purgeExpiredJobs(db, house.seals), 1);
  const { rows } = await db.query(
    `select (select count(*) from job) as jobs, (select count(*) from delivery) as deliveries,
       (select count(*) from page where job_id = $1) as pages, (select count(*) from scrape where job_id = $1) as scrapes,
       (select count(*) from page where job_id = $2) as "otherPages"`,
    [expired.id, running.id],
  );
  assert.deepEqual(rows, [{ jobs: 1, deliveries: 0, pages: 0, scrapes: 0, otherPages: 1 }]);
  assert.equal(await purgeExpiredJobs(db, house.seals), 0);
});
