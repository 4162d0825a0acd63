import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { openViewerBrowser } from '../../test/support/viewer-browser.ts';
import { openWatchClient } from '../../test/support/watch-client.ts';
import { openCrawlClient } from '../crawl/crawl-client.ts';
import { openCrawlWeb, type CrawlWeb } from '../crawl/crawl-web.ts';
import { measureCpu } from '../cpu-usage.ts';
import type { Bench, SectionReport } from '../section.ts';
import { startService } from '../start-service.ts';
import { median, quantile } from '../statistics.ts';
import { figure, targetCells, type Table } from '../table.ts';

/** Of the CPU time of a crawl, percent. */
const SHARE = { bar: 3, goal: 1, isMoreBetter: false };
/** Work of the page for one frame, ms: at 60 frames there are 16.7. */
const FRAME = { bar: 16.7, goal: 5, isMoreBetter: false };
const CONCURRENCY = 50;
const MIB = 2 ** 20;
/** Many look on, so that what one of them costs stands out of what crawls differ by. */
const MANY = 20;
const ROWS = 20_000;
const FRAMES = 600;

/** Who looks at a crawl: nobody, several programs, or the dashboard in a browser. */
type Audience = 'nobody' | 'programs' | 'dashboard';

interface WatchedCrawl {
  audience: Audience;
  /** CPU seconds of the service and its database. */
  service: number;
  database: number;
  seconds: number;
  /** Of the page of the dashboard, after a collection of garbage, at three moments. */
  heapMib: number[];
}

/** What it costs to look at a crawl, and how a long list scrolls. */
export async function watching(bench: Bench): Promise<SectionReport> {
  const pages = bench.isQuick ? 500 : 5_000;
  const crawls: WatchedCrawl[] = [];
  for (const audience of ['nobody', 'programs', 'dashboard'] as const) {
    bench.signal.throwIfAborted();
    // Each a web and a service of its own: pages that were seen before would come from the cache.
    await using web = await openCrawlWeb({ pages, warmUpPages: 200, latencyMs: 5 });
    crawls.push(await crawlWatched(bench, { web, pages, audience }));
  }
  const scrolled = await measureScrolling(bench);
  const [share, crawlTable] = toCrawlTable(crawls, pages);
  return { tables: [crawlTable, toScrollTable(scrolled)], raw: { pages, crawls, share, scrolled } };
}

async function crawlWatched(
  { environment, signal }: Bench,
  { web, pages, audience }: { web: CrawlWeb; pages: number; audience: Audience },
): Promise<WatchedCrawl> {
  await using open = new AsyncDisposableStack();
  const service = open.use(
    await startService({ DECANT_ALLOW_ADDRESSES: new URL(web.origin).host, ...environment }),
  );
  const client = open.use(openCrawlClient(service));
  const run = async (url: string, limit: number, onStart?: (id: string) => Promise<void>): Promise<void> => {
    const id = await client.start({ url, limit, concurrency: CONCURRENCY });
    await onStart?.(id);
    await client.untilCompleted(id, { limit, signal });
  };
  await run(web.warmUpUrl, 200);
  const page = audience === 'dashboard' ? await openDashboard(open, service) : undefined;
  const heapMib: number[] = [];
  const reading: Promise<number[]>[] = [];
  const look = async (id: string): Promise<void> => {
    if (audience === 'programs') {
      for (let at = 0; at < MANY; at++) {
        const { socket } = await openWatchClient(`${service.url}/v2/team/jobs/${id}`, { key: service.key });
        open.defer(() => socket.terminate());
      }
    } else if (page !== undefined) {
      await page.goto(`${service.url}/#/jobs/${id}`);
      await page.locator('.link.live').waitFor();
      reading.push(
        readHeap(
          page,
          [0.1, 0.5].map((part) => part * pages),
          signal,
        ),
      );
    }
  };
  const from = performance.now();
  const { cpu } = await measureCpu({ servicePid: service.pid, webPid: web.pid }, async () => {
    await run(web.startUrl, pages, look);
  });
  if (page !== undefined) {
    await page.getByRole('status').getByText('completed').waitFor();
    heapMib.push(...(await Promise.all(reading)).flat(), await heapOf(page));
  }
  const seconds = (performance.now() - from) / 1_000;
  return { audience, service: cpu.service, database: cpu.database, seconds, heapMib };
}

/** A browser in which somebody has signed in. */
async function openDashboard(
  open: AsyncDisposableStack,
  { url, key }: { url: string; key: string },
): Promise<Page> {
  const browser = await openViewerBrowser();
  if (browser === undefined) throw new Error('There is no browser for this machine');
  open.use(browser);
  const page = await browser.newPage();
  await page.goto(url);
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  return page;
}

/** Reads the heap when so many pages are done as the screen says; the page allows no code of strangers. */
async function readHeap(page: Page, moments: readonly number[], signal: AbortSignal): Promise<number[]> {
  const read: number[] = [];
  for (const moment of moments) {
    while ((await doneOn(page)) < moment) await wait(500, undefined, { signal });
    read.push(await heapOf(page));
  }
  return read;
}

