import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failure, newPage, openTestJobs, resultOf } from '../../../test/support/open-test-jobs.ts';
import { NO_API_KEY } from '../../accounts/caller.ts';
import { createTeam } from '../../accounts/teams.ts';
import { teamJobChanges } from '../../contract/endpoints/team-job-changes.ts';
import { teamJobPage } from '../../contract/endpoints/team-job-page.ts';
import { teamJobPages } from '../../contract/endpoints/team-job-pages.ts';
import { teamJob } from '../../contract/endpoints/team-job.ts';
import { teamJobs } from '../../contract/endpoints/team-jobs.ts';
import { createJobChanges } from './job-changes.ts';
import { createJobPage } from './job-page.ts';
import { createJobPages } from './job-pages.ts';
import { createTeamJob, createTeamJobs } from './team-jobs.ts';

const URLS = ['a', 'b', 'c', 'd', 'e'].map((name) => `http://site.test/${name}`);

async function openFixture() {
  const house = await openTestJobs();
  const stranger = { team: await createTeam(house.db, 'stranger'), apiKeyId: NO_API_KEY };
  const list = createTeamJobs(house);
  const read = createTeamJob(house);
  const pages = createJobPages(house);
  const changes = createJobChanges(house);
  const page = createJobPage(house);
  return {
    ...house,
    stranger,
    list: async (query: Record<string, string> = {}, caller = house.caller) =>
      teamJobs.reply.parse(await list(caller, teamJobs.query.parse(query))),
    read: async (id: string, caller = house.caller) => teamJob.reply.parse(await read(caller, id)),
    pages: async (id: string, query: Record<string, string> = {}, caller = house.caller) =>
      teamJobPages.reply.parse(await pages(caller, id, teamJobPages.query.parse(query))),
    changes: async (id: string, cursor = '', caller = house.caller) =>
      teamJobChanges.reply.parse(await changes(caller, id, teamJobChanges.query.parse({ cursor }))),
    page: async (id: string, key: string, caller = house.caller) =>
      teamJobPage.reply.parse(await page(caller, id, key)).data,
    [Symbol.asyncDispose]: () => house[Symbol.asyncDispose](),
  };
}

test('jobs of a team are listed page by page, newest first, while others begin', async () => {
  await using house = await openFixture();
  const ids: string[] = [];
  for (const url of URLS) ids.unshift((await house.start([url])).id);
  const first = await house.list({ limit: '2' });
  await house.start(['http://site.test/late']);
  const second = await house.list({ limit: '2', cursor: first.cursor ?? '' });
  const last = await house.list({ limit: '2', cursor: second.cursor ?? '' });
  assert.deepEqual(
    [first, second, last].flatMap(({ data }) => data.map(({ id }) => id)),
    ids,
  );
  assert.deepEqual([first.has_more, second.has_more, last.has_more, last.cursor], [true, true, false, null]);
  await house.db.query(`update job set status = 'cancelled' where id = $1`, [ids[3]]);
  assert.deepEqual(
    (await house.list({ status: 'cancelled' })).data.map(({ id }) => id),
    [ids[3]],
  );
  await assert.rejects(house.list({ cursor: 'none' }), { code: 'BAD_REQUEST' });
});

