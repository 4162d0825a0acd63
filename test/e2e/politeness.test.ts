import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { before, describe, test } from 'node:test';
import { addTestTeam } from '../support/add-test-team.ts';
import { eventually } from '../support/eventually.ts';
import { openLoopbackSite } from '../support/loopback-site.ts';
import { pickSize } from '../support/pick-size.ts';
import { awaitJob, startJob } from '../support/run-job.ts';
import { shareTestService } from '../support/share-test-service.ts';
import type { CallInit, CalledService } from '../support/test-service.ts';

const numbered = (origin: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${origin}/page/${index}`);

/** Pages of a host that does not answer, and of one that does. */
const LATER = pickSize(25, 50);
/** Pages of each of two jobs that share the slots of their team. */
const SHARED = pickSize(48, 160);

/** A site that the test leads by the hand: it answers at once, not at all, or with 429, as told. */
async function openLedSite(mood: 'answers' | 'holds' | 'refuses', onPage = (): void => {}) {
  const state = { mood, asked: 0, answered: 0, refused: 0, mostAtOnce: 0 };
  const open = new Set<ServerResponse>();
  const answer = (response: ServerResponse, path: string): void => {
    state.answered++;
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<h1>Page ${path}</h1><p>A page with enough words of its own to be one, at ${path}.</p>`);
  };
  const site = await openLoopbackSite((request, response) => {
    const path = request.url ?? '/';
    if (path === '/robots.txt' || path.includes('sitemap')) {
      response.writeHead(404).end();
      return;
    }
    state.asked++;
    onPage();
    open.add(response);
    response.once('close', () => open.delete(response));
    state.mostAtOnce = Math.max(state.mostAtOnce, open.size);
    if (state.mood === 'answers') answer(response, path);
    if (state.mood === 'refuses') {
      state.refused++;
      response.writeHead(429, { 'retry-after': '1' }).end('later');
    }
  });
  return {
    ...site,
    state,
    /** From now on everything is answered, and so is what waits. */
    release() {
      state.mood = 'answers';
      for (const response of open) if (!response.writableEnded) answer(response, response.req.url ?? '/');
    },
  };
}

