import { availableParallelism } from 'node:os';
import { openBareFetch } from '../bare-fetch.ts';
import { measureCpu, totalCpu, type CpuUsage } from '../cpu-usage.ts';
import { runLoad, type Load } from '../load.ts';
import { openScrapeClient } from '../scrape-client.ts';
import type { Bench, SectionReport } from '../section.ts';
import { startService } from '../start-service.ts';
import { median, quantile } from '../statistics.ts';
import { figure, targetCells } from '../table.ts';

const CONCURRENCY = 20;
const RATE = { bar: 300, goal: 400, isMoreBetter: true };

/** How many scrapes a second, with everything on this machine: service, database, client and page server. */
export async function throughput({ web, isQuick, environment, signal }: Bench): Promise<SectionReport> {
  await using service = await startService(environment);
  await using client = openScrapeClient(service, CONCURRENCY);
  await using bare = openBareFetch(web.origin, CONCURRENCY);
  const count = isQuick ? 600 : 2000;
  const load = { count, concurrency: CONCURRENCY, signal };
  const fetchBare = (): Promise<void> => bare.fetch(web.nextUrl(100));
  const scrape = (): Promise<void> => client.scrape(web.nextUrl(100), 'miss');
  await runLoad({ ...load, count: count / 5 }, fetchBare);
  await runLoad({ ...load, count: count / 5 }, scrape);
  const watched = { servicePid: service.pid, webPid: web.pid };
  const bareRun = await measureCpu(watched, () => runLoad(load, fetchBare));
  const scrapeRun = await measureCpu(watched, () => runLoad(load, scrape));
  const rate = count / scrapeRun.result.seconds;
  return {
    tables: [
      {
        title: `Throughput at concurrency ${CONCURRENCY}, pages of 100 KB`,
        columns: ['', 'per s', 'median ms', 'p95 ms', 'bar', 'goal', ''],
        rows: [
          ['bare undici.request', ...loadCells(bareRun.result), '', '', ''],
          ['POST /v2/scrape', ...loadCells(scrapeRun.result), ...targetCells(rate, RATE, '/s')],
        ],
        notes: [`${count} of each, each page for the first time, after ${count / 5} to warm up`],
      },
      {
        title: 'CPU seconds per 1,000 of them',
        columns: ['', 'service', 'its main thread', 'database', 'page server', 'client', 'all', 'cores busy'],
        rows: [
          ['bare undici.request', ...cpuCells(bareRun)],
          ['POST /v2/scrape', ...cpuCells(scrapeRun)],
        ],
        notes: [
          `on a machine of its own: at most ${ceiling(scrapeRun)} scrapes per s (${availableParallelism()} cores, one main thread)`,
        ],
      },
    ],
    raw: { count, bare: rawOf(bareRun), scrape: rawOf(scrapeRun) },
  };
}

/** Scrapes per second when nobody else wants the cores and nothing ever waits. */
function ceiling({ result, cpu }: Run): string {
  return figure(result.count / Math.max(cpu.serviceMainThread, totalCpu(cpu) / availableParallelism()));
}

interface Run {
  result: Load;
  cpu: CpuUsage;
}

function loadCells({ count, seconds, latencies }: Load): string[] {
  return [figure(count / seconds), figure(median(latencies)), figure(quantile(latencies, 0.95))];
}

function cpuCells({ result, cpu }: Run): string[] {
  const users = [cpu.service, cpu.serviceMainThread, cpu.database, cpu.pageServer, cpu.client, totalCpu(cpu)];
  return [
    ...users.map((seconds) => figure((seconds / result.count) * 1000)),
    figure(totalCpu(cpu) / result.seconds),
  ];
}

function rawOf({ result: { count, seconds, latencies }, cpu }: Run): Record<string, unknown> {
  return {
    perSecond: count / seconds,
    medianMs: median(latencies),
    p95Ms: quantile(latencies, 0.95),
    cpuSeconds: cpu,
  };
}
