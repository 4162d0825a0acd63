import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openTestJobs, resultOf, type TestJobs } from '../../test/support/open-test-jobs.ts';
import { pickSize } from '../../test/support/pick-size.ts';
import { createRandom, explore, play, playSite, type PlayedPage } from '../../test/support/played-site.ts';
import type { ClaimedPage } from './model/claimed-page.ts';
import type { JobContext } from './model/job-context.ts';
import { freeForgottenPages, releaseWorker, sweepDeadWorkers } from './work/worker-lease.ts';

/** A worker as the test plays it: what it believes to hold, which may be wrong. */
interface PlayedWorker {
  id: string;
  held: ClaimedPage[];
}

interface Simulation {
  house: TestJobs;
  job: JobContext;
  site: readonly PlayedPage[];
  random: (below: number) => number;
  afterClaim?: (pages: readonly ClaimedPage[]) => Promise<void>;
}

/** Steps in random order until the job ends; the books are checked after every one of them. */
async function simulate({ house, job, site, random, afterClaim }: Simulation): Promise<void> {
  const workers: PlayedWorker[] = [];
  const dead: PlayedWorker[] = [];
  const settleInVain = async (workerId: string, pages: readonly ClaimedPage[]): Promise<void> => {
    const before = await house.digest();
    await house.settle(
      job,
      workerId,
      pages.map((page) => resultOf(job, page, play(site, job, page))),
    );
    assert.equal(await house.digest(), before, 'what was lost leaves nothing behind');
  };
  const steps: Record<string, (worker: PlayedWorker) => Promise<unknown>> = {
    async claim(worker) {
      const pages = await house.claim(worker.id, 1 + random(6));
      await afterClaim?.(pages);
      worker.held.push(...pages);
    },
    async settle(worker) {
      const pages = worker.held.splice(0, 1 + random(5));
      await house.settle(
        job,
        worker.id,
        pages.map((page) => resultOf(job, page, play(site, job, page))),
      );
    },
    async settleTwice(worker) {
      // The answer to the first was lost on the way.
      const results = worker.held.splice(0, 2).map((page) => resultOf(job, page, play(site, job, page)));
      await house.settle(job, worker.id, results);
      const before = await house.digest();
      await house.settle(job, worker.id, results);
      assert.equal(await house.digest(), before);
    },
    async forget(worker) {
      const forgotten = await house.claim(worker.id, 1 + random(3));
      await freeForgottenPages(house.db, worker.id, worker.held);
      // The same worker may get the same pages again; what it found the first time came too late.
      worker.held.push(...(await house.claim(worker.id, 1 + random(3))));
      await settleInVain(worker.id, forgotten);
    },
    async die(worker) {
      await house.bury(worker.id);
      dead.push(worker);
      workers.splice(workers.indexOf(worker), 1, { id: await house.hire(), held: [] });
    },
    async stop(worker) {
      await releaseWorker(house.db, worker.id);
      workers.splice(workers.indexOf(worker), 1, { id: await house.hire(), held: [] });
    },
    sweep: () => sweepDeadWorkers(house.db),
    async settleLate(worker) {
      const late = dead.pop();
      if (late === undefined) return;
      await sweepDeadWorkers(house.db);
      worker.held.push(...(await house.claim(worker.id, 1 + random(6))));
      await settleInVain(late.id, late.held);
    },
    // Time passes: nothing is held back any more.
    wait: () => house.db.query(`update job_host set next_at = '-infinity'`),
  };
  const often = ['claim', 'claim', 'settle', 'settle', 'settle', 'wait', 'wait'];
  const names = [...Object.keys(steps), ...often, ...often, ...often];
  for (let count = 0; count < 3; count++) workers.push({ id: await house.hire(), held: [] });
  for (let step = 0; ; step++) {
    assert.ok(step < 3_000, 'the job ends');
    const worker = workers[random(workers.length)];
    const name = names[random(names.length)] ?? '';
    assert.ok(worker);
    await steps[name]?.(worker);
    const { status } = await house.audit(job.id);
    if (status !== 'scraping') return;
  }
}

/** Reads the pages of a job's documents, in the words of `explore`. */
async function readDelivered({ house, job, site }: Simulation): Promise<string[]> {
  const { rows } = await house.db.query<{ url: string }>(
    'select url from page where job_id = $1 and state = 2 order by document_index',
    [job.id],
  );
  return rows.map(({ url }) => {
    const index = site.findIndex((page) => page.url === url);
    const page = site[index];
    return page?.twin === undefined ? `page ${page?.redirectsTo ?? index}` : `twin ${page.twin}`;
  });
}

