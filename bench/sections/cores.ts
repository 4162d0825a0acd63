import { measureCpu, type CpuUsage, type Watched } from '../cpu-usage.ts';
import { openCrawlWeb } from '../crawl/crawl-web.ts';
import { openDecant } from '../crawl/open-decant.ts';
import { runLoad } from '../load.ts';
import { openScrapeClient } from '../scrape-client.ts';
import type { Bench, SectionReport } from '../section.ts';
import { startService } from '../start-service.ts';
import { figure } from '../table.ts';

const CONCURRENCY = 20;
/** The arrangements take turns, since the speed of a machine changes within minutes. */
const ROUNDS = 2;

/** A service that is set up for so many cores, whatever this machine has. */
interface Arrangement {
  name: string;
  environment: Readonly<Record<string, string>>;
}

const ARRANGEMENTS: readonly Arrangement[] = [
  { name: 'as on 2 cores', environment: { DECANT_SPARE_CORES: '1' } },
  { name: 'as on 4 cores', environment: { DECANT_SPARE_CORES: '3' } },
];

/** CPU seconds of one arrangement, of all rounds. */
interface Spent {
  count: number;
  mainThread: number;
  otherThreads: number;
  database: number;
}

/** How the CPU time of a page is spread over threads: what one of them needs is what no further core helps with. */
export async function cores(bench: Bench): Promise<SectionReport> {
  const scrapes = await measureScrapes(bench);
  const crawls = await measureCrawls(bench);
  const rows = (spent: readonly Spent[], what: string): string[][] =>
    spent.map((each, index) => [what, ARRANGEMENTS[index]?.name ?? '', ...cells(each)]);
  return {
    tables: [
      {
        title: 'CPU ms of a page, by thread',
        columns: [
          '',
          '',
          'main thread',
          'other threads',
          'database',
          'all',
          "main thread's share of the service",
        ],
        rows: [...rows(scrapes, `scrape, ${CONCURRENCY} at once`), ...rows(crawls, 'page of a crawl')],
        notes: [
          `${scrapes[0]?.count} scrapes of 100 KB and ${crawls[0]?.count} crawled pages each, in turns; warmed up before`,
        ],
        textColumns: 2,
      },
    ],
    raw: { arrangements: ARRANGEMENTS, scrapes, crawls },
  };
}

function cells({ count, mainThread, otherThreads, database }: Spent): string[] {
  const all = mainThread + otherThreads + database;
  const share = (100 * mainThread) / (mainThread + otherThreads);
  return [
    ...[mainThread, otherThreads, database, all].map((seconds) => figure((seconds / count) * 1000)),
    `${share.toFixed(0)} %`,
  ];
}

/** `POST /v2/scrape`, each page for the first time. */
async function measureScrapes({ web, isQuick, environment, signal }: Bench): Promise<Spent[]> {
  await using open = new AsyncDisposableStack();
  const count = isQuick ? 150 : 1_000;
  const turns: Turn[] = [];
  for (const arrangement of ARRANGEMENTS) {
    const service = open.use(await startService({ ...environment, ...arrangement.environment }));
    const client = open.use(openScrapeClient(service, CONCURRENCY));
    const scrape = (pages: number): Promise<unknown> =>
      runLoad({ count: pages, concurrency: CONCURRENCY, signal }, () =>
        client.scrape(web.nextUrl(100), 'miss'),
      );
    await scrape(count);
    turns.push({
      watched: { servicePid: service.pid, webPid: web.pid },
      count,
      // Threads may have ended while the others had their turn.
      begin: () => scrape(count / 5),
      work: () => scrape(count),
    });
  }
  return await takeTurns(turns, ROUNDS);
}

/** One crawl each: the pages of a second one would come from the cache. */
async function measureCrawls({ isQuick, environment, signal }: Bench): Promise<Spent[]> {
  const count = isQuick ? 100 : 1_000;
  await using web = await openCrawlWeb({ pages: count, warmUpPages: count, latencyMs: 0 });
  await using open = new AsyncDisposableStack();
  const turns: Turn[] = [];
  for (const arrangement of ARRANGEMENTS) {
    const service = open.use(
      await openDecant({
        web,
        concurrency: CONCURRENCY,
        environment: { ...environment, ...arrangement.environment },
        signal,
      }),
    );
    turns.push({
      watched: { servicePid: service.pid, webPid: web.pid },
      count,
      begin: () => service.crawl(web.warmUpUrl, count),
      work: () => service.crawl(web.startUrl, count),
    });
  }
  return await takeTurns(turns, 1);
}

interface Turn {
  watched: Watched;
  /** Pages that `work` is. */
  count: number;
  /** Warms up. */
  begin(): Promise<unknown>;
  work(): Promise<unknown>;
}

async function takeTurns(turns: readonly Turn[], rounds: number): Promise<Spent[]> {
  const spent = turns.map((): Spent => ({ count: 0, mainThread: 0, otherThreads: 0, database: 0 }));
  for (let round = 0; round < rounds; round++) {
    for (const [index, { watched, count, begin, work }] of turns.entries()) {
      await begin();
      const { cpu } = await measureCpu(watched, work);
      add(spent[index]!, count, cpu);
    }
  }
  return spent;
}

function add(spent: Spent, count: number, cpu: CpuUsage): void {
  spent.count += count;
  spent.mainThread += cpu.serviceMainThread;
  spent.otherThreads += cpu.service - cpu.serviceMainThread;
  spent.database += cpu.database;
}
