import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failure, openTestJobs, resultOf } from '../../../test/support/open-test-jobs.ts';
import { openJobWatch } from '../../jobs/status/open-job-watch.ts';
import { createWatchTeamJob, type TeamJobNews } from './watch-team-job.ts';

const URLS = ['a', 'b', 'c'].map((name) => `http://site.test/${name}`);

/** News in short: the counts of a job, or the states of pages. */
function shortOf(news: TeamJobNews): unknown {
  if (news.type === 'pages') return news.data.map(({ state }) => state);
  const { status, done, failed, waiting } = news.data;
  return `${status} ${done} ${failed} ${waiting}`;
}

test('a job is told of until its end: counts, and pages as they change', async () => {
  await using house = await openTestJobs();
  await using jobWatch = await openJobWatch({ ...house, rereadMs: 5, minReadMs: 1 });
  const watch = createWatchTeamJob({ ...house, signsOf: jobWatch.signsOf, pauseMs: 1 });
  const job = await house.start(URLS, { pageLimit: 3 });
  await house.db.query('update job_host set max_in_flight = 3');
  const worker = await house.hire();
  const [one, two, three] = await house.claim(worker, 3);
  assert.ok(one && two && three);
  const told: unknown[] = [];
  const news = watch(house.caller, job.id, { signal: new AbortController().signal });
  for await (const each of news) {
    const short = shortOf(each);
    if (short !== told.at(-1)) told.push(short);
    if (short === 'scraping 0 0 3') await house.settle(job, worker, [resultOf(job, one)]);
    if (short === 'scraping 1 0 2') {
      await house.settle(job, worker, [
        resultOf(job, two),
        resultOf(job, three, { end: failure(job, three) }),
      ]);
    }
  }
  assert.deepEqual(told, [
    ['waiting', 'waiting', 'waiting'],
    'scraping 0 0 3',
    ['done'],
    'scraping 1 0 2',
    ['done', 'failed'],
    'completed 2 1 0',
  ]);
});

test('whoever comes back is told what they missed', async () => {
  await using house = await openTestJobs();
  await using jobWatch = await openJobWatch({ ...house, rereadMs: 5, minReadMs: 1 });
  const watch = createWatchTeamJob({ ...house, signsOf: jobWatch.signsOf, pauseMs: 1 });
  const job = await house.start(URLS);
  const worker = await house.hire();
  const gone = new AbortController();
  let cursor = '';
  for await (const each of watch(house.caller, job.id, { signal: gone.signal }))
    if (each.type === 'pages') ({ cursor } = each);
    else break;
  const [one] = await house.claim(worker, 1);
  assert.ok(one);
  await house.settle(job, worker, [resultOf(job, one)]);
  const news = watch(house.caller, job.id, { cursor, signal: gone.signal });
  const first = await news.next();
  assert.deepEqual(shortOf(first.value as TeamJobNews), ['done']);
  gone.abort();
  await news.return(undefined);
});
