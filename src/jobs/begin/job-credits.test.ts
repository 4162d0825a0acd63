import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { NO_API_KEY, type Caller } from '../../accounts/caller.ts';
import { openCreditHolds } from '../../accounts/credit-holds.ts';
import { readBalance, readFreeCredits } from '../../accounts/credits.ts';
import { createTeam, setTeam } from '../../accounts/teams.ts';
import { silentLog } from '../../lib/log/log.ts';
import { failure, openTestJobs, resultOf, type TestJobs } from '../../../test/support/open-test-jobs.ts';
import { createCancelJob } from '../end/cancel-job.ts';
import { claimPages } from '../work/claim-pages.ts';
import { endPennilessJob, findPennilessJobs } from '../end/end-penniless-job.ts';
import { MAX_OPEN_JOBS } from './fund-pages.ts';
import type { JobContext } from '../model/job-context.ts';
import { sweepDeadWorkers } from '../work/worker-lease.ts';

const URLS = Array.from({ length: 10 }, (_, index) => `https://host${index}.example.com/`);

/** A caller with so many credits. */
async function withCredits({ db }: TestJobs, creditsGranted: number): Promise<Caller> {
  return { team: await createTeam(db, `team ${randomUUID()}`, { creditsGranted }), apiKeyId: NO_API_KEY };
}

const batchOf = (house: TestJobs, caller: Caller, urls = URLS): Promise<JobContext> =>
  house.start(urls, { kind: 'batch_scrape', caller, pageLimit: urls.length });

const claimFor = ({ db }: TestJobs, { team }: Caller, workerId: string, count = 100) =>
  claimPages(db, { workerId, teamId: team.id, count, isLimited: true });

test('jobs that are started one after another are promised no credit twice', async () => {
  await using house = await openTestJobs();
  const caller = await withCredits(house, 25);
  await batchOf(house, caller);
  await batchOf(house, caller);
  await assert.rejects(batchOf(house, caller), { code: 'PAYMENT_REQUIRED', message: /5 of 10 pages/ });
  const crawl = await house.start(URLS, { caller, pageLimit: 100 });
  const { rows } = await house.db.query<{ limit: number; warnings: object }>(
    'select page_limit as limit, warnings from job where id = $1',
    [crawl.id],
  );
  assert.equal(rows[0]?.limit, 5);
  assert.match(JSON.stringify(rows[0]?.warnings), /limit was lowered from 100 to 5/);
  await assert.rejects(house.start(URLS, { caller }), { code: 'PAYMENT_REQUIRED', message: /0 of 1 page/ });
  assert.equal(await readFreeCredits(house.db, caller.team.id), 0);
});

test('jobs that are started at the same moment are promised no credit twice', async () => {
  await using house = await openTestJobs();
  const caller = await withCredits(house, 35);
  const started = await Promise.allSettled(Array.from({ length: 8 }, () => batchOf(house, caller)));
  assert.equal(started.filter(({ status }) => status === 'fulfilled').length, 3);
  assert.equal(await readFreeCredits(house.db, caller.team.id), 5);
});

test('the claim of a job shrinks with what its pages cost, and ends with it, however it ends', async () => {
  await using house = await openTestJobs();
  const { db } = house;
  const caller = await withCredits(house, 20);
  const worker = await house.hire();
  const free = () => readFreeCredits(db, caller.team.id);
  const job = await batchOf(house, caller);
  assert.equal(await free(), 10);
  const pages = await claimFor(house, caller, worker);
  assert.equal(await free(), 10);
  const [failing, ...others] = pages;
  assert.ok(failing);
  await house.settle(job, worker, [resultOf(job, failing, { end: failure(job, failing) })]);
  assert.equal(await free(), 11);
  await house.settle(job, worker, [resultOf(job, others[0] ?? failing)]);
  assert.deepEqual([await free(), (await readBalance(db, caller.team.id)).used], [11, 1]);
  const other = await batchOf(house, caller);
  assert.equal(await free(), 1);
  const cancel = createCancelJob({ db, seals: house.seals, log: silentLog });
  await cancel(caller, 'batch_scrape', other.id);
  assert.equal(await free(), 11);
  await cancel(caller, 'batch_scrape', job.id);
  assert.equal(await free(), 19);
  // Pages that come too late cost nothing.
  const late = others.slice(1).map((page) => {
    const end = { ...failure(job, page), code: 'SCRAPE_DNS_RESOLUTION_ERROR', credits: 1 } as never;
    return resultOf(job, page, { end });
  });
  await house.settle(job, worker, late);
  assert.equal((await readBalance(db, caller.team.id)).used, 1);
  await house.audit(job.id);
});

