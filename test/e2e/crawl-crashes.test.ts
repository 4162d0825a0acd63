/**
 * Kills whatever takes part in a crawl. DECANT_TEST_CRASH_PAGES, DECANT_TEST_CRASH_KILLS and DECANT_TEST_CRASH_LATENCY_MS
 * make it larger by hand, up to the measure of the promise: 2,000 pages of 20 ms, six kills. Without them each process is killed once.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ServiceError } from '../../src/lib/service-error.ts';
import type { Database } from '../../src/store/database.ts';
import { sitemapIndexOf, sitemapOf, startCrawlSite, type CrawlAnswer } from '../support/crawl-site.ts';
import { eventually } from '../support/eventually.ts';
import { openLoopbackSite } from '../support/loopback-site.ts';
import { pickSize } from '../support/pick-size.ts';
import { openTestServer } from '../support/postgres-server.ts';
import { openTestRoles, TEST_KEY, type RoleProcess } from '../support/open-test-roles.ts';
import { openServiceDatabase } from '../support/service-database.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const PAGES = Number(process.env['DECANT_TEST_CRASH_PAGES'] ?? pickSize(80, 120));
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
        await sleep(50);
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
    await sleep(25);
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
    await sleep(50);
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

/** Asks a database that may be starting again, or have no connection left. */
async function askDatabase<Row>(db: Database, sql: string, values: readonly unknown[] = []): Promise<Row> {
  for (let attempt = 0; ; attempt++) {
    try {
      const { rows } = await db.query<Row>(sql, values);
      assert.ok(rows[0] !== undefined);
      return rows[0];
    } catch (error) {
      if (!(error instanceof ServiceError) || attempt === 300) throw error;
      await sleep(100);
    }
  }
}

/** Everything that a job leaves in the database, counted again from its pages. */
async function checkBooks(db: Database, id: string, pages: number): Promise<void> {
  const books = await askDatabase<Record<string, unknown>>(
    db,
    `select j.status, j.queued, j.in_flight, j.attempted, j.completed, j.credits::integer,
       (select count(*)::integer from page p where p.job_id = j.id and p.state = 2) as done,
       (select count(*)::integer from page p where p.job_id = j.id and p.state in (0, 1)) as open,
       (select count(distinct document_index)::integer from page p where p.job_id = j.id) as indexes,
       (select max(document_index) from page p where p.job_id = j.id) as last,
       (select count(*)::integer from scrape s where s.job_id = j.id) as scrapes,
       (select sum(credits)::integer from credit_usage) as charged,
       (select sum(credits_used)::integer from team) as used,
       (select coalesce(sum(h.in_flight), 0)::integer from job_host h where h.job_id = j.id) as host_in_flight,
       (select coalesce(sum(h.queued), 0)::integer from job_host h where h.job_id = j.id) as host_queued
     from job j where j.id = $1`,
    [id],
  );
  assert.deepEqual(books, {
    status: 'completed',
    queued: 0,
    in_flight: 0,
    attempted: pages,
    completed: pages,
    credits: pages,
    done: pages,
    open: 0,
    indexes: pages,
    last: pages - 1,
    scrapes: pages,
    charged: pages,
    used: pages,
    host_in_flight: 0,
    host_queued: 0,
  });
}

/** Slots of the team come back: those of living processes at once, those of dead ones when their leases run out. */
async function untilNoSlotIsTaken(db: Database): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const slots = await askDatabase<{ active: number; leased: number }>(
      db,
      `select (select sum(active)::integer from slot_group) as active,
         (select coalesce(sum(slots), 0)::integer from slot_lease) as leased`,
    );
    if (slots.active === 0 && slots.leased === 0) return;
    assert.ok(attempt < 600, `slots stay taken: ${JSON.stringify(slots)}`);
    await sleep(50);
  }
}

/** The dead are forgotten when their leases have run out. */
async function untilWorkersAlive(db: Database, wanted: number): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const { known } = await askDatabase<{ known: number }>(
      db,
      'select count(*)::integer as known from worker',
    );
    if (known === wanted) return;
    assert.ok(attempt < 600, `${known} workers are known`);
    await sleep(50);
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

