/**
 * Kills whatever takes part in a crawl. DECANT_TEST_CRASH_PAGES, DECANT_TEST_CRASH_KILLS and DECANT_TEST_CRASH_LATENCY_MS
 * make it larger by hand, up to the measure of the promise: 2,000 pages of 20 ms, six kills. Without them each process is killed once.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Database } from '../../src/store/database.ts';
import { sitemapIndexOf, sitemapOf, startCrawlSite, type CrawlAnswer } from '../support/crawl-site.ts';
import { eventually } from '../support/eventually.ts';
import {
  askDatabase,
  checkBooks,
  LOOK_MS,
  untilNoSlotIsTaken,
  untilWorkersAlive,
} from '../support/job-books.ts';
import { openLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts';
import { pickSize } from '../support/pick-size.ts';
import { openTestServer } from '../support/postgres-server.ts';
import { openTestRoles, TEST_KEY, type RoleProcess, type TestRoles } from '../support/open-test-roles.ts';
import { openServiceDatabase } from '../support/service-database.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const PAGES = Number(process.env['DECANT_TEST_CRASH_PAGES'] ?? pickSize(60, 120));
const killsOf = (victims: number): number =>
  Number(process.env['DECANT_TEST_CRASH_KILLS'] ?? pickSize(victims, 4));
const LATENCY_MS = Number(process.env['DECANT_TEST_CRASH_LATENCY_MS'] ?? 10);
/** On a machine that is busy; half a minute on one that is not. */
const TEST_TIMEOUT_MS = 290_000 + PAGES * 50;

/** Children of each page: the frontier grows quickly and stays large. */
const CHILDREN = 8;
/** Every so many pages one is in the sitemap only, and a link leads to another by a redirect. */
const UNLINKED = 5;
const MOVED = 20;
const SITEMAPS = 10;

/** Of the batch that a worker hands over. */
const QUICK_PAGES = 10;
const SLOW_PAGES = 10;

/** Most pages are linked to in a tree, some by an old address too, and the others are in the sitemap only. */
async function startTree(pages: number) {
  const linked = Array.from({ length: pages }, (_, index) => (index === 0 ? '/' : `/page/${index}`)).filter(
    (_, index) => index % UNLINKED !== UNLINKED - 1,
  );
  const unlinked = Array.from({ length: pages - linked.length }, (_, index) => `/unlinked/${index}`);
  const sitemaps = Array.from({ length: SITEMAPS }, (_, index) => `/sitemap-${index}.xml`);
  const answers = new Map<string, CrawlAnswer>([
    ['/sitemap.xml', sitemapIndexOf(sitemaps)],
    ...sitemaps.map((route, sitemap): [string, CrawlAnswer] => [
      route,
      sitemapOf(unlinked.filter((_, index) => index % SITEMAPS === sitemap)),
    ]),
    ...unlinked.map((route): [string, CrawlAnswer] => [route, { takesMs: LATENCY_MS, links: ['/'] }]),
  ]);
  for (const [index, route] of linked.entries()) {
    const children = linked.slice(index * CHILDREN + 1, index * CHILDREN + 1 + CHILDREN);
    // Links back and across, as sites have them.
    const links = ['/', linked[index >> 1] ?? '/', ...children];
    if (index % MOVED === 1) {
      links.push(`/moved${route}`);
      answers.set(`/moved${route}`, { redirect: linked[index + MOVED] ?? '/' });
    }
    answers.set(route, { takesMs: LATENCY_MS, links });
  }
  const site = await startCrawlSite({ pages: (route) => answers.get(route) });
  return { site, paths: [...linked, ...unlinked] };
}

/** Asks a service that may be down, or without its database, until it answers. */
interface Client {
  ask(route: string): Promise<any>;
}

function clientOf(service: () => { url: string; key: string }): Client {
  return {
    async ask(route) {
      for (let attempt = 0; ; attempt++) {
        try {
          const { url, key } = service();
          const response = await fetch(`${url}${route}`, { headers: { authorization: `Bearer ${key}` } });
          if (response.status === 200) return await response.json();
          assert.equal(response.status, 503, await response.text());
        } catch (error) {
          if (error instanceof assert.AssertionError) throw error;
        }
        assert.ok(attempt < 600, `no answer to ${route}`);
        await sleep(LOOK_MS);
      }
    },
  };
}

/** Addresses of the documents along `next`, in their order. */
async function readAll(client: Client, id: string, limit: number): Promise<string[]> {
  const found: string[] = [];
  for (let route: string | undefined = `/v2/crawl/${id}?limit=${limit}`; route !== undefined;) {
    const page: any = await client.ask(route);
    found.push(...page.data.map((one: any) => new URL(one.metadata.url).pathname));
    if (page.next === undefined) break;
    assert.ok(page.data.length > 0, 'a page that a next leads to has documents');
    const next: URL = new URL(page.next);
    route = next.pathname + next.search;
  }
  return found;
}

