import { setTimeout as sleep } from 'node:timers/promises';
import { memoryOf, processTree } from '../../process-tree.ts';
import { median } from '../../statistics.ts';
import type { Bar } from '../bar.ts';
import type { BrowserBench, BrowserReport } from '../browser-section.ts';
import { openContender } from '../open-contender.ts';

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

/** What a browser holds between pages while it shows many, and what is left of it when nobody needs it any more. */
export async function memory(bench: BrowserBench): Promise<BrowserReport> {
  const { browser, concurrency, signal, web } = bench;
  const total = bench.isQuick ? PAGES / 5 : PAGES;
  await using contender = await openContender('decant', { browser, idleMs: IDLE_MS }, signal);
  const looks: { pages: number; bytes: number; processes: number }[] = [];
  for (let pages = 0; pages < total;) {
    const count = pages === 0 ? FIRST_PAGES : Math.min(STEP, total - pages);
    await contender.run({
      kind: 'visits',
      app: 'simple',
      folder: web.folder('simple'),
      first: web.take(count),
      count,
      concurrency,
      options: { wait: 'mark', isSameTab: false },
    });
    pages += count;
    await sleep(REST_MS, undefined, { signal });
    const bytes: number[] = [];
    for (let sample = 0; sample < SAMPLES; sample++) {
      bytes.push(memoryOf(contender.pid).descendantsPssBytes);
      await sleep(SAMPLE_MS, undefined, { signal });
    }
    looks.push({ pages, bytes: median(bytes), processes: browserProcesses(contender.pid) });
  }
  const restedAt = performance.now();
  while (browserProcesses(contender.pid) > 0 && performance.now() - restedAt < IDLE_MS * 2) {
    await sleep(SAMPLE_MS, undefined, { signal });
  }
  const left = browserProcesses(contender.pid);
  const goneMs = performance.now() - restedAt;
  const first = looks[0]?.bytes ?? 0;
  const last = looks.at(-1)?.bytes ?? 0;
  const bars: Bar[] = [
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
  return {
    bars,
    tables: [
      {
        title: `Browser between pages, each page in a context of its own`,
        columns: ['', 'MB (proportional)', 'processes'],
        rows: looks.map(({ pages, bytes, processes }) => [
          `after ${pages} pages`,
          (bytes / MEGABYTE).toFixed(0),
          `${processes}`,
        ]),
        notes: [
          `a browser ends after ${IDLE_MS / 1000} s without a page here (DECANT_BROWSER_IDLE_SECONDS, 60 otherwise); the last process had gone ${(goneMs / 1000).toFixed(1)} s after the last look`,
          ...(first === 0
            ? ['memory could not be read: that of another user’s processes is for root only']
            : []),
        ],
      },
    ],
    raw: { looks, left, goneMs },
  };
}

function browserProcesses(pid: number): number {
  return processTree(pid).length - 1;
}