test('pages are claimed only as long as there are credits, and a job that finds none ends and says so', async () => {
  await using house = await openTestJobs();
  const { db } = house;
  const caller = await withCredits(house, 10);
  const worker = await house.hire();
  const job = await batchOf(house, caller);
  const [page] = await claimFor(house, caller, worker, 1);
  assert.ok(page);
  // A file of seven pages.
  const holds = openCreditHolds({ db, processId: randomUUID(), log: silentLog });
  const dear = resultOf(job, page);
  const end = dear.end as Extract<typeof dear.end, { kind: 'document' }>;
  const request = { id: end.scrapeId, teamId: caller.team.id, credits: 6 };
  await assert.rejects(holds.hold(request), { code: 'PAYMENT_REQUIRED' });
  const hold = await holds.hold({ ...request, canUseReserves: true });
  const others = await claimFor(house, caller, worker);
  assert.equal(others.length, 3);
  await house.settle(job, worker, [{ ...dear, end: { ...end, outcome: { ...end.outcome, credits: 7 } } }]);
  await hold[Symbol.asyncDispose]();
  // A job that waits for credits that may come back is not given up.
  assert.deepEqual(await claimFor(house, caller, worker), []);
  assert.deepEqual(await findPennilessJobs(db, caller.team.id), []);
  await house.settle(
    job,
    worker,
    others.map((each) => resultOf(job, each)),
  );
  assert.deepEqual(await readBalance(db, caller.team.id), { granted: 10, used: 10 });
  assert.deepEqual(await claimFor(house, caller, worker), []);
  assert.deepEqual(await findPennilessJobs(db, caller.team.id), [job.id]);
  assert.equal(await endPennilessJob(db, silentLog, job), true);
  assert.equal(await endPennilessJob(db, silentLog, job), false);
  const { status, queued, attempted, completed } = await house.audit(job.id);
  assert.deepEqual([status, queued, attempted, completed], ['completed', 0, 10, 4]);
  const { rows } = await db.query(`select error_code, error from page where job_id = $1 and state = 3`, [
    job.id,
  ]);
  assert.deepEqual([rows.length, rows[0]?.['error_code']], [6, 'PAYMENT_REQUIRED']);
});

test('a crawl without credits for a further page ends with a warning', async () => {
  await using house = await openTestJobs();
  const { db } = house;
  const caller = await withCredits(house, 10);
  const worker = await house.hire();
  const job = await house.start(URLS, { caller, pageLimit: 10 });
  const [page] = await claimFor(house, caller, worker, 1);
  assert.ok(page);
  await house.settle(job, worker, [resultOf(job, page)]);
  await setTeam(db, caller.team.name, { creditsGranted: 1 });
  assert.deepEqual(await claimFor(house, caller, worker), []);
  assert.deepEqual(await findPennilessJobs(db, caller.team.id), [job.id]);
  assert.equal(await endPennilessJob(db, silentLog, job), true);
  assert.equal((await house.audit(job.id)).status, 'completed');
  const { rows } = await db.query<{ warnings: object }>('select warnings from job where id = $1', [job.id]);
  assert.match(JSON.stringify(rows[0]?.warnings), /Stopped after 1 pages/);
});

test('a page of a killed worker is a claim as before, and is paid for once', async () => {
  await using house = await openTestJobs();
  const { db } = house;
  const caller = await withCredits(house, 10);
  const [killed, next] = [await house.hire(), await house.hire()];
  const job = await batchOf(house, caller);
  const lost = await claimFor(house, caller, killed);
  assert.equal(await readFreeCredits(db, caller.team.id), 0);
  await house.bury(killed);
  await sweepDeadWorkers(db);
  assert.equal(await readFreeCredits(db, caller.team.id), 0);
  const pages = await claimFor(house, caller, next);
  for (const [workerId, held] of [
    [killed, lost],
    [next, pages],
  ] as const)
    await house.settle(
      job,
      workerId,
      held.map((page) => resultOf(job, page)),
    );
  assert.deepEqual(await readBalance(db, caller.team.id), { granted: 10, used: 10 });
});

test('a team has a limited number of open jobs', async () => {
  await using house = await openTestJobs();
  const { db, caller } = house;
  await db.query(
    `insert into job (id, team_id, api_key_id, kind, request, page_limit, max_concurrency)
     select gen_random_uuid(), $1, $1, 'crawl', '{}', 1, 1 from generate_series(1, $2)`,
    [caller.team.id, MAX_OPEN_JOBS],
  );
  await assert.rejects(house.start(URLS), { code: 'CONCURRENCY_LIMITED', message: /job queue is full/ });
  await house.start(URLS, { caller: await withCredits(house, 1_000) });
  await db.query(
    `update job set status = 'completed' where page_limit = 1 and id in
    (select id from job where team_id = $1 limit 1)`,
    [caller.team.id],
  );
  await house.start(URLS);
});
