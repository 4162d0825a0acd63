import { setTimeout as sleep } from 'node:timers/promises';
import { memoryOf, processTree } from '../../process-tree.ts';
import { median } from '../../statistics.ts';
import type { Table } from '../../table.ts';
import type { Bar } from '../bar.ts';
import type { BrowserBench, BrowserReport } from '../browser-section.ts';
import { openContender, type Contender } from '../open-contender.ts';

const PAGES = 500;
/** Before the first look at the memory: a browser grows until it has shown a few. */
const FIRST_PAGES = 50;
const STEP = 150;
/** What is closed behind the last page has gone by then. */
const REST_MS = 1_500;
const SAMPLES = 5;
const SAMPLE_MS = 200;
/** DECANT_BROWSER_IDLE_SECONDS of the service, which is 60 otherwise. */
const IDLE_MS = 6_000;
const MEGABYTE = 1024 * 1024;

/** What the browser holds once so many pages have been shown. */
interface Look {
  pages: number;
  bytes: number;
  processes: number;
}

/** What a browser holds between pages while it shows many, and what is left of it when nobody needs it any more. */
export async function memory(bench: BrowserBench): Promise<BrowserReport> {
  const { browser, signal } = bench;
  const total = bench.isQuick ? PAGES / 5 : PAGES;
  await using contender = await openContender('decant', { browser, idleMs: IDLE_MS }, signal);
  const looks: Look[] = [];
  for (let pages = 0; pages < total;) {
    const count = pages === 0 ? FIRST_PAGES : Math.min(STEP, total - pages);
    await showPages(contender, count, bench);
    pages += count;
    looks.push({ pages, ...(await lookAt(contender.pid, signal)) });
  }
  const restedAt = performance.now();
  while (browserProcesses(contender.pid) > 0 && performance.now() - restedAt < IDLE_MS * 2) {
    await sleep(SAMPLE_MS, undefined, { signal });
  }
  const left = browserProcesses(contender.pid);
  const goneMs = performance.now() - restedAt;
  return {
    bars: barsOf(looks, total, left),
    tables: [lookTable(looks, goneMs)],
    raw: { looks, left, goneMs },
  };
}

async function showPages(
  contender: Contender,
  count: number,
  { web, concurrency }: BrowserBench,
): Promise<void> {
  await contender.run({
    kind: 'visits',
    app: 'simple',
    folder: web.folder('simple'),
    first: web.take(count),
    count,
    concurrency,
    options: { wait: 'mark', isSameTab: false },
  });
}

async function lookAt(pid: number, signal: AbortSignal): Promise<Omit<Look, 'pages'>> {
  await sleep(REST_MS, undefined, { signal });
  const bytes: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample++) {
    bytes.push(memoryOf(pid).descendantsPssBytes);
    await sleep(SAMPLE_MS, undefined, { signal });
  }
  return { bytes: median(bytes), processes: browserProcesses(pid) };
}

function browserProcesses(pid: number): number {
  return processTree(pid).length - 1;
}

/** `left`: browser processes at the end. */
function barsOf(looks: readonly Look[], total: number, left: number): Bar[] {
  const first = looks[0]?.bytes ?? 0;
  const last = looks.at(-1)?.bytes ?? 0;
  return [
    {
      name: `browser memory after ${total} pages, against ${FIRST_PAGES}`,
      value: (last / first - 1) * 100,
      bar: 10,
      isMoreBetter: false,
      unit: '%',
      limit: '0 %',
      digits: 1,
    },
    {
      name: `browser processes ${(IDLE_MS / 1000).toFixed(0)} s after the last page`,
      value: left,
      bar: 0,
      isMoreBetter: false,
      unit: '',
      limit: '0',
      digits: 0,
    },
  ];
}

function lookTable(looks: readonly Look[], goneMs: number): Table {
  const canRead = (looks[0]?.bytes ?? 0) > 0;
  return {
    title: `Browser between pages, each page in a context of its own`,
    columns: ['', 'MB (proportional)', 'processes'],
    rows: looks.map(({ pages, bytes, processes }) => [
      `after ${pages} pages`,
      (bytes / MEGABYTE).toFixed(0),
      `${processes}`,
    ]),
    notes: [
      `a browser ends after ${IDLE_MS / 1000} s without a page here (DECANT_BROWSER_IDLE_SECONDS, 60 otherwise); the last process had gone ${(goneMs / 1000).toFixed(1)} s after the last look`,
      ...(canRead ? [] : ['memory could not be read: that of another user’s processes is for root only']),
    ],
  };
}
