import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { failure, newPage, openTestJobs, resultOf } from '../../../test/support/open-test-jobs.ts';

describe('settlements', () => {
  const SOURCE = 'http://site.test/source';
  const TARGET = 'http://site.test/target';

  for (const [order, first] of Object.entries({
    'the source first': 0,
    'the target first': 1,
    'both at once': 2,
  })) {
    test(`a redirect and its target in the hands of two workers are one document: ${order}`, async () => {
      await using house = await openTestJobs();
      const job = await house.start([SOURCE, TARGET]);
      await house.db.query('update job_host set max_in_flight = 30');
      const workers = [await house.hire(), await house.hire()] as const;
      const [[source], [target]] = [await house.claim(workers[0], 1), await house.claim(workers[1], 1)];
      assert.ok(source?.url === SOURCE && target?.url === TARGET);
      const settleSource = () =>
        house.settle(job, workers[0], [resultOf(job, source, { redirectedTo: newPage(job, TARGET, 0) })]);
      const settleTarget = () => house.settle(job, workers[1], [resultOf(job, target)]);
      if (first === 2) await Promise.all([settleSource(), settleTarget()]);
      else
        for (const settle of first === 0 ? [settleSource, settleTarget] : [settleTarget, settleSource])
          await settle();
      const audit = await house.audit(job.id);
      assert.deepEqual([audit.status, audit.completed, audit.attempted], ['completed', 1, 1]);
    });
  }

  test('several redirects to a page that nobody has yet are one document, and nobody fetches it', async () => {
    await using house = await openTestJobs();
    const job = await house.start([SOURCE, `${SOURCE}/2`, `${SOURCE}/3`, TARGET]);
    await house.db.query('update job_host set max_in_flight = 30');
    const worker = await house.hire();
    const pages = await house.claim(worker, 3);
    const redirectedTo = newPage(job, TARGET, 0);
    await house.settle(
      job,
      worker,
      pages.map((page) => resultOf(job, page, { redirectedTo })),
    );
    const audit = await house.audit(job.id);
    assert.deepEqual([audit.status, audit.completed, audit.queued], ['completed', 1, 0]);
    assert.deepEqual(await house.claim(worker, 5), []);
  });

  test('a job that is cancelled while pages are under way: none is delivered, none is paid for', async () => {
    await using house = await openTestJobs();
    const job = await house.start([SOURCE, TARGET, `${SOURCE}/2`]);
    await house.db.query('update job_host set max_in_flight = 2');
    const worker = await house.hire();
    const pages = await house.claim(worker, 5);
    assert.equal(pages.length, 2);
    await house.db.query(
      `update job set status = 'cancelled', ended_at = now(), expires_at = now() + interval '1 day'`,
    );
    await house.settle(
      job,
      worker,
      pages.map((page) => resultOf(job, page, { links: [newPage(job, `${SOURCE}/4`, 1)] })),
    );
    const audit = await house.audit(job.id);
    assert.deepEqual(audit, { status: 'cancelled', queued: 1, inFlight: 0, attempted: 2, completed: 0 });
    assert.deepEqual(await house.claim(worker, 5), []);
    const { rows } = await house.db.query('select 1 from team where credits_used > 0');
    assert.deepEqual(rows, []);
  });

  test('links that come again and again use up no place of a calendar; new ones do, up to a bound', async () => {
    await using house = await openTestJobs();
    const urls = Array.from({ length: 30 }, (_, index) => `http://site.test/${index}`);
    const job = await house.start(urls);
    await house.db.query('update job_host set max_in_flight = 30');
    const worker = await house.hire();
    const date = (month: number) => newPage(job, `http://site.test/calendar/${2000 + month}/01`, 1);
    const menu = Array.from({ length: 12 }, (_, month) => date(month));
    const pages = await house.claim(worker, 30);
    for (const page of pages.slice(0, 10))
      await house.settle(job, worker, [resultOf(job, page, { links: menu })]);
    await house.settle(
      job,
      worker,
      pages.slice(10, 20).map((page) => resultOf(job, page, { links: menu })),
    );
    const more = Array.from({ length: 100 }, (_, month) => date(12 + month));
    await house.settle(
      job,
      worker,
      pages.slice(20).map((page) => resultOf(job, page, { links: more })),
    );
    assert.equal((await house.audit(job.id)).queued, 40);
  });

  test('text that the database refuses is written without what it refuses', async () => {
    await using house = await openTestJobs();
    const job = await house.start([SOURCE, TARGET]);
    await house.db.query('update job_host set max_in_flight = 30');
    const worker = await house.hire();
    const [first, second] = await house.claim(worker, 2);
    assert.ok(first && second);
    const end = { ...failure(job, second), message: 'It said \0 to us' };
    await house.settle(job, worker, [
      resultOf(job, first, { warnings: { 'a\0b': 'A sentence with \0 and \ud800.' } }),
      resultOf(job, second, { end }),
    ]);
    assert.deepEqual(await house.audit(job.id), {
      status: 'completed',
      queued: 0,
      inFlight: 0,
      attempted: 2,
      completed: 1,
    });
  });

  test('a host is asked for more with each good answer, and for less when it slows down or says so', async () => {
    await using house = await openTestJobs();
    const job = await house.start(Array.from({ length: 80 }, (_, index) => `http://site.test/${index}`));
    const worker = await house.hire();
    const bears = async (): Promise<number> => {
      const { rows } = await house.db.query<{ most: number }>('select max_in_flight as most from job_host');
      return rows[0]?.most ?? 0;
    };
    const answer = async (latencyMs: number): Promise<void> => {
      const [page] = await house.claim(worker, 1);
      assert.ok(page);
      await house.settle(job, worker, [{ ...resultOf(job, page), host: { latencyMs } }]);
    };
    for (let count = 0; count < 10; count++) await answer(20);
    assert.equal(await bears(), 15, 'six after the first, then one more each time');
    for (let count = 0; count < 6; count++) await answer(2_000);
    assert.equal(await bears(), 9, 'one less each time');
    for (let count = 0; count < 30; count++) await answer(2_000);
    assert.equal(await bears(), 1, 'but never none');
    for (let count = 0; count < 7; count++) await answer(25);
    assert.equal(await bears(), 8, 'and more again when it has recovered');
    const [page] = await house.claim(worker, 1);
    assert.ok(page);
    await house.settle(job, worker, [
      resultOf(job, page, { end: { kind: 'retry', waitMs: 0 }, holdMs: 60_000 }),
    ]);
    assert.equal(await bears(), 4, 'half of it when it asks for less');
    assert.deepEqual(await house.claim(worker, 5), [], 'and nothing until it may be asked again');
  });

  test('a host that asks for less is left alone by the other jobs of the team too', async () => {
    await using house = await openTestJobs();
    const jobs = [await house.start([SOURCE]), await house.start([TARGET, 'http://other.test/'])];
    const worker = await house.hire();
    const [page] = await house.claim(worker, 1);
    assert.ok(page && jobs[0]);
    await house.settle(jobs[0], worker, [
      resultOf(jobs[0], page, { end: { kind: 'retry', waitMs: 0 }, holdMs: 60_000 }),
    ]);
    const next = [...(await house.claim(worker, 5)), ...(await house.claim(worker, 5))];
    assert.deepEqual(
      next.map(({ url }) => url),
      ['http://other.test/'],
    );
  });

  test('a link to a host whose name is longer than an index can hold costs no page its document', async () => {
    await using house = await openTestJobs();
    const job = await house.start([SOURCE]);
    const worker = await house.hire();
    const [page] = await house.claim(worker, 1);
    assert.ok(page);
    // Random, since the database compresses what repeats itself.
    const host = Array.from({ length: 130 }, () => randomBytes(30).toString('hex')).join('.');
    const link = newPage(job, `http://${host}.test:8080/page`, 1);
    await house.settle(job, worker, [resultOf(job, page, { links: [link] })]);
    const audit = await house.audit(job.id);
    assert.deepEqual([audit.completed, audit.queued], [1, 1]);
  });

  test('a page of more links than may wait fills the queue and no more', async () => {
    await using house = await openTestJobs();
    const job = await house.start([SOURCE], { pageLimit: 2 });
    const worker = await house.hire();
    const [page] = await house.claim(worker, 1);
    assert.ok(page);
    const links = Array.from({ length: 20_000 }, (_, n) => newPage(job, `${SOURCE}/${n}`, 1));
    await house.settle(job, worker, [resultOf(job, page, { links })]);
    const { queued } = await house.audit(job.id);
    assert.ok(queued >= 10_020 && queued < 13_000, `${queued} wait`);
  });
});
