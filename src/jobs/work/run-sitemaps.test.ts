import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestJobs } from '../../../test/support/open-test-jobs.ts';
import { createSiteRobots } from '../../frontier/robots/site-robots.ts';
import type { SiteFiles } from '../../frontier/site-files.ts';
import { untilAborted } from '../../lib/time/until-aborted.ts';
import { createRunSitemaps } from './run-sitemaps.ts';

/** Sitemaps that list three pages and then never end. */
const ENDLESS: SiteFiles = {
  robotsOf: async ({ origin }) =>
    createSiteRobots(
      { status: 404, url: new URL(origin), contentType: undefined, body: new Uint8Array() },
      { origin, userAgent: undefined },
    ),
  async *sitemapEntries({ start, signal }) {
    for (const name of ['a', 'b', 'c']) yield { url: new URL(name, start).href };
    await untilAborted(new Promise(() => undefined), signal);
  },
};

test('sitemaps without end are left after a time: what was read is queued, and a warning tells', async () => {
  await using house = await openTestJobs();
  const job = await house.start(['http://site.test/']);
  const [page] = await house.claim(await house.hire(), 1);
  assert.ok(page);
  const readSitemaps = createRunSitemaps({ db: house.db, siteFiles: ENDLESS, maxReadingMs: 50 });
  const { result } = await readSitemaps(job, page);
  assert.deepEqual(result.end, { kind: 'sitemapsRead', problem: undefined });
  assert.match(result.warnings['sitemaps'] ?? '', /too slow/);
  assert.equal((await house.audit(job.id)).queued, 3);
});

test('a job that is cancelled leaves its sitemaps at once', async () => {
  await using house = await openTestJobs();
  const job = await house.start(['http://site.test/']);
  const [page] = await house.claim(await house.hire(), 1);
  assert.ok(page);
  const running = createRunSitemaps({ db: house.db, siteFiles: ENDLESS })(job, page);
  job.abort.abort(new Error('cancelled'));
  assert.deepEqual((await running).result.end, { kind: 'retry', waitMs: 0 });
  assert.equal((await house.audit(job.id)).queued, 0);
});