test('a job tells how far it is, its pages by state, and its errors by kind', async () => {
  await using house = await openFixture();
  const job = await house.start(URLS);
  const worker = await house.hire();
  const claimed: Awaited<ReturnType<typeof house.claim>> = [];
  while (claimed.length < 4) {
    const [page] = await house.claim(worker, 1);
    assert.ok(page);
    claimed.push(page);
    const end = [undefined, undefined, failure(job, page), { kind: 'dropped', reason: 'robots' } as const][
      claimed.length - 1
    ];
    await house.settle(job, worker, [resultOf(job, page, { ...(end && { end }) })]);
  }
  const { data, errors, robotsBlocked, skipped, warnings } = await house.read(job.id);
  assert.deepEqual([data.done, data.failed, data.waiting, data.status], [2, 1, 1, 'scraping']);
  const urlOf = (at: number): string => job.seal.open(claimed[at]?.url ?? '');
  assert.deepEqual(
    errors.map(({ code, pages, url, error }) => [code, pages, url, error]),
    [['SCRAPE_SITE_ERROR', 1, urlOf(2), 'The site hung up']],
  );
  assert.notEqual(errors[0]?.advice, '');
  assert.equal(robotsBlocked, 1);
  assert.deepEqual(skipped, [{ reason: 'robots', pages: 1, examples: [urlOf(3)] }]);
  assert.deepEqual(warnings, []);
  const urls = async (query: Record<string, string>): Promise<string[]> =>
    (await house.pages(job.id, query)).data.map(({ url }) => url);
  assert.deepEqual(await urls({}), [urlOf(1), urlOf(0)]);
  assert.deepEqual(await urls({ state: 'failed' }), [urlOf(2)]);
  assert.deepEqual(await urls({ state: 'skipped' }), [urlOf(3)]);
  assert.equal((await house.pages(job.id, { state: 'waiting' })).data.length, 1);
});

test('pages in every state are read to the last one by cursors', async () => {
  await using house = await openFixture();
  const job = await house.start(URLS);
  const read = async (state: string): Promise<string[]> => {
    const urls: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Awaited<ReturnType<typeof house.pages>> = await house.pages(job.id, {
        state,
        limit: '2',
        cursor,
      });
      urls.push(...page.data.map(({ url }) => url));
      cursor = page.cursor;
    }
    return urls.toSorted();
  };
  assert.deepEqual(await read('waiting'), URLS);
  const all = { done: 'state = 2, document_index = seq', failed: 'state = 3', skipped: 'state = 4' };
  for (const [state, change] of Object.entries(all)) {
    await house.db.query(`update page set ${change} where job_id = $1`, [job.id]);
    assert.deepEqual(await read(state), URLS, state);
  }
  await assert.rejects(house.pages(job.id, { cursor: 'none' }), { code: 'BAD_REQUEST' });
});

test('a team sees nothing of the jobs of another, nor of jobs that are gone', async () => {
  await using house = await openFixture();
  const { id } = await house.start(URLS);
  assert.deepEqual((await house.list({}, house.stranger)).data, []);
  await assert.rejects(house.read(id, house.stranger), { code: 'NOT_FOUND' });
  await assert.rejects(house.pages(id, {}, house.stranger), { code: 'NOT_FOUND' });
  await assert.rejects(house.changes(id, '', house.stranger), { code: 'NOT_FOUND' });
  const [page] = (await house.changes(id)).data.map((each) => each.page);
  await assert.rejects(house.page(id, page ?? '', house.stranger), { code: 'NOT_FOUND' });
  await house.db.query(`update job set expires_at = now() - interval '1 second'`);
  assert.deepEqual((await house.list()).data, []);
  await assert.rejects(house.read(id), { code: 'NOT_FOUND' });
  await assert.rejects(house.pages(id), { code: 'NOT_FOUND' });
});

