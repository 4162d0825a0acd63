import { setTimeout as wait } from 'node:timers/promises';
import type { CrawlOutcome } from '../contender.ts';
import type { CrawlBench, CrawlReport } from '../crawl-section.ts';
import { openCrawlWeb, type CrawlWeb } from '../crawl-web.ts';
import { openDecant, type DecantContender } from '../open-decant.ts';
import { measureCpu } from '../../cpu-usage.ts';
import { median } from '../../statistics.ts';
import { figure, targetCells, type Table } from '../../table.ts';

const DEFAULT_PAGES = 1_000;
const POLLERS = 10;
const POLL_MS = 1_000;
const COST = { bar: 5, goal: 5, isMoreBetter: false };

interface Crawl {
  /** CPU seconds of service and database per 1,000 pages. */
  cpu: number;
  seconds: number;
  /** Answers that the further clients had. */
  polls: number;
}

/** Crawls that one client waits for, and such that further ones ask for as well. */
interface Crawls {
  alone: Crawl[];
  watchedByMany: Crawl[];
}

/** What further clients cost that wait for the same crawl. */
export async function pollers(bench: CrawlBench): Promise<CrawlReport> {
  const { rounds, concurrency, latencyMs, warmUpPages, environment, signal } = bench;
  const pages = bench.pages ?? DEFAULT_PAGES;
  await using web = await openCrawlWeb({ pages, warmUpPages, latencyMs });
  await using decant = await openDecant({ web, concurrency, environment, signal });
  if (warmUpPages > 0) await decant.crawl(web.warmUpUrl, warmUpPages);
  const problems: string[] = [];
  const crawls: Crawls = { alone: [], watchedByMany: [] };
  for (let round = 0; round < rounds; round++) {
    // Forth and back, since what the database holds grows from crawl to crawl.
    for (const isMany of round % 2 === 0 ? [false, true] : [true, false]) {
      signal.throwIfAborted();
      const crawl = await measureWatched(decant, web, { pages, clients: isMany ? POLLERS : 0 });
      crawls[isMany ? 'watchedByMany' : 'alone'].push(crawl);
      problems.push(...problemsOf(await decant.outcome(), pages));
    }
  }
  const percent = (medianCpu(crawls.watchedByMany) / medianCpu(crawls.alone) - 1) * 100;
  return {
    isComplete: problems.length === 0,
    tables: [costTable({ ...bench, pages }, crawls, percent, problems)],
    raw: { pages, ...crawls, percent },
  };
}

/** Crawls the site while so many further clients ask for the status. */
async function measureWatched(
  decant: DecantContender,
  web: CrawlWeb,
  { pages, clients }: { pages: number; clients: number },
): Promise<Crawl> {
  const end = new AbortController();
  const polls: Array<Promise<number>> = [];
  const onStart = (id: string): void => {
    for (let client = 0; client < clients; client++) {
      polls.push(poll(decant, id, (client / clients) * POLL_MS, end.signal));
    }
  };
  const from = performance.now();
  const { cpu } = await measureCpu({ servicePid: decant.pid, webPid: web.pid }, () =>
    decant.crawl(web.startUrl, pages, { onStart }).finally(() => end.abort()),
  );
  const seconds = (performance.now() - from) / 1000;
  const counts = await Promise.all(polls);
  return {
    cpu: ((cpu.service + cpu.database) / pages) * 1000,
    seconds,
    polls: counts.reduce((sum, count) => sum + count, 0),
  };
}

function problemsOf({ addresses, problems }: CrawlOutcome, pages: number): string[] {
  return [...(addresses === pages ? [] : [`${addresses} of ${pages} pages came`]), ...problems];
}

function medianCpu(crawls: readonly Crawl[]): number {
  return median(crawls.map(({ cpu }) => cpu));
}

/** `percent`: how much more CPU time a crawl takes that is watched by many. */
function costTable(
  { pages, rounds }: CrawlBench & { pages: number },
  { alone, watchedByMany }: Crawls,
  percent: number,
  problems: readonly string[],
): Table {
  const [bar, , verdict] = targetCells(percent, COST, '%');
  const row = (crawls: readonly Crawl[]): string[] => [
    figure(median(crawls.map(({ seconds }) => pages / seconds))),
    figure(medianCpu(crawls)),
    crawls.map(({ cpu }) => figure(cpu)).join(' '),
    `${median(crawls.map(({ polls }) => polls))}`,
  ];
  return {
    title: `Crawl of ${pages} pages while others ask for its status`,
    columns: ['', 'pages/s', 'CPU s per 1,000', 'of each round', 'further polls', 'cost', 'bar', ''],
    rows: [
      ['one client that waits', ...row(alone), '', '', ''],
      [
        `${POLLERS} more, once a second each`,
        ...row(watchedByMany),
        `${percent.toFixed(1)} %`,
        bar,
        verdict === 'NOT MET' ? verdict : 'met',
      ],
    ],
    notes: [
      `medians of ${rounds} rounds in turn on one service; CPU time of service and database`,
      'a difference below that of the rounds among themselves says nothing: take more rounds or more pages',
      ...problems,
    ],
  };
}

/** Asks once a second until it is told to stop; returns how often it was answered. */
async function poll(
  { client }: DecantContender,
  id: string,
  delayMs: number,
  signal: AbortSignal,
): Promise<number> {
  const pause = (ms: number): Promise<void> => wait(ms, undefined, { signal }).catch(() => undefined);
  let answers = 0;
  for (await pause(delayMs); !signal.aborted; await pause(POLL_MS)) {
    await client.status(id);
    answers++;
  }
  return answers;
}