describe('a crawl whose processes are killed', { concurrency: 3 }, () => {
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

  test(
    `${PAGES} pages, ${killsOf(3)} times kill -9 of a worker, the database and the api in turn`,
    { timeout: TEST_TIMEOUT_MS },
    async (t) => {
      await using server = await openTestServer();
      const { site: opened, paths } = await startTree(PAGES);
      await using site = opened;
      await using house = await openTestRoles(server.url, site.port);
      const now = {
        api: await house.start('api'),
        workers: [await house.start('worker'), await house.start('worker')],
      };
      const client = clientOf(() => now.api);
      // Each page looked up in the cache takes a connection, and the server of these tests has 20 for all three.
      const { id } = await post(now.api, '/v2/crawl', { url: site.origin, scrapeOptions: { maxAge: 0 } });
      const startedAt = performance.now();
      const early: string[][] = [];
      await using db = await openServiceDatabase({ dataDir: '', url: server.url });
      await killAll(client, id, [
        async () => {
          early.push(await readAll(client, id, 50));
          await now.workers.shift()?.kill();
          now.workers.push(await house.start('worker'));
        },
        async () => {
          const { pid } = await askDatabase<{ pid: number }>(db, 'select pg_backend_pid() as pid');
          process.kill(await parentOf(pid), 'SIGKILL');
        },
        async () => {
          await now.api.kill();
          now.api = await house.start('api');
        },
      ]);
      await checkDelivery(client, id, paths, early.at(-1) ?? []);
      report(t, startedAt, site.pagesAsked().length);
      await checkBooks(db, id, PAGES);
      await untilNoSlotIsTaken(db);
      await untilWorkersAlive(db, 2);
    },
  );

  test(
    'a worker that is asked to end hands its pages over at once',
    { timeout: TEST_TIMEOUT_MS },
    async () => {
      await using server = await openTestServer();
      const quick = Array.from({ length: 30 }, (_, index) => `/quick/${index}`);
      const slow = Array.from({ length: 10 }, (_, index) => `/slow/${index}`);
      const site = { slowVisits: 0, isReleased: false };
      await using opened = await openLoopbackSite((request, response) => {
        const isSlow = request.url?.startsWith('/slow') ?? false;
        if (isSlow) site.slowVisits++;
        if (isSlow && !site.isReleased) return;
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(`<h1>${request.url}</h1><p>Some words of it.</p>`);
      });
      await using house = await openTestRoles(server.url, opened.port);
      const api = await house.start('api');
      const first = await house.start('worker');
      const urls = [...quick, ...slow].map((route) => opened.origin + route);
      const { id } = await post(api, '/v2/batch/scrape', { urls });
      await eventually(async () =>
        assert.equal(site.slowVisits, slow.length, 'the first worker has all slow pages'),
      );
      await house.start('worker');
      site.isReleased = true;
      await using db = await openServiceDatabase({ dataDir: '', url: server.url });
      const { workers } = await askDatabase<{ workers: string[] }>(
        db,
        'select array_agg(distinct worker_id::text) as workers from page_lease',
      );
      assert.equal(workers.length, 1);
      first.process.kill('SIGTERM');
      assert.equal(await first.ended, 0);
      const { left } = await askDatabase<{ left: number }>(
        db,
        'select count(*)::integer as left from page_lease where worker_id::text = $1',
        workers,
      );
      assert.equal(left, 0, 'nothing waits until the lease of a worker that is gone runs out');
      await eventually(async () =>
        assert.equal(site.slowVisits, 2 * slow.length, 'the second worker asks for them'),
      );
      const client = clientOf(() => api);
      await untilEnded(client, id, 'batch/scrape');
      const status = await client.ask(`/v2/batch/scrape/${id}`);
      assert.deepEqual(
        [status.status, status.completed, status.total, status.data.length],
        ['completed', 40, 40, 40],
      );
      await checkBooks(db, id, urls.length);
      await untilNoSlotIsTaken(db);
    },
  );
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
