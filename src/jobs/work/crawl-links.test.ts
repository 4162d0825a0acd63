import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTurns } from '../../../test/support/count-turns.ts';
import { openTestJobs, type TestJobs } from '../../../test/support/open-test-jobs.ts';
import { crawlRequest, type CrawlOptions } from '../../contract/requests/crawl.ts';
import { judgeLinks } from './crawl-links.ts';
import { jobCancelled, type CrawlContext, type JobContext } from '../model/job-context.ts';

test('a page of many links, each new and combined anew, leaves others their turns', async () => {
  await using house = await openTestJobs();
  const job = await house.start(['http://site.test/'], { isSecret: true });
  assert.ok(job.crawl);
  const { crawl } = job;
  const urls = Array.from({ length: 8_000 }, (_, n) => `http://site.test/s/${n}/?a=${n}&b=2&c=${n % 7}`);
  const turns = await countTurns(async () => {
    const { links } = await judgeLinks(job, crawl, urls, { depth: 1, isFromExternal: false });
    assert.equal(links.length, urls.length);
  });
  assert.ok(turns > 3, `others had ${turns} turns meanwhile`);
});

test('of a page of more links than may wait no more is kept, and the rest may come again', async () => {
  await using house = await openTestJobs();
  const job = await house.start(['http://site.test/']);
  assert.ok(job.crawl && job.request.crawl);
  job.request.crawl.limit = 1;
  const urls = Array.from({ length: 12_000 }, (_, n) => `http://site.test/s/${n}`);
  const found = await judgeLinks(job, job.crawl, urls, { depth: 1, isFromExternal: false });
  assert.equal(found.links.length, 10_010);
  found.markSeen();
  const rest = await judgeLinks(job, job.crawl, urls, { depth: 1, isFromExternal: false });
  assert.equal(rest.links.length, 1_990);
});

const SLOW = Array.from({ length: 60 }, (_, index) => `[ab]*a[ab]{300}x${index}`);

/** A crawl with patterns that are found in no link, each character of which takes them long. */
async function startSlow(house: TestJobs): Promise<{ job: JobContext; crawl: CrawlContext; urls: string[] }> {
  const { scrapeOptions, url, ...crawl } = crawlRequest.parse({
    url: 'http://site.test/',
    excludePaths: SLOW,
    limit: 1_000,
  });
  const request = { scrapeOptions, crawl: { ...(crawl as CrawlOptions), url } };
  const job = await house.start([url], { request });
  assert.ok(job.crawl);
  const urls = Array.from({ length: 40 }, (_, n) => `http://site.test/${n}${'ab'.repeat(3_900)}`);
  return { job, crawl: job.crawl, urls };
}

test('patterns that are too slow end the following of links, and a warning names one', async () => {
  await using house = await openTestJobs();
  const { job, crawl, urls } = await startSlow(house);
  const found = { depth: 1, isFromExternal: false };
  const first = await judgeLinks(job, crawl, ['http://site.test/a', ...urls], found);
  assert.match(first.warnings['patterns'] ?? '', /^excludePaths\[\d+\] is too slow .* were left out\.$/);
  assert.deepEqual(first.links, []);
  const again = await judgeLinks(job, crawl, ['http://site.test/b'], found);
  assert.deepEqual([again.links, again.warnings], [[], first.warnings]);
});

test('links are judged no further when their job is cancelled', async () => {
  await using house = await openTestJobs();
  const { job, crawl, urls } = await startSlow(house);
  const judging = judgeLinks(job, crawl, urls, { depth: 1, isFromExternal: false });
  setImmediate(() => job.abort.abort(jobCancelled()));
  await assert.rejects(judging, { code: 'SCRAPE_JOB_CANCELLED' });

  const many = await house.start(['http://other.test/']);
  assert.ok(many.crawl);
  const links = Array.from({ length: 100_000 }, (_, n) => `http://other.test/${n}`);
  const judgingMany = judgeLinks(many, many.crawl, links, { depth: 1, isFromExternal: false });
  setImmediate(() => many.abort.abort(jobCancelled()));
  await assert.rejects(judgingMany, { code: 'SCRAPE_JOB_CANCELLED' });
});
