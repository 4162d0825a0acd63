import { measureCpu } from '../cpu-usage.ts';
import { runLoad } from '../load.ts';
import { openScrapeClient } from '../scrape-client.ts';
import type { Bench, SectionReport } from '../section.ts';
import { startService } from '../start-service.ts';
import { median, quantile } from '../statistics.ts';
import { figure, targetCells } from '../table.ts';

const CONCURRENCY = 20;
const PAGES = 100;
const HIT = { bar: 5, goal: 2, isMoreBetter: false };

/** Scrapes of pages that the service has fetched before. */
export async function cacheHits({ web, isQuick, environment, signal }: Bench): Promise<SectionReport> {
  await using service = await startService(environment);
  await using client = openScrapeClient(service, CONCURRENCY);
  const urls = Array.from({ length: PAGES }, () => web.nextUrl(100));
  const counter = { next: 0 };
  const scrape = (cacheState: 'hit' | 'miss') => (): Promise<void> =>
    client.scrape(urls[counter.next++ % PAGES]!, cacheState);
  await runLoad({ count: PAGES, concurrency: CONCURRENCY, signal }, scrape('miss'));
  const hit = scrape('hit');
  await runLoad({ count: isQuick ? 200 : 500, concurrency: CONCURRENCY, signal }, hit);
  const single = await runLoad({ count: isQuick ? 200 : 600, concurrency: 1, signal }, hit);
  const watched = { servicePid: service.pid, webPid: web.pid };
  const { result: busy, cpu } = await measureCpu(watched, () =>
    runLoad({ count: isQuick ? 600 : 3000, concurrency: CONCURRENCY, signal }, hit),
  );
  const medianMs = median(single.latencies);
  const perThousand = (seconds: number): string => figure((seconds / busy.count) * 1000);
  return {
    tables: [
      {
        title: 'Cache hits, pages of 100 KB',
        columns: ['', 'per s', 'median ms', 'p95 ms', 'bar', 'goal', ''],
        rows: [
          [
            'concurrency 1',
            figure(1 / (single.seconds / single.count)),
            figure(medianMs),
            figure(quantile(single.latencies, 0.95)),
            ...targetCells(medianMs, HIT, 'ms'),
          ],
          [
            `concurrency ${CONCURRENCY}`,
            figure(busy.count / busy.seconds),
            figure(median(busy.latencies)),
            figure(quantile(busy.latencies, 0.95)),
            '',
            '',
            '',
          ],
        ],
        notes: [
          `${PAGES} pages in turn; CPU s per 1,000 at concurrency ${CONCURRENCY}: service ${perThousand(cpu.service)}, database ${perThousand(cpu.database)}, client ${perThousand(cpu.client)}`,
        ],
      },
    ],
    raw: {
      medianMs,
      p95Ms: quantile(single.latencies, 0.95),
      perSecond: busy.count / busy.seconds,
      cpuSeconds: cpu,
      count: busy.count,
    },
  };
}