async function untilCompleted(client: Client, id: string, completed: number): Promise<void> {
  for (;;) {
    const status = await client.ask(`/v2/crawl/${id}?limit=1`);
    if (status.completed >= completed || status.status !== 'scraping') return;
    await sleep(LOOK_MS);
  }
}

async function untilEnded(client: Client, id: string, kind = 'crawl'): Promise<any> {
  for (const startedAt = performance.now(); ;) {
    const status = await client.ask(`/v2/${kind}/${id}?limit=1`);
    if (status.status !== 'scraping') return status;
    assert.ok(
      performance.now() - startedAt < 240_000,
      `never ends: ${JSON.stringify({ ...status, data: [] })}`,
    );
    await sleep(LOOK_MS);
  }
}

/** Kills one after the other of `victims` while the job runs, each at a moment of its own. */
async function killAll(
  client: Client,
  id: string,
  victims: ReadonlyArray<() => Promise<void>>,
): Promise<void> {
  for (let kill = 0, kills = killsOf(victims.length); kill < kills; kill++) {
    const share = (kill + 0.2 + Math.random() * 0.7) / (kills + 0.5);
    await untilCompleted(client, id, Math.floor(PAGES * share));
    await sleep(Math.random() * 60);
    await victims[kill % victims.length]?.();
  }
}

async function checkDelivery(
  client: Client,
  id: string,
  expected: readonly string[],
  early: readonly string[],
) {
  const status = await untilEnded(client, id);
  const pages = expected.length;
  assert.deepEqual(
    [status.status, status.completed, status.total, status.creditsUsed],
    ['completed', pages, pages, pages],
  );
  const documents = await readAll(client, id, 100);
  assert.deepEqual(documents.toSorted(), expected.toSorted(), 'every page, each once');
  assert.deepEqual(await readAll(client, id, 37), documents, 'in the same order each time');
  assert.deepEqual(documents.slice(0, early.length), early, 'what was read while it ran has kept its place');
}

