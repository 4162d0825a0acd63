import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openTestJobs, resultOf } from '../../../test/support/open-test-jobs.ts';

describe('claims', () => {
  test('are those of one worker each, at the same moment too', async () => {
    await using house = await openTestJobs();
    const urls = Array.from({ length: 40 }, (_, index) => `http://host${index % 8}.test/${index}`);
    const job = await house.start(urls, { kind: 'batch_scrape' });
    await house.db.query('update job_host set max_in_flight = 30');
    const workers = await Promise.all(Array.from({ length: 6 }, () => house.hire()));
    const claimed: string[] = [];
    while (claimed.length < urls.length) {
      const pages = await Promise.all(workers.map((worker) => house.claim(worker, 3)));
      claimed.push(...pages.flat().map(({ url }) => url));
      await house.audit(job.id);
    }
    assert.deepEqual(claimed.toSorted(), urls.toSorted());
  });

  test('of a job whose hosts are all held up do not keep the others of its team waiting', async () => {
    await using house = await openTestJobs();
    await house.start(['http://held.test/']);
    const free = await house.start(['http://free.test/']);
    await house.db.query(
      `update job_host set next_at = clock_timestamp() + interval '1 hour' where host = 'held.test'`,
    );
    const pages = await house.claim(await house.hire(), 5);
    assert.deepEqual(
      pages.map(({ jobId }) => jobId),
      [free.id],
    );
  });

  test('go past any number of hosts that have all that they bear', async () => {
    await using house = await openTestJobs();
    const busy = Array.from({ length: 120 }, (_, index) => [
      `http://b${index}.test/1`,
      `http://b${index}.test/2`,
    ]);
    await house.start([...busy.flat(), 'http://free.test/'], { kind: 'batch_scrape', maxConcurrency: 1_000 });
    await house.db.query(
      `update job_host set served_at = clock_timestamp() + interval '1 hour' where host = 'free.test'`,
    );
    const worker = await house.hire();
    const hosts = [...(await house.claim(worker, 100)), ...(await house.claim(worker, 100))].map(
      ({ host }) => host,
    );
    assert.equal(hosts.length, 121);
    assert.ok(hosts.includes('free.test'));
  });

  test('leave a page that failed for a passing reason its place within the limit', async () => {
    await using house = await openTestJobs();
    const urls = Array.from({ length: 6 }, (_, index) => `http://site.test/${index}`);
    const job = await house.start(urls, { pageLimit: 3 });
    await house.db.query('update job_host set max_in_flight = 30');
    const worker = await house.hire();
    const claimed = async (): Promise<string[]> =>
      (pages = await house.claim(worker, 5)).map(({ url }) => new URL(url).pathname);
    let pages = await house.claim(worker, 1);
    const again = { kind: 'retry', waitMs: 60_000 } as const;
    await house.settle(job, worker, [{ ...resultOf(job, pages[0]!), end: again }]);
    assert.deepEqual(await claimed(), ['/1', '/2']);
    await house.settle(
      job,
      worker,
      pages.map((page) => resultOf(job, page)),
    );
    assert.equal((await house.audit(job.id)).status, 'scraping');
    assert.deepEqual(await claimed(), []);
    await house.db.query('update page set not_before = null');
    assert.deepEqual(await claimed(), ['/0']);
    await house.settle(job, worker, [resultOf(job, pages[0]!)]);
    const { status, attempted, completed } = await house.audit(job.id);
    assert.deepEqual([status, attempted, completed], ['completed', 3, 3]);
  });

  test('take turns between the jobs of a team', async () => {
    await using house = await openTestJobs();
    const urls = (name: string) => Array.from({ length: 20 }, (_, index) => `http://${name}.test/${index}`);
    const jobs = [await house.start(urls('one')), await house.start(urls('two'))];
    await house.db.query('update job_host set max_in_flight = 30');
    const worker = await house.hire();
    const turns: number[] = [];
    for (let turn = 0; turn < 8; turn++) {
      const [page] = await house.claim(worker, 1);
      turns.push(jobs.findIndex(({ id }) => id === page?.jobId));
    }
    assert.deepEqual(turns, [0, 1, 0, 1, 0, 1, 0, 1]);
  });
});
