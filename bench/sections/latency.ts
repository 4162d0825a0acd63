import { openBareFetch } from '../bare-fetch.ts';
import { openScrapeClient } from '../scrape-client.ts';
import type { Bench, SectionReport } from '../section.ts';
import { startService } from '../start-service.ts';
import { median, quantile } from '../statistics.ts';
import { figure, targetCells } from '../table.ts';

const ADDED = { bar: 15, goal: 5, isMoreBetter: false };

/** What a scrape adds to a bare fetch when nothing else is going on. */
export async function latency({ web, isQuick, environment, signal }: Bench): Promise<SectionReport> {
  await using service = await startService(environment);
  await using client = openScrapeClient(service, 1);
  await using bare = openBareFetch(web.origin, 1);
  const pairs = isQuick ? 150 : 500;
  const warmUp = isQuick ? 150 : 400;
  const bareMs: number[] = [];
  const scrapeMs: number[] = [];

  async function timed(into: number[], work: () => Promise<void>): Promise<void> {
    const from = performance.now();
    await work();
    into.push(performance.now() - from);
  }

  for (let pair = -warmUp; pair < pairs; pair++) {
    signal.throwIfAborted();
    if (pair === 0) bareMs.length = scrapeMs.length = 0;
    const calls = [
      () => timed(bareMs, () => bare.fetch(web.nextUrl(100))),
      () => timed(scrapeMs, () => client.scrape(web.nextUrl(100), 'miss')),
    ];
    // Neither may always come second, when the page server is warm.
    for (const call of pair % 2 === 0 ? calls : calls.toReversed()) await call();
  }

  const added = median(scrapeMs) - median(bareMs);
  const row = (name: string, values: readonly number[]): string[] => [
    name,
    figure(median(values)),
    figure(quantile(values, 0.95)),
    '',
    '',
    '',
  ];
  return {
    tables: [
      {
        title: 'Latency at concurrency 1, pages of 100 KB',
        columns: ['', 'median ms', 'p95 ms', 'bar', 'goal', ''],
        rows: [
          row('bare undici.request', bareMs),
          row('POST /v2/scrape', scrapeMs),
          ['added', figure(added), '', ...targetCells(added, ADDED, 'ms')],
        ],
        notes: [`${pairs} interleaved pairs, each page for the first time, after ${warmUp} pairs to warm up`],
      },
    ],
    raw: {
      bareMs: median(bareMs),
      bareP95Ms: quantile(bareMs, 0.95),
      scrapeMs: median(scrapeMs),
      scrapeP95Ms: quantile(scrapeMs, 0.95),
      addedMs: added,
    },
  };
}