async function doneOn(page: Page): Promise<number> {
  return Number((await page.locator('.counts dd').first().textContent())?.replaceAll(/\D/g, ''));
}

async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / MIB;
}

interface Scrolled {
  rows: number;
  /** Rows that are elements at a time. */
  elements: number;
  /** Between two frames, ms. */
  frameMs: number[];
  /** Work of the main thread of the page for one frame, ms. */
  workMs: number;
}

/** A list of many rows and one of few, scrolled by their whole length. */
async function measureScrolling({ environment }: Bench): Promise<Scrolled[]> {
  await using open = new AsyncDisposableStack();
  const service = open.use(await startService(environment));
  const urls = Array.from({ length: ROWS }, (_none, at) => `http://127.0.0.1:9/${at % 200}/page-${at}`);
  const { body } = await service.call('/v2/batch/scrape', { urls });
  await service.call(`/v2/batch/scrape/${body.id}`, undefined, { method: 'DELETE' });
  const page = await openDashboard(open, service);
  await page.goto(`${service.url}/#/jobs/${body.id}`);
  const scrolled: Scrolled[] = [];
  for (const text of ['page-', '/100/page-']) {
    await page.getByLabel('Part of the address').fill(text);
    await page.getByText(`of ${ROWS.toLocaleString('en')} pages`).waitFor();
    scrolled.push(await scroll(page));
  }
  return scrolled;
}

async function scroll(page: Page): Promise<Scrolled> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const taskSeconds = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  const before = await taskSeconds();
  const { rows, elements, frameMs } = (await page.evaluate(`(async () => {
    const box = document.querySelector('.rows');
    const frame = () => new Promise(requestAnimationFrame);
    const most = box.scrollHeight - box.clientHeight;
    const frameMs = [];
    let last = await frame();
    for (let at = 0; at < ${FRAMES}; at++) {
      box.scrollTop = most * (at / ${FRAMES - 1});
      const now = await frame();
      frameMs.push(now - last);
      last = now;
    }
    const rows = Number(box.querySelector('[aria-setsize]').getAttribute('aria-setsize'));
    return { rows, elements: box.querySelectorAll('.row').length, frameMs };
  })()`)) as Omit<Scrolled, 'workMs'>;
  const workMs = ((await taskSeconds()) - before) * (1_000 / FRAMES);
  await session.detach();
  return { rows, elements, frameMs, workMs };
}

const AUDIENCES: Readonly<Record<Audience, string>> = {
  nobody: 'nobody looks on',
  programs: `${MANY} programs look on`,
  dashboard: 'the dashboard, in a browser',
};

function toCrawlTable(crawls: readonly WatchedCrawl[], pages: number): [share: number, table: Table] {
  const cpuOf = (audience: Audience): number => {
    const { service = 0, database = 0 } = crawls.find((crawl) => crawl.audience === audience) ?? {};
    return service + database;
  };
  const share = (100 * (cpuOf('programs') - cpuOf('nobody'))) / MANY / cpuOf('nobody');
  const [early = 0, , late = 0] = crawls.find(({ audience }) => audience === 'dashboard')?.heapMib ?? [];
  const rows = crawls.map(({ audience, service, database, seconds, heapMib }) => [
    AUDIENCES[audience],
    figure(service),
    figure(database),
    figure(service + database),
    figure((service + database) / cpuOf('nobody')),
    figure(seconds),
    heapMib.map((mib) => figure(mib)).join(', '),
    '',
    '',
    '',
  ]);
  return [
    share,
    {
      title: `A crawl of ${pages.toLocaleString('en')} pages that is looked at from its begin to its end`,
      columns: [
        '',
        'service, CPU s',
        'database, CPU s',
        'both',
        'ratio',
        'time, s',
        'heap, MB',
        'bar',
        'goal',
        '',
      ],
      rows: [
        ...rows,
        ['one onlooker, % of the CPU', '', '', figure(share), '', '', '', ...targetCells(share, SHARE, '%')],
      ],
      notes: [
        `one onlooker: what ${MANY} cost more than none, divided by ${MANY}`,
        `heap of the page at a tenth and half of the crawl and at its end, after garbage was collected: ${figure(((late - early) * MIB) / pages / 0.9)} bytes a page`,
      ],
    },
  ];
}

function toScrollTable(scrolled: readonly Scrolled[]): Table {
  return {
    title: 'A list of pages, scrolled by its whole length in 10 seconds',
    columns: ['rows', 'elements', 'a frame every, ms', 'p95', 'work a frame, ms', 'bar', 'goal', ''],
    rows: scrolled.map(({ rows, elements, frameMs, workMs }) => [
      rows.toLocaleString('en'),
      String(elements),
      figure(median(frameMs)),
      figure(quantile(frameMs, 0.95)),
      figure(workMs),
      ...targetCells(workMs, FRAME, 'ms'),
    ]),
  };
}
