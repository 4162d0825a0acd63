import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_API_KEY, type Caller } from '../../accounts/caller.ts';
import type { Queryable } from '../../store/database.ts';
import { createJobFeed, type JobFeed } from './job-feed.ts';
import type { OpenJob } from './job-status.ts';

const CALLER = { team: { id: 'team' }, apiKeyId: NO_API_KEY } as Caller;
const NO_DATABASE: Queryable = { query: () => Promise.reject(new Error('nothing is read here')) };

function feedOf(openJob: () => Promise<OpenJob>, minReadMs = 0): JobFeed {
  return createJobFeed({ db: NO_DATABASE, openJob, caller: CALLER, kind: 'crawl', id: 'job', minReadMs });
}

test('a job is read once for all who ask, and again only after a sign of change', async () => {
  const reads: OpenJob[] = [];
  const feed = feedOf(async () => {
    const job = { progress: { completed: reads.length } } as OpenJob;
    reads.push(job);
    return job;
  });
  const [first, second] = await Promise.all([feed.read(), feed.read()]);
  assert.equal(first, second);
  assert.equal(await feed.read(), first);
  feed.touch();
  assert.notEqual(await feed.read(), first);
  assert.equal(reads.length, 2);
});

test('signs that come while a read waits for its turn cost no other', async () => {
  const count = { reads: 0 };
  const feed = feedOf(async () => {
    count.reads++;
    return {} as OpenJob;
  }, 30);
  const startedAt = performance.now();
  await feed.read();
  for (let round = 0; round < 3; round++) {
    feed.touch();
    const read = feed.read();
    for (let sign = 0; sign < 50; sign++) feed.touch();
    await read;
  }
  assert.equal(count.reads, 4);
  assert.ok(performance.now() - startedAt > 3 * 25);
});

test('a sign during a read makes the next one fresh', async () => {
  const answers: ((job: OpenJob) => void)[] = [];
  const feed = feedOf(() => new Promise((resolve) => answers.push(resolve)));
  const old = {} as OpenJob;
  const fresh = {} as OpenJob;
  const reading = feed.read();
  // The read has begun when its answer can be given.
  while (answers.length === 0) await new Promise(setImmediate);
  feed.touch();
  const next = feed.read();
  answers[0]?.(old);
  while (answers.length === 1) await new Promise(setImmediate);
  answers[1]?.(fresh);
  assert.equal(await reading, old);
  assert.equal(await next, fresh);
});

test('a failure is told to who asked, and forgotten', async () => {
  const outcomes = [() => Promise.reject(new Error('lost')), () => Promise.resolve({} as OpenJob)];
  const feed = feedOf(() => (outcomes.shift() ?? assert.fail())());
  await assert.rejects(feed.read(), /lost/);
  await feed.read();
});

test('waiting ends with a change, at once for one that was missed, or with the signal', async () => {
  const feed = feedOf(() => Promise.resolve({} as OpenJob));
  const { version } = feed;
  const { signal } = new AbortController();
  const waits = [feed.changedSince(version, signal), feed.changedSince(version, signal)];
  feed.touch();
  await Promise.all(waits);
  await feed.changedSince(version, signal);
  const abort = new AbortController();
  const aborted = feed.changedSince(feed.version, abort.signal);
  abort.abort();
  await aborted;
  await feed.changedSince(feed.version, abort.signal);
});
