import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failure, openTestJobs, resultOf } from '../../../test/support/open-test-jobs.ts';
import { NO_API_KEY } from '../../accounts/caller.ts';
import { createTeam } from '../../accounts/teams.ts';
import { teamJobPages } from '../../contract/endpoints/team-job-pages.ts';
import { teamJob } from '../../contract/endpoints/team-job.ts';
import { teamJobs } from '../../contract/endpoints/team-jobs.ts';
import { createJobPages } from './job-pages.ts';
import { createTeamJob, createTeamJobs } from './team-jobs.ts';

const URLS = ['a', 'b', 'c', 'd', 'e'].map((name) => `http://site.test/${name}`);

async function openFixture() {
  const house = await openTestJobs();
  const stranger = { team: await createTeam(house.db, 'stranger'), apiKeyId: NO_API_KEY };
  const list = createTeamJobs(house);
  const read = createTeamJob(house);
  const pages = createJobPages(house);
  return {
    ...house,
    stranger,
    list: async (query: Record<string, string> = {}, caller = house.caller) =>
      teamJobs.reply.parse(await list(caller, teamJobs.query.parse(query))),
    read: async (id: string, caller = house.caller) => teamJob.reply.parse(await read(caller, id)),
    pages: async (id: string, query: Record<string, string> = {}, caller = house.caller) =>
      teamJobPages.reply.parse(await pages(caller, id, teamJobPages.query.parse(query))),
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
  const { data, errors, robotsBlocked } = await house.read(job.id);
  assert.deepEqual([data.done, data.failed, data.waiting, data.status], [2, 1, 1, 'scraping']);
  const urlOf = (at: number): string => job.seal.open(claimed[at]?.url ?? '');
  assert.deepEqual(
    errors.map(({ code, pages, url, error }) => [code, pages, url, error]),
    [['SCRAPE_SITE_ERROR', 1, urlOf(2), 'The site hung up']],
  );
  assert.notEqual(errors[0]?.advice, '');
  assert.equal(robotsBlocked, 1);
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
  await house.db.query(`update job set expires_at = now() - interval '1 second'`);
  assert.deepEqual((await house.list()).data, []);
  await assert.rejects(house.read(id), { code: 'NOT_FOUND' });
  await assert.rejects(house.pages(id), { code: 'NOT_FOUND' });
});
