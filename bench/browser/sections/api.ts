import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTestService } from '../../../test/support/test-service.ts';
import { openScrapeClient } from '../../scrape-client.ts';
import { startService } from '../../start-service.ts';
import { median } from '../../statistics.ts';
import { figure } from '../../table.ts';
import type { Bar } from '../bar.ts';
import type { BrowserBench, BrowserReport } from '../browser-section.ts';
import { serviceEnvironment } from '../find-bench-browser.ts';
import { openContender } from '../open-contender.ts';

const BATCHES = 4;
const PAGES_OF_A_BATCH = 8;
const COLD_STARTS = 3;

/** What a scrape of a page that needs JavaScript takes beside the page itself, and the first one of a service. */
export async function api(bench: BrowserBench): Promise<BrowserReport> {
  const warm = await measureWarm(bench);
  const cold = await measureCold(bench);
  const ownMs = median(warm.ownMs);
  const scrapeMs = median(warm.scrapeMs);
  const coldMs = median(cold.map(({ scrapeMs: ms }) => ms));
  const bars: Bar[] = [
    {
      name: "warm scrape above the page's own time, median",
      value: scrapeMs - ownMs,
      bar: 150,
      isMoreBetter: false,
      unit: 'ms',
      limit: `bare CDP with context ${figure(median(warm.bareMs) - ownMs)} ms, without wait, Markdown and storing`,
      digits: 0,
    },
    {
      name: 'first scrape after a cold start, median',
      value: coldMs / 1000,
      bar: 2.5,
      isMoreBetter: false,
      unit: 's',
      limit: `a warm one ${figure(scrapeMs)} ms, start of a browser about 0.1 s`,
    },
  ];
  return {
    bars,
    tables: [
      {
        title: 'POST /v2/scrape of a small application, one at a time, ms',
        columns: ['', 'median', 'least', 'most'],
        rows: [
          ["the page's own time (bare CDP, from going there to its HTML)", ...spread(warm.ownMs)],
          ['bare CDP, all of it', ...spread(warm.bareMs)],
          ['warm scrape', ...spread(warm.scrapeMs)],
          ['first scrape of a service that has just started', ...spread(cold.map((start) => start.scrapeMs))],
          ['(start of that service)', ...spread(cold.map((start) => start.startMs))],
        ],
        notes: [
          'warm: the service has learned from the pages before that such addresses need a browser, and asks it at once',
          'cold: the browser is unpacked, nothing else; the first scrape fetches, finds that a browser is needed and starts one',
        ],
      },
    ],
    raw: { warm, cold },
  };
}

async function measureWarm({ web, browser, isQuick, signal }: BrowserBench) {
  await using service = await startService(serviceEnvironment(browser, web.origin));
  await using client = openScrapeClient(service, 1);
  await using bare = await openContender('bare-cdp', { browser }, signal);
  const measured = { ownMs: [] as number[], bareMs: [] as number[], scrapeMs: [] as number[] };
  for (let batch = -1; batch < (isQuick ? 1 : BATCHES); batch++) {
    const { result } = await bare.run({
      kind: 'visits',
      app: 'simple',
      folder: web.folder('simple'),
      first: web.take(PAGES_OF_A_BATCH),
      count: PAGES_OF_A_BATCH,
      concurrency: 1,
      options: { wait: 'mark', isSameTab: false },
    });
    const scrapeMs: number[] = [];
    for (let page = 0; page < PAGES_OF_A_BATCH; page++) {
      signal.throwIfAborted();
      scrapeMs.push(await timed(() => client.scrape(`${web.folder('simple')}${web.take(1)}`, 'miss')));
    }
    // The first batch only warms up.
    if (batch < 0) continue;
    measured.ownMs.push(...result.shownMs);
    measured.bareMs.push(...result.latencies);
    measured.scrapeMs.push(...scrapeMs);
  }
  return measured;
}

async function measureCold({ web, browser, isQuick, signal }: BrowserBench) {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-bench-'));
  const starts: { startMs: number; scrapeMs: number }[] = [];
  // The first start unpacks the browser where it is not unpacked yet.
  for (let start = -1; start < (isQuick ? 1 : COLD_STARTS); start++) {
    signal.throwIfAborted();
    await using service = await startTestService({
      dataDir: folder.path,
      environment: {
        DECANT_LOG_LEVEL: 'info',
        ...serviceEnvironment(browser, web.origin),
        DECANT_API_KEY: 'fc-bench',
      },
    });
    await using client = openScrapeClient(service, 1);
    const url = `${web.folder('simple')}${web.take(1)}`;
    const scrapeMs = await timed(() => client.scrape(url, 'miss'));
    if (start >= 0) starts.push({ startMs: service.startedInMs, scrapeMs });
  }
  return starts;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

function spread(times: readonly number[]): string[] {
  return [median(times), Math.min(...times), Math.max(...times)].map(figure);
}