describe('politeness and fairness', { concurrency: 6 }, () => {
  let service: CalledService;
  const teams: Record<string, CallInit> = {};

  before(async () => {
    service = await shareTestService();
    for (const [name, maxConcurrency] of Object.entries({ capped: 2, sharing: 4, queueing: 4 }))
      teams[name] = await addTestTeam(service, { maxConcurrency });
  });

  const completedOf = async (id: string, init: CallInit = {}, kind = 'batch/scrape'): Promise<number> =>
    (await service.call(`/v2/${kind}/${id}?limit=1`, undefined, init)).body.completed;

  test('a host that says 429 is asked less and less, holds up nobody else, and loses nothing', async () => {
    await using busy = await openLedSite('refuses');
    await using free = await openLedSite('answers');
    const urls = [...numbered(busy.origin, 20), ...numbered(free.origin, 60)];
    const id = await startJob(service, 'batch/scrape', { urls });
    // The busy host refuses for as long as the other one has pages left.
    await eventually(async () => assert.equal(free.state.answered, 60));
    await eventually(async () => assert.ok(busy.state.refused >= 2, 'it was asked again'));
    assert.ok(busy.state.refused <= 10, `${busy.state.refused} requests to a host that refuses`);
    await eventually(async () => assert.equal(await completedOf(id), 60));
    busy.release();
    const { status, documents } = await awaitJob(service, 'batch/scrape', id);
    assert.deepEqual([status['status'], status['completed'], status['total']], ['completed', 80, 80]);
    const delivered: string[] = documents.map(({ metadata }) => metadata.sourceURL);
    assert.deepEqual(delivered.toSorted(), urls.toSorted());
    assert.ok(documents.every(({ metadata }) => metadata.statusCode === 200));
  });

  for (const maxConcurrency of [undefined, 4]) {
    const within = maxConcurrency === undefined ? '' : ` within ${maxConcurrency} pages at a time`;
    test(`a host that does not answer holds up its own pages only${within}`, async () => {
      await using slow = await openLedSite('answers');
      await using quick = await openLedSite('answers');
      const first = numbered(slow.origin, 20).map((url) => `${url}?first`);
      const options = maxConcurrency === undefined ? {} : { maxConcurrency };
      const id = await startJob(service, 'batch/scrape', { urls: first, ...options });
      await eventually(async () => assert.equal(await completedOf(id), first.length, 'the host is trusted'));
      slow.state.mood = 'holds';
      const urls = [...numbered(slow.origin, LATER), ...numbered(quick.origin, LATER)];
      await startJob(service, 'batch/scrape', { urls, appendToId: id });
      await eventually(async () => assert.equal(quick.state.answered, LATER));
      await eventually(async () => assert.equal(await completedOf(id), first.length + LATER));
      assert.equal(slow.state.answered, first.length);
      slow.release();
      const { status } = await awaitJob(service, 'batch/scrape', id);
      const all = first.length + urls.length;
      assert.deepEqual([status['completed'], status['total']], [all, all]);
    });
  }

  test('a capped team with a large backlog does not hold up the job of another team', async () => {
    await using slow = await openLedSite('holds');
    await using quick = await openLedSite('answers');
    const backlog = await startJob(
      service,
      'batch/scrape',
      { urls: numbered(slow.origin, 300) },
      teams['capped'],
    );
    await eventually(async () => assert.ok(slow.state.asked >= 1));
    const other = await startJob(service, 'batch/scrape', { urls: numbered(quick.origin, 60) });
    const { status } = await awaitJob(service, 'batch/scrape', other);
    assert.deepEqual([status['status'], status['completed']], ['completed', 60]);
    assert.equal(await completedOf(backlog, teams['capped']), 0);
    assert.ok(
      slow.state.mostAtOnce <= 2,
      `${slow.state.mostAtOnce} pages at a time of a team that may have two`,
    );
    await service.call(`/v2/batch/scrape/${backlog}`, undefined, { method: 'DELETE', ...teams['capped'] });
  });

  test('two jobs of one team share its slots', async () => {
    await using first = await openLedSite('holds');
    await using second = await openLedSite('holds');
    const ids = await Promise.all(
      [first, second].map((site) =>
        startJob(service, 'batch/scrape', { urls: numbered(site.origin, SHARED) }, teams['sharing']),
      ),
    );
    // Both are there before a page of either is done, and neither is done before the other is well on its way.
    await eventually(async () => assert.ok(first.state.asked + second.state.asked > 0));
    for (const site of [first, second]) site.release();
    await eventually(async () => assert.equal(Math.max(first.state.answered, second.state.answered), SHARED));
    assert.ok(
      Math.min(first.state.answered, second.state.answered) >= SHARED / 4,
      `${first.state.answered} ${second.state.answered}`,
    );
    assert.ok(Math.max(first.state.mostAtOnce, second.state.mostAtOnce) <= 4);
    for (const id of ids) {
      const { status } = await awaitJob(service, 'batch/scrape', id, teams['sharing']);
      assert.equal(status['completed'], SHARED);
    }
  });

  test('a small job of a team gets through beside a large one that was there first', async () => {
    await using large = await openLedSite('answers');
    // How many pages of the large one had been answered as each of the small one was asked for.
    const earlier: number[] = [];
    await using small = await openLedSite('answers', () => earlier.push(large.state.answered));
    const { origin } = large;
    const first = await startJob(
      service,
      'batch/scrape',
      { urls: numbered(origin, 1_000) },
      teams['queueing'],
    );
    await eventually(async () => assert.ok(large.state.answered >= 20));
    const second = await startJob(
      service,
      'batch/scrape',
      { urls: numbered(small.origin, 20) },
      teams['queueing'],
    );
    await awaitJob(service, 'batch/scrape', second, teams['queueing']);
    assert.equal(earlier.length, 20);
    assert.ok(Math.max(...earlier) < 1_000, 'the large one still runs');
    await service.call(`/v2/batch/scrape/${first}`, undefined, { method: 'DELETE', ...teams['queueing'] });
  });

  test('jobs whose hosts are all held do not slow down the others of their team', async () => {
    await using held = await openLedSite('refuses');
    await using free = await openLedSite('answers');
    const holding = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        startJob(service, 'batch/scrape', { urls: [`${held.origin}/${index}`], maxAge: 0 }),
      ),
    );
    await eventually(async () => assert.ok(held.state.refused >= 1));
    const id = await startJob(service, 'batch/scrape', { urls: numbered(free.origin, 40) });
    const { status } = await awaitJob(service, 'batch/scrape', id);
    assert.equal(status['completed'], 40);
    held.release();
    for (const one of holding) {
      const { documents } = await awaitJob(service, 'batch/scrape', one);
      assert.deepEqual(
        documents.map(({ metadata }) => metadata.statusCode),
        [200],
      );
    }
  });
});
