import { availableParallelism } from 'node:os';
import { gunzipSync, gzipSync } from 'node:zlib';
import { openBareFetch } from '../bare-fetch.ts';
import { measureCpu, totalCpu, type Watched } from '../cpu-usage.ts';
import { measureDurableCommit } from '../durable-commit.ts';
import { runLoad } from '../load.ts';
import { generatePage, TEMPLATE_NAMES } from '../page-generator.ts';
import { decantMainContent } from '../peers/decant.ts';
import { openScrapeClient } from '../scrape-client.ts';
import type { Bench, SectionReport } from '../section.ts';
import { startService } from '../start-service.ts';
import { median } from '../statistics.ts';
import { figure, type Table } from '../table.ts';

const CONCURRENCY = 20;

/** Of one thing that every scrape has to do. */
interface Cost {
  /** Median ms when nothing else runs. */
  ms: number;
  /** CPU ms of all parties; undefined where it is not told apart. */
  cpuMs: number | undefined;
}

/** The least that a scrape can cost here, from its parts measured one by one, and how far the whole is from it. */
export async function limit({ web, isQuick, environment, signal }: Bench): Promise<SectionReport> {
  const count = isQuick ? 200 : 600;
  await using service = await startService(environment);
  await using client = openScrapeClient(service, CONCURRENCY);
  await using bare = openBareFetch(web.origin, CONCURRENCY);
  const watched = { servicePid: service.pid, webPid: web.pid };

  async function cost(task: () => Promise<void>): Promise<Cost> {
    return measureCall(task, { watched, count, signal });
  }

  const { syncMs, commitMs } = await measureDurableCommit(count, signal);
  const parts = {
    'fetch of the page (undici.request, page server)': await cost(() => bare.fetch(web.nextUrl(100))),
    'call to the service and back (/health/live)': await cost(() => client.ping()),
    ...inProcessCosts(),
    'durable row of 32 KB (PostgreSQL insert)': { ms: commitMs, cpuMs: undefined },
  } satisfies Record<string, Cost>;
  const scrape = await cost(() => client.scrape(web.nextUrl(100), 'miss'));
  const floor = sumOf(Object.values(parts));
  return {
    tables: [table(parts, floor, scrape, syncMs)],
    raw: { parts, floor, scrape, syncMs, cores: availableParallelism() },
  };
}

interface CallOptions {
  watched: Watched;
  count: number;
  signal: AbortSignal;
}

/** ms alone, CPU under load: each as it is counted in the other sections. */
async function measureCall(
  task: () => Promise<void>,
  { watched, count, signal }: CallOptions,
): Promise<Cost> {
  await runLoad({ count: count / 2, concurrency: CONCURRENCY, signal }, task);
  const alone = await runLoad({ count: count / 2, concurrency: 1, signal }, task);
  const { cpu } = await measureCpu(watched, () => runLoad({ count, concurrency: CONCURRENCY, signal }, task));
  const cpuMs = (totalCpu(cpu) / count) * 1000;
  return { ms: median(alone.latencies), cpuMs };
}

function inProcessCosts(): Record<'decompression' | 'conversion', Cost> {
  const pages = TEMPLATE_NAMES.map((template) => {
    const { opening, rest } = generatePage({ template, bytes: 100_000, seed: 1 });
    return Buffer.from(opening(1) + rest);
  });
  const compressed = pages.map((page) => gzipSync(page));
  return {
    decompression: measureInProcess(compressed, (page) => gunzipSync(page)),
    conversion: measureInProcess(pages, (page) =>
      decantMainContent.convert(page, 'https://www.example.com/page'),
    ),
  };
}

function measureInProcess(pages: readonly Buffer[], work: (page: Buffer) => unknown): Cost {
  const rounds = 20;
  for (let round = 0; round < rounds; round++) for (const page of pages) work(page);
  const times = pages.map(() => [] as number[]);
  const before = process.cpuUsage();
  for (let round = 0; round < rounds; round++) {
    for (const [index, page] of pages.entries()) {
      const from = performance.now();
      work(page);
      times[index]?.push(performance.now() - from);
    }
  }
  const { user, system } = process.cpuUsage(before);
  // The mean of the medians, because the pages differ by template.
  const ms = times.reduce((sum, ofPage) => sum + median(ofPage), 0) / pages.length;
  return { ms, cpuMs: (user + system) / 1000 / rounds / pages.length };
}

function sumOf(costs: readonly Cost[]): { ms: number; cpuMs: number } {
  return {
    ms: costs.reduce((sum, { ms }) => sum + ms, 0),
    cpuMs: costs.reduce((sum, { cpuMs = 0 }) => sum + cpuMs, 0),
  };
}

function table(
  parts: Record<string, Cost>,
  floor: { ms: number; cpuMs: number },
  scrape: Cost,
  syncMs: number,
): Table {
  const { cpuMs: scrapeCpuMs = Number.NaN } = scrape;
  const cores = availableParallelism();
  const perSecond = (cpuMs: number): string => figure((cores / cpuMs) * 1000);
  return {
    title: 'The limit: what one scrape of 100 KB must cost here',
    columns: ['', 'ms alone', 'CPU ms', `per s on ${cores} cores`],
    rows: [
      ...Object.entries(parts).map(([name, { ms, cpuMs }]) => [
        name,
        figure(ms),
        cpuMs === undefined ? '' : figure(cpuMs),
        '',
      ]),
      ['sum: the floor', figure(floor.ms), figure(floor.cpuMs), perSecond(floor.cpuMs)],
      ['POST /v2/scrape', figure(scrape.ms), figure(scrapeCpuMs), perSecond(scrapeCpuMs)],
      ['times the floor', figure(scrape.ms / floor.ms), figure(scrapeCpuMs / floor.cpuMs), ''],
    ],
    notes: [
      `writing 32 KB and fdatasync alone: ${figure(syncMs)} ms; the floor's CPU leaves out the database`,
      'CPU of all parties, client and page server included; per s if nothing ever waited',
    ],
  };
}
