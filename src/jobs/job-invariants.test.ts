import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  failure,
  newPage,
  openJobHouse,
  resultOf,
  type Ending,
  type JobHouse,
} from '../../test/support/job-house.ts';
import type { ClaimedPage } from './claim-pages.ts';
import type { JobContext } from './job-context.ts';
import { freeForgottenPages, releaseWorker, sweepDeadWorkers } from './worker-lease.ts';

/** mulberry32: the same steps for the same seed. */
function createRandom(seed: number): (below: number) => number {
  const state = { value: seed };
  return (below) => {
    state.value = (state.value + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state.value ^ (state.value >>> 15), 1 | state.value);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

const SITE_PAGES = 45;

/** What a page of the played site does; the same each time it is asked. */
interface PlayedPage {
  url: string;
  links: readonly number[];
  /** Times that it does not want to be asked now. */
  refusals: number;
  kind: 'document' | 'failed' | 'forbidden';
  redirectsTo: number | undefined;
  /** Pages of one number are one page under several addresses. */
  twin: number | undefined;
}

function playSite(random: (below: number) => number, hosts: number): PlayedPage[] {
  return Array.from({ length: SITE_PAGES }, (_, index) => {
    const isPlain = index === 0 || index % 10 === 1;
    const die = isPlain ? 99 : random(100);
    return {
      url: index === 0 ? 'http://host0.test/' : `http://host${index % hosts}.test/${index}`,
      links: [index * 3 + 1, index * 3 + 2, index * 3 + 3, random(SITE_PAGES), random(SITE_PAGES)].filter(
        (target) => target < SITE_PAGES,
      ),
      refusals: random(4) === 0 ? 1 + random(2) : 0,
      kind: die < 6 ? 'failed' : die < 12 ? 'forbidden' : 'document',
      redirectsTo: die >= 12 && die < 28 ? Math.floor(random(SITE_PAGES) / 10) * 10 + 1 : undefined,
      twin: die >= 28 && die < 40 ? random(3) : undefined,
    };
  });
}

/** Distance from the start of every page that can be reached, and the pages that are to be delivered. */
function explore(site: readonly PlayedPage[]): { depths: Map<number, number>; delivered: Set<string> } {
  const depths = new Map([[0, 0]]);
  const delivered = new Set<string>();
  for (const [index, depth] of depths) {
    const page = site[index];
    if (page?.kind !== 'document') continue;
    const seen = page.redirectsTo ?? index;
    delivered.add(page.twin === undefined ? `page ${seen}` : `twin ${page.twin}`);
    for (const link of site[seen]?.links ?? []) if (!depths.has(link)) depths.set(link, depth + 1);
  }
  return { depths, delivered };
}

function play(site: readonly PlayedPage[], job: JobContext, page: ClaimedPage): Ending {
  const index = site.findIndex(({ url }) => url === page.url);
  const played = site[index];
  assert.ok(played);
  if (page.retries < played.refusals) return { end: { kind: 'retry', waitMs: 0 }, holdMs: 60_000 };
  if (played.kind === 'failed') return { end: failure(job, page) };
  if (played.kind === 'forbidden') return { end: { kind: 'dropped', reason: 'robots' } };
  const seen = site[played.redirectsTo ?? index];
  const links = (seen?.links ?? []).map((link) => newPage(job, site[link]?.url ?? '', page.depth + 1));
  const twin = Buffer.alloc(16, 1 + (played.twin ?? 0)).toString('base64url');
  return {
    links,
    ...(played.redirectsTo !== undefined && { redirectedTo: newPage(job, seen?.url ?? '', page.depth) }),
    ...(played.twin !== undefined && { canonical: { key: twin, contentHash: twin } }),
  };
}

/** A worker as the test plays it: what it believes to hold, which may be wrong. */
interface PlayedWorker {
  id: string;
  held: ClaimedPage[];
}

interface Simulation {
  house: JobHouse;
  job: JobContext;
  site: readonly PlayedPage[];
  random: (below: number) => number;
  afterClaim?: (pages: readonly ClaimedPage[]) => Promise<void>;
}

/** Steps in random order until the job ends; the books are checked after every one of them. */
async function simulate({ house, job, site, random, afterClaim }: Simulation): Promise<void> {
  const workers: PlayedWorker[] = [];
  const dead: PlayedWorker[] = [];
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
      await house.claim(worker.id, 1 + random(3));
      await freeForgottenPages(house.db, worker.id, worker.held);
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
    async settleLate() {
      const late = dead.pop();
      if (late === undefined) return;
      await sweepDeadWorkers(house.db);
      const before = await house.digest();
      await house.settle(
        job,
        late.id,
        late.held.map((page) => resultOf(job, page, play(site, job, page))),
      );
      assert.equal(await house.digest(), before, 'what was lost leaves nothing behind');
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

/** What the documents of a job are of, in the words of `explore`. */
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
  for (let seed = 1; seed <= 4; seed++) {
    test(`every page is delivered once and the books are right after every step: seed ${seed}`, async () => {
      await using house = await openJobHouse();
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

  for (let seed = 11; seed <= 12; seed++) {
    test(`the limit is exact, whatever is dropped or tried again: seed ${seed}`, async () => {
      await using house = await openJobHouse();
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
      await using house = await openJobHouse();
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

/** Works on its own until the job ends; now and then its lease runs out and it goes on as another, none the wiser. */
async function workAlong({ house, job, site, random }: Simulation, isOver: () => boolean): Promise<void> {
  let id = await house.hire();
  while (!isOver()) {
    const pages = await house.claim(id, 1 + random(8));
    const fate = random(12);
    if (fate === 0) await house.bury(id);
    if (fate === 1) await sweepDeadWorkers(house.db);
    if (fate === 2) await freeForgottenPages(house.db, id, pages.splice(0, 2));
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
    await house.db.query(`update job_host set next_at = '-infinity' where next_at > clock_timestamp()`);
  }
}

describe('several workers at the same time', () => {
  for (let seed = 21; seed <= 23; seed++) {
    test(`every page is delivered once and the books are right at every moment: seed ${seed}`, async () => {
      await using house = await openJobHouse();
      const random = createRandom(seed);
      const site = playSite(random, seed - 20);
      const job = await house.start(['http://host0.test/'], { isByLevel: seed === 23 });
      const simulation = { house, job, site, random };
      const state = { isOver: false };
      const watch = async (): Promise<void> => {
        for (const startedAt = performance.now(); !state.isOver;) {
          const { status } = await house.audit(job.id);
          state.isOver = status !== 'scraping';
          assert.ok(performance.now() - startedAt < 40_000, 'the job ends');
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

describe('claims', () => {
  test('are those of one worker each, at the same moment too', async () => {
    await using house = await openJobHouse();
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
    await using house = await openJobHouse();
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
    await using house = await openJobHouse();
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

  test('take turns between the jobs of a team', async () => {
    await using house = await openJobHouse();
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

describe('settlements', () => {
  const SOURCE = 'http://site.test/source';
  const TARGET = 'http://site.test/target';

  for (const [order, first] of Object.entries({
    'the source first': 0,
    'the target first': 1,
    'both at once': 2,
  })) {
    test(`a redirect and its target in the hands of two workers are one document: ${order}`, async () => {
      await using house = await openJobHouse();
      const job = await house.start([SOURCE, TARGET]);
      await house.db.query('update job_host set max_in_flight = 30');
      const workers = [await house.hire(), await house.hire()] as const;
      const [[source], [target]] = [await house.claim(workers[0], 1), await house.claim(workers[1], 1)];
      assert.ok(source?.url === SOURCE && target?.url === TARGET);
      const settleSource = () =>
        house.settle(job, workers[0], [resultOf(job, source, { redirectedTo: newPage(job, TARGET, 0) })]);
      const settleTarget = () => house.settle(job, workers[1], [resultOf(job, target)]);
      if (first === 2) await Promise.all([settleSource(), settleTarget()]);
      else
        for (const settle of first === 0 ? [settleSource, settleTarget] : [settleTarget, settleSource])
          await settle();
      const audit = await house.audit(job.id);
      assert.deepEqual([audit.status, audit.completed, audit.attempted], ['completed', 1, 1]);
    });
  }

  test('several redirects to a page that nobody has yet are one document, and nobody fetches it', async () => {
    await using house = await openJobHouse();
    const job = await house.start([SOURCE, `${SOURCE}/2`, `${SOURCE}/3`, TARGET]);
    await house.db.query('update job_host set max_in_flight = 30');
    const worker = await house.hire();
    const pages = await house.claim(worker, 3);
    const redirectedTo = newPage(job, TARGET, 0);
    await house.settle(
      job,
      worker,
      pages.map((page) => resultOf(job, page, { redirectedTo })),
    );
    const audit = await house.audit(job.id);
    assert.deepEqual([audit.status, audit.completed, audit.queued], ['completed', 1, 0]);
    assert.deepEqual(await house.claim(worker, 5), []);
  });

  test('a job that is cancelled while pages are under way: none is delivered, none is paid for', async () => {
    await using house = await openJobHouse();
    const job = await house.start([SOURCE, TARGET, `${SOURCE}/2`]);
    await house.db.query('update job_host set max_in_flight = 2');
    const worker = await house.hire();
    const pages = await house.claim(worker, 5);
    assert.equal(pages.length, 2);
    await house.db.query(
      `update job set status = 'cancelled', ended_at = now(), expires_at = now() + interval '1 day'`,
    );
    await house.settle(
      job,
      worker,
      pages.map((page) => resultOf(job, page, { links: [newPage(job, `${SOURCE}/4`, 1)] })),
    );
    const audit = await house.audit(job.id);
    assert.deepEqual(audit, { status: 'cancelled', queued: 1, inFlight: 0, attempted: 2, completed: 0 });
    assert.deepEqual(await house.claim(worker, 5), []);
    const { rows } = await house.db.query('select 1 from team where credits_used > 0');
    assert.deepEqual(rows, []);
  });

  test('links that come again and again use up no place of a calendar; new ones do, up to a bound', async () => {
    await using house = await openJobHouse();
    const urls = Array.from({ length: 30 }, (_, index) => `http://site.test/${index}`);
    const job = await house.start(urls);
    await house.db.query('update job_host set max_in_flight = 30');
    const worker = await house.hire();
    const date = (month: number) => newPage(job, `http://site.test/calendar/${2000 + month}/01`, 1);
    const menu = Array.from({ length: 12 }, (_, month) => date(month));
    const pages = await house.claim(worker, 30);
    for (const page of pages.slice(0, 10))
      await house.settle(job, worker, [resultOf(job, page, { links: menu })]);
    await house.settle(
      job,
      worker,
      pages.slice(10, 20).map((page) => resultOf(job, page, { links: menu })),
    );
    const more = Array.from({ length: 100 }, (_, month) => date(12 + month));
    await house.settle(
      job,
      worker,
      pages.slice(20).map((page) => resultOf(job, page, { links: more })),
    );
    assert.equal((await house.audit(job.id)).queued, 40);
  });

  test('text that the database refuses is written without what it refuses', async () => {
    await using house = await openJobHouse();
    const job = await house.start([SOURCE, TARGET]);
    await house.db.query('update job_host set max_in_flight = 30');
    const worker = await house.hire();
    const [first, second] = await house.claim(worker, 2);
    assert.ok(first && second);
    const end = { ...failure(job, second), message: 'It said \0 to us' };
    await house.settle(job, worker, [
      resultOf(job, first, { warnings: { 'a\0b': 'A sentence with \0 and \ud800.' } }),
      resultOf(job, second, { end } as Ending),
    ]);
    assert.deepEqual(await house.audit(job.id), {
      status: 'completed',
      queued: 0,
      inFlight: 0,
      attempted: 2,
      completed: 1,
    });
  });

  test('a host is asked for more with each good answer, and for less when it slows down or says so', async () => {
    await using house = await openJobHouse();
    const job = await house.start(Array.from({ length: 80 }, (_, index) => `http://site.test/${index}`));
    const worker = await house.hire();
    const bears = async (): Promise<number> => {
      const { rows } = await house.db.query<{ most: number }>('select max_in_flight as most from job_host');
      return rows[0]?.most ?? 0;
    };
    const answer = async (latencyMs: number): Promise<void> => {
      const [page] = await house.claim(worker, 1);
      assert.ok(page);
      await house.settle(job, worker, [{ ...resultOf(job, page), host: { latencyMs } }]);
    };
    for (let count = 0; count < 10; count++) await answer(20);
    assert.equal(await bears(), 11);
    for (let count = 0; count < 6; count++) await answer(2_000);
    assert.equal(await bears(), 5, 'one less each time');
    for (let count = 0; count < 30; count++) await answer(2_000);
    assert.equal(await bears(), 1, 'but never none');
    for (let count = 0; count < 7; count++) await answer(25);
    assert.equal(await bears(), 8, 'and more again when it has recovered');
    const [page] = await house.claim(worker, 1);
    assert.ok(page);
    await house.settle(job, worker, [
      resultOf(job, page, { end: { kind: 'retry', waitMs: 0 }, holdMs: 60_000 }),
    ]);
    assert.equal(await bears(), 4, 'half of it when it asks for less');
    assert.deepEqual(await house.claim(worker, 5), [], 'and nothing until it may be asked again');
  });

  test('a host that asks for less is left alone by the other jobs of the team too', async () => {
    await using house = await openJobHouse();
    const jobs = [await house.start([SOURCE]), await house.start([TARGET, 'http://other.test/'])];
    const worker = await house.hire();
    const [page] = await house.claim(worker, 1);
    assert.ok(page && jobs[0]);
    await house.settle(jobs[0], worker, [
      resultOf(jobs[0], page, { end: { kind: 'retry', waitMs: 0 }, holdMs: 60_000 }),
    ]);
    const next = [...(await house.claim(worker, 5)), ...(await house.claim(worker, 5))];
    assert.deepEqual(
      next.map(({ url }) => url),
      ['http://other.test/'],
    );
  });
});