test('whoever looks on is told of all pages, then of those that change', async () => {
  await using house = await openFixture();
  const urls = Array.from({ length: 2_100 }, (_none, at) => `http://site.test/${at}`);
  const job = await house.start(urls, { pageLimit: 5_000 });
  const first = await house.changes(job.id);
  assert.deepEqual([first.data.length, first.has_more], [2_000, true]);
  const worker = await house.hire();
  await house.db.query('update job_host set max_in_flight = 3');
  const [failed, done, left] = await house.claim(worker, 3);
  assert.ok(failed && done && left);
  await house.settle(job, worker, [
    resultOf(job, failed, { end: failure(job, failed) }),
    resultOf(job, done, { links: [newPage(job, 'http://site.test/new', 1)] }),
  ]);
  const rest = await house.changes(job.id, first.cursor);
  assert.deepEqual([rest.data.length >= 100, rest.has_more], [true, false]);
  const states = (data: typeof rest.data): string[] =>
    data.map(({ url, state, code }) => `${url} ${state} ${code}`).toSorted();
  const then = await house.changes(job.id, rest.cursor);
  assert.deepEqual(
    states(then.data),
    [
      `${failed.url} failed SCRAPE_SITE_ERROR`,
      `${done.url} done null`,
      'http://site.test/new waiting null',
    ].toSorted(),
  );
  await house.settle(job, worker, [resultOf(job, left, { end: { kind: 'dropped', reason: 'robots' } })]);
  const last = await house.changes(job.id, then.cursor);
  assert.deepEqual(states(last.data), [`${left.url} skipped robots`]);
  assert.deepEqual((await house.changes(job.id, last.cursor)).data, []);
  const told = new Map(
    [first, rest, then, last].flatMap(({ data }) => data.map(({ page, state }) => [page, state])),
  );
  assert.equal(told.size, 2_101);
  const again = await house.changes(job.id);
  const all = [...again.data, ...(await house.changes(job.id, again.cursor)).data];
  assert.deepEqual(
    all.map(({ page, state }) => `${page} ${state}`).toSorted(),
    [...told].map((each) => each.join(' ')).toSorted(),
  );
  const far = Buffer.from(' 9000000000000000 2147483647 9000000000000000 9000000000000000').toString(
    'base64url',
  );
  assert.deepEqual((await house.changes(job.id, far)).data, []);
  for (const cursor of [
    'none',
    Buffer.from('{}').toString('base64url'),
    Buffer.from(' 1 9000000000 1 1').toString('base64url'),
    Buffer.from(' 1 1 1 -1').toString('base64url'),
  ])
    await assert.rejects(house.changes(job.id, cursor), { code: 'BAD_REQUEST' });
});

test('a page tells what became of it and how often it was tried', async () => {
  await using house = await openFixture();
  const job = await house.start(URLS);
  const worker = await house.hire();
  await house.db.query('update job_host set max_in_flight = 2');
  const [failed, again] = await house.claim(worker, 2);
  assert.ok(failed && again);
  assert.deepEqual(
    [(await house.page(job.id, again.key)).isAtWork, (await house.page(job.id, again.key)).attempts],
    [true, 1],
  );
  await house.settle(job, worker, [
    resultOf(job, failed, { end: failure(job, failed) }),
    resultOf(job, again, { end: { kind: 'retry', waitMs: 60_000 } }),
  ]);
  const bad = await house.page(job.id, failed.key);
  assert.deepEqual(
    [bad.state, bad.code, bad.error, bad.attempts],
    ['failed', 'SCRAPE_SITE_ERROR', 'The site hung up', 1],
  );
  assert.notEqual(bad.advice, '');
  const waiting = await house.page(job.id, again.key);
  assert.deepEqual([waiting.state, waiting.isAtWork, waiting.attempts], ['waiting', false, 1]);
  assert.notEqual(waiting.not_before, null);
  for (const key of ['none', 'A'.repeat(22)])
    await assert.rejects(house.page(job.id, key), { code: 'NOT_FOUND' });
});

test('of a job that keeps nothing whoever looks on sees the addresses while they can be read, and then none', async () => {
  await using house = await openFixture();
  const job = await house.start(URLS, { isSecret: true });
  const { data } = await house.changes(job.id);
  assert.deepEqual(data.map(({ url }) => url).toSorted(), URLS);
  await house.db.query(`update job set sealed_key = '', request = '' where id = $1`, [job.id]);
  assert.deepEqual((await house.changes(job.id)).data, []);
  assert.deepEqual((await house.read(job.id)).errors, []);
});

test('the home page of another site counts as left out, not as failed', async () => {
  await using house = await openFixture();
  const job = await house.start(URLS);
  await house.db.query(
    `update page set state = 3, error_code = 'EXTERNAL_LINK', ended_at = now(), scrape_id = gen_random_uuid()
     where job_id = $1 and url = $2`,
    [job.id, URLS[0]],
  );
  const { errors, skipped } = await house.read(job.id);
  assert.deepEqual([errors, skipped], [[], [{ reason: 'external', pages: 1, examples: [URLS[0]] }]]);
  assert.deepEqual((await house.pages(job.id, { state: 'failed' })).data, []);
  assert.equal((await house.pages(job.id, { state: 'skipped' })).data.length, 1);
});
