import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failure, openTestJobs, resultOf } from '../../../test/support/open-test-jobs.ts';
import { NO_API_KEY } from '../../accounts/caller.ts';
import { createTeam } from '../../accounts/teams.ts';
import type { BatchRequest } from '../../contract/requests/batch.ts';
import { createRetryFailed } from './retry-failed.ts';

const URLS = ['http://site.test/a', 'http://user:secret@site.test/b', 'http://site.test/c'];

async function openFixture() {
  const house = await openTestJobs();
  const started: BatchRequest[] = [];
  const startBatch = async (_caller: unknown, input: BatchRequest): Promise<{ id: string }> => {
    started.push(input);
    return { id: 'batch' };
  };
  const retry = createRetryFailed({ ...house, startBatch });
  return {
    ...house,
    started,
    retry: (id: string, caller = house.caller) => retry(caller, id, {}),
    [Symbol.asyncDispose]: () => house[Symbol.asyncDispose](),
  };
}

/** Every page of the job ends: the last is done, the others fail. */
async function endAll(house: Awaited<ReturnType<typeof openFixture>>, isSecret = false): Promise<string> {
  const job = await house.start(URLS, { isSecret, maxConcurrency: 7 });
  await house.db.query('update job_host set max_in_flight = 3');
  const worker = await house.hire();
  const pages = await house.claim(worker, 3);
  assert.equal(pages.length, 3);
  for (const page of pages) {
    const isDone = job.seal.open(page.url) === URLS[2];
    await house.settle(job, worker, [resultOf(job, page, { ...(!isDone && { end: failure(job, page) }) })]);
  }
  return job.id;
}

test('the pages that failed are scraped once more, with the options of their job', async () => {
  await using house = await openFixture();
  for (const isSecret of [false, true]) {
    const id = await endAll(house, isSecret);
    assert.deepEqual(await house.retry(id), { id: 'batch', pages: 2 });
    const { urls, maxConcurrency, ignoreInvalidURLs, webhook, formats } = house.started.pop()!;
    assert.deepEqual(urls, URLS.slice(0, 2));
    assert.deepEqual([maxConcurrency, ignoreInvalidURLs, webhook], [7, false, undefined]);
    assert.deepEqual(formats, [{ type: 'markdown' }]);
  }
});

test('links that nobody tried are not scraped, and a job without failures has nothing to scrape', async () => {
  await using house = await openFixture();
  const id = await endAll(house);
  await house.db.query(`update page set error_code = 'EXTERNAL_LINK' where job_id = $1 and state = 3`, [id]);
  await assert.rejects(house.retry(id), { code: 'CONFLICT' });
});

test('neither a job that kept nothing nor one of another team is tried again', async () => {
  await using house = await openFixture();
  const id = await endAll(house);
  const stranger = { team: await createTeam(house.db, 'stranger'), apiKeyId: NO_API_KEY };
  await assert.rejects(house.retry(id, stranger), { code: 'NOT_FOUND' });
  const secret = await endAll(house, true);
  await house.db.query(`update job set sealed_key = '', request = '' where id = $1`, [secret]);
  await assert.rejects(house.retry(secret), { code: 'NOT_FOUND', message: /kept nothing/ });
  assert.deepEqual(house.started, []);
});