describe('several workers at random, dying, forgetting and coming late', () => {
  for (let seed = 1; seed <= pickSize(3, 4); seed++) {
    test(`every page is delivered once and the books are right after every step: seed ${seed}`, async () => {
      await using house = await openTestJobs();
      const random = createRandom(seed);
      const site = playSite(random, 1 + (seed % 3));
      const job = await house.start(['http://host0.test/']);
      const simulation = { house, job, site, random };
      await simulate(simulation);
      const { delivered } = explore(site);
      assert.deepEqual((await readDelivered(simulation)).toSorted(), [...delivered].toSorted());
      const audit = await house.audit(job.id);
      assert.deepEqual([audit.status, audit.queued, audit.inFlight], ['completed', 0, 0]);
    });
  }

  for (let seed = 11; seed <= pickSize(11, 12); seed++) {
    test(`the limit is exact, whatever is dropped or tried again: seed ${seed}`, async () => {
      await using house = await openTestJobs();
      const random = createRandom(seed);
      const site = playSite(random, 2);
      const pageLimit = 5 + random(15);
      const job = await house.start(['http://host0.test/'], { pageLimit });
      await simulate({
        house,
        job,
        site,
        random,
        async afterClaim() {
          const { attempted } = await house.audit(job.id);
          assert.ok(attempted <= pageLimit, `${attempted} of ${pageLimit}`);
        },
      });
      const audit = await house.audit(job.id);
      assert.deepEqual([audit.attempted, audit.inFlight], [pageLimit, 0]);
    });

    test(`level by level: nothing is claimed while something above it is open: seed ${seed}`, async () => {
      await using house = await openTestJobs();
      const random = createRandom(seed);
      const site = playSite(random, 2);
      const job = await house.start(['http://host0.test/'], { isByLevel: true });
      const { depths } = explore(site);
      await simulate({
        house,
        job,
        site,
        random,
        async afterClaim(pages) {
          for (const page of pages) {
            const index = site.findIndex(({ url }) => url === page.url);
            assert.equal(page.depth, depths.get(index), `${page.url} is found at its real depth`);
          }
          const { rows } = await house.db.query<{ levels: number }>(
            `select count(distinct p.depth)::integer as levels
             from page p join page_lease l on l.job_id = p.job_id and l.url_key = p.url_key where p.job_id = $1`,
            [job.id],
          );
          assert.ok((rows[0]?.levels ?? 0) <= 1);
        },
      });
    });
  }
});

/** Lets hosts be asked at once. Whoever changes hosts of a job holds the job's row. */
async function hurryHosts({ db }: TestJobs, { id }: JobContext): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query('select from job where id = $1 for update', [id]);
    await tx.query(`update job_host set next_at = '-infinity' where next_at > clock_timestamp()`);
  });
}

/** Works on its own until the job ends; now and then its lease runs out and it goes on as another, none the wiser. */
async function workAlong({ house, job, site, random }: Simulation, isOver: () => boolean): Promise<void> {
  let id = await house.hire();
  while (!isOver()) {
    const pages = await house.claim(id, 1 + random(8));
    const fate = random(12);
    if (fate === 0) await house.bury(id);
    if (fate === 1) await sweepDeadWorkers(house.db);
    if (fate === 2) await freeForgottenPages(house.db, id, pages.slice(0, 2));
    const groups = fate % 2 === 0 ? [pages] : pages.map((page) => [page]);
    const settled = groups.map((group) =>
      house.settle(
        job,
        id,
        group.map((page) => resultOf(job, page, play(site, job, page))),
      ),
    );
    await Promise.all(settled);
    if (fate <= 1) id = await house.hire();
    await hurryHosts(house, job);
    // Claims pass each other and overtake the settlements that wait for the same job: leave those some air.
    if (pages.length === 0) await sleep(10);
  }
}

describe('several workers at the same time', () => {
  for (let seed = pickSize(22, 21); seed <= pickSize(25, 26); seed++) {
    test(`every page is delivered once and the books are right at every moment: seed ${seed}`, async () => {
      await using house = await openTestJobs();
      const random = createRandom(seed);
      const site = playSite(random, 1 + (seed % 3));
      const job = await house.start(['http://host0.test/'], { isByLevel: seed > 24 });
      const simulation = { house, job, site, random };
      const state = { isOver: false };
      const watch = async (): Promise<void> => {
        for (const startedAt = performance.now(); !state.isOver;) {
          const { status } = await house.audit(job.id);
          state.isOver = status !== 'scraping';
          assert.ok(performance.now() - startedAt < 50_000, 'the job ends');
          await sleep(20);
        }
      };
      const watching = watch().finally(() => (state.isOver = true));
      const working = Array.from({ length: 4 }, () => workAlong(simulation, () => state.isOver));
      await Promise.all([watching, ...working]);
      const { delivered } = explore(site);
      assert.deepEqual((await readDelivered(simulation)).toSorted(), [...delivered].toSorted());
      const { status, queued, inFlight } = await house.audit(job.id);
      assert.deepEqual([status, queued, inFlight], ['completed', 0, 0]);
    });
  }
});