describe('a crawl whose processes are killed', { concurrency: 2 }, () => {
  test(
    `${PAGES} pages, ${killsOf(2)} times kill -9 of the service and its database in turn`,
    { timeout: TEST_TIMEOUT_MS },
    async (t) => {
      await using folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-crash-'));
      const { site: opened, paths } = await startTree(PAGES);
      await using site = opened;
      const environment = {
        DECANT_ALLOW_ADDRESSES: `127.0.0.1:${site.port}`,
        DECANT_LOG_LEVEL: 'info',
        DECANT_API_KEY: TEST_KEY,
      };
      const start = (): Promise<TestService> => startTestService({ dataDir: folder.path, environment });
      const now = { service: await start() };
      await using _last = { [Symbol.asyncDispose]: () => now.service[Symbol.asyncDispose]() };
      const client = clientOf(() => now.service);
      const { body } = await now.service.call('/v2/crawl', { url: site.origin });
      const startedAt = performance.now();
      const early: string[][] = [];
      await killAll(client, body.id, [
        async () => {
          early.push(await readAll(client, body.id, 50));
          await now.service.stop('SIGKILL');
          now.service = await start();
        },
        async () => {
          process.kill(await readPostmasterPid(path.join(folder.path, 'postgres')), 'SIGKILL');
        },
      ]);
      await checkDelivery(client, body.id, paths, early.at(-1) ?? []);
      report(t, startedAt, site.pagesAsked().length);
      await using db = await openServiceDatabase({ dataDir: folder.path });
      await checkBooks(db, body.id, PAGES);
      await untilNoSlotIsTaken(db);
    },
  );

  describe('of several that share a database', { concurrency: 1 }, () => {
    const opening = new AsyncDisposableStack();
    /** Some of its pages are answered when it is released. */
    const held = { visits: 0, isReleased: false };
    const running: { api?: RoleProcess; workers: RoleProcess[] } = { workers: [] };
    let database: Database;
    let house: TestRoles;
    let tree: Awaited<ReturnType<typeof startTree>>;
    let slowSite: LoopbackSite;

    before(
      async () => {
        tree = await startTree(PAGES);
        opening.use(tree.site);
        slowSite = opening.use(
          await openLoopbackSite((request, response) => {
            const isSlow = request.url?.startsWith('/slow') ?? false;
            if (isSlow) held.visits++;
            if (isSlow && !held.isReleased) return;
            response
              .writeHead(200, { 'content-type': 'text/html' })
              .end(`<h1>${request.url}</h1><p>Some words of it.</p>`);
          }),
        );
        const server = opening.use(await openTestServer());
        house = opening.use(await openTestRoles(server.url, tree.site.port, slowSite.port));
        running.api = await house.start('api');
        running.workers.push(await house.start('worker'));
        database = opening.use(await openServiceDatabase({ dataDir: '', url: server.url }));
      },
      { timeout: TEST_TIMEOUT_MS },
    );
    after(() => opening.disposeAsync());

    const client = clientOf(() => running.api!);

    test(
      'a worker that is asked to end hands its pages over at once',
      { timeout: TEST_TIMEOUT_MS },
      async () => {
        const quick = Array.from({ length: QUICK_PAGES }, (_, index) => `/quick/${index}`);
        const slow = Array.from({ length: SLOW_PAGES }, (_, index) => `/slow/${index}`);
        const urls = [...quick, ...slow].map((route) => slowSite.origin + route);
        const { id } = await post(running.api!, '/v2/batch/scrape', { urls });
        await eventually(async () =>
          assert.equal(held.visits, slow.length, 'the first worker has all slow pages'),
        );
        const [first] = running.workers.splice(0, 1, await house.start('worker'));
        held.isReleased = true;
        const { workers } = await askDatabase<{ workers: string[] }>(
          database,
          'select array_agg(distinct worker_id::text) as workers from page_lease',
        );
        assert.equal(workers.length, 1);
        first!.process.kill('SIGTERM');
        assert.equal(await first!.ended, 0);
        const { left } = await askDatabase<{ left: number }>(
          database,
          'select count(*)::integer as left from page_lease where worker_id::text = $1',
          workers,
        );
        assert.equal(left, 0, 'nothing waits until the lease of a worker that is gone runs out');
        await eventually(async () =>
          assert.equal(held.visits, 2 * slow.length, 'the second worker asks for them'),
        );
        await untilEnded(client, id, 'batch/scrape');
        const status = await client.ask(`/v2/batch/scrape/${id}`);
        assert.deepEqual(
          [status.status, status.completed, status.total, status.data.length],
          ['completed', urls.length, urls.length, urls.length],
        );
        await checkBooks(database, id, urls.length);
        await untilNoSlotIsTaken(database);
      },
    );

    test(
      `${PAGES} pages, ${killsOf(3)} times kill -9 of a worker, the database and the api in turn`,
      { timeout: TEST_TIMEOUT_MS },
      async (t) => {
        const { site, paths } = tree;
        running.workers.push(await house.start('worker'));
        const { earlier } = await askDatabase<{ earlier: number }>(
          database,
          'select coalesce(sum(credits), 0)::integer as earlier from credit_usage',
        );
        // Each page looked up in the cache takes a connection, and the server of these tests has 20 for all three.
        const crawl = { url: site.origin, scrapeOptions: { maxAge: 0 } };
        const { id } = await post(running.api!, '/v2/crawl', crawl);
        const startedAt = performance.now();
        const early: string[][] = [];
        await killAll(client, id, [
          async () => {
            early.push(await readAll(client, id, 50));
            await running.workers.shift()?.kill();
            if (running.workers.length === 0) running.workers.push(await house.start('worker'));
          },
          async () => {
            const { pid } = await askDatabase<{ pid: number }>(database, 'select pg_backend_pid() as pid');
            process.kill(await parentOf(pid), 'SIGKILL');
          },
          async () => {
            await running.api?.kill();
            running.api = await house.start('api');
          },
        ]);
        await checkDelivery(client, id, paths, early.at(-1) ?? []);
        report(t, startedAt, site.pagesAsked().length);
        await checkBooks(database, id, PAGES, earlier);
        await untilNoSlotIsTaken(database);
        await untilWorkersAlive(database, running.workers.length);
      },
    );
  });
});

function report(t: TestContext, startedAt: number, requests: number): void {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  t.diagnostic(`${PAGES} pages in ${seconds} s, ${requests} requests for pages arrived at the site`);
}

async function readPostmasterPid(databaseFolder: string): Promise<number> {
  const [line = ''] = (await readFile(path.join(databaseFolder, 'postmaster.pid'), 'utf8')).split('\n');
  return realPid(line);
}

/** A server's sessions are children of its postmaster. */
async function parentOf(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'ppid=', '-p', String(pid)]);
  return realPid(stdout);
}

function realPid(text: string): number {
  const pid = Number(text);
  assert.ok(Number.isInteger(pid) && pid > 1, `no process to kill: "${text}"`);
  return pid;
}

async function post(api: RoleProcess, route: string, body: unknown): Promise<any> {
  const response = await fetch(`${api.url}${route}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TEST_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer: any = await response.json();
  assert.equal(response.status, 200, JSON.stringify(answer));
  return answer;
}
