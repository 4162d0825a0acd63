import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { openTestServer } from '../../../test/support/postgres-server.ts';
import { cpuSeconds } from '../../process-tree.ts';
import { median } from '../../statistics.ts';
import { figure, type Table } from '../../table.ts';
import { openCrawlClient, type CrawlClient } from '../crawl-client.ts';
import type { CrawlBench, CrawlReport } from '../crawl-section.ts';
import { openCrawlWeb, type CrawlWeb } from '../crawl-web.ts';
import { openRoleProcess } from '../open-role-process.ts';

/** Two workers, the page server and the database: on fewer cores they would only take turns. */
const MIN_CORES = 4;
const DEFAULT_PAGES = 2_000;

interface Crawl {
  seconds: number;
  /** CPU seconds of each worker. */
  workers: number[];
}

/** What a second worker process adds. Only where it can: elsewhere the report says why there is no figure. */
export async function workers(bench: CrawlBench): Promise<CrawlReport> {
  const cores = availableParallelism();
  if (cores < MIN_CORES) {
    return {
      isComplete: true,
      tables: [
        {
          title: 'Two worker processes against one',
          columns: ['', 'measured'],
          rows: [['pages per second, times those of one', `not measured: ${cores} cores`]],
        },
      ],
      raw: { cores },
    };
  }
  return measure(bench, bench.pages ?? DEFAULT_PAGES);
}

/** One process that answers requests, one database, and one or two workers in turn. */
async function measure(bench: CrawlBench, pages: number): Promise<CrawlReport> {
  const { rounds, latencyMs, warmUpPages, signal } = bench;
  await using web = await openCrawlWeb({ pages, warmUpPages, latencyMs });
  await using database = await openTestServer();
  const key = `fc-${randomBytes(16).toString('hex')}`;
  const environment = {
    DATABASE_URL: database.url,
    DECANT_SECRET: randomBytes(32).toString('hex'),
    DECANT_API_KEY: key,
    DECANT_ALLOW_ADDRESSES: new URL(web.origin).host,
    ...bench.environment,
  };
  await using api = await openRoleProcess('api', environment);
  await using first = await openRoleProcess('worker', environment);
  await using client = openCrawlClient({ url: api.url, key });
  const target = { client, web, bench: { ...bench, pages } };
  const problems: string[] = [];
  const one: Crawl[] = [];
  const two: Crawl[] = [];
  for (let round = 0; round < rounds; round++) {
    // Forth and back, since what the database holds grows from crawl to crawl.
    for (const isTwo of round % 2 === 0 ? [false, true] : [true, false]) {
      signal.throwIfAborted();
      if (isTwo) {
        await using second = await openRoleProcess('worker', environment);
        two.push(await measureWith([first.pid, second.pid], target, problems));
      } else {
        one.push(await measureWith([first.pid], target, problems));
      }
    }
  }
  return {
    isComplete: problems.length === 0,
    tables: [workersTable({ rounds, pages }, one, two, problems)],
    raw: { pages, one, two },
  };
}

/** Crawls the site with the workers of these processes, once warmed up. */
async function measureWith(
  pids: readonly number[],
  { client, web, bench }: { client: CrawlClient; web: CrawlWeb; bench: CrawlBench & { pages: number } },
  problems: string[],
): Promise<Crawl> {
  const { pages, warmUpPages, concurrency, signal } = bench;
  const crawl = async (url: string, limit: number): Promise<string> => {
    const started = await client.start({ url, limit, concurrency });
    await client.untilCompleted(started, { limit, signal });
    return started;
  };
  if (warmUpPages > 0) await crawl(web.warmUpUrl, warmUpPages);
  const before = pids.map((pid) => cpuSeconds([pid]));
  const from = performance.now();
  const id = await crawl(web.startUrl, pages);
  const seconds = (performance.now() - from) / 1000;
  const used = pids.map((pid, index) => cpuSeconds([pid]) - (before[index] ?? 0));
  const outcome = await client.collect(id);
  if (outcome.addresses !== pages) problems.push(`${outcome.addresses} of ${pages} pages came`);
  problems.push(...outcome.problems);
  return { seconds, workers: used };
}

function workersTable(
  { rounds, pages }: { rounds: number; pages: number },
  one: readonly Crawl[],
  two: readonly Crawl[],
  problems: readonly string[],
): Table {
  const rate = (crawls: readonly Crawl[]): number => median(crawls.map(({ seconds }) => pages / seconds));
  const shares = (crawls: readonly Crawl[]): string => {
    const perWorker = (crawls[0]?.workers ?? []).map((_, index) =>
      median(crawls.map(({ workers: used }) => ((used[index] ?? 0) / pages) * 1000)),
    );
    return perWorker.map(figure).join(' + ');
  };
  return {
    title: `Two worker processes against one, crawl of ${pages} pages`,
    columns: ['', 'pages/s', 'CPU s per 1,000, by worker', 'times one'],
    rows: [
      ['one worker', figure(rate(one)), shares(one), ''],
      ['two workers', figure(rate(two)), shares(two), figure(rate(two) / rate(one))],
    ],
    notes: [
      `medians of ${rounds} rounds in turn, on one database, beside one process that answers requests`,
      ...problems,
    ],
  };
}
