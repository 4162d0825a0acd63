import { setTimeout as wait } from 'node:timers/promises';
import type { CrawlBench, CrawlReport } from '../crawl-section.ts';
import { openCrawlWeb } from '../crawl-web.ts';
import { openDecant, type DecantContender } from '../open-decant.ts';
import { measureCpu } from '../../cpu-usage.ts';
import { median } from '../../statistics.ts';
import { figure, targetCells } from '../../table.ts';

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

/** What further clients cost that wait for the same crawl. */
export async function pollers(bench: CrawlBench): Promise<CrawlReport> {
  const { rounds, concurrency, latencyMs, warmUpPages, environment, signal } = bench;
  const pages = bench.pages ?? DEFAULT_PAGES;
  await using web = await openCrawlWeb({ pages, warmUpPages, latencyMs });
  await using decant = await openDecant({ web, concurrency, environment, signal });
  if (warmUpPages > 0) await decant.crawl(web.warmUpUrl, warmUpPages);
  const watched = { servicePid: decant.pid, webPid: web.pid };
  const problems: string[] = [];

  async function measure(clients: number): Promise<Crawl> {
    const end = new AbortController();
    const polls: Array<Promise<number>> = [];
    const from = performance.now();
    const { cpu } = await measureCpu(watched, () =>
      decant
        .crawl(web.startUrl, pages, {
          onStart: (id) => {
            for (let client = 0; client < clients; client++) {
              polls.push(poll(decant, id, (client / clients) * POLL_MS, end.signal));
            }
          },
        })
        .finally(() => end.abort()),
    );
    const seconds = (performance.now() - from) / 1000;
    const counts = await Promise.all(polls);
    const outcome = await decant.outcome();
    if (outcome.addresses !== pages) problems.push(`${outcome.addresses} of ${pages} pages came`);
    problems.push(...outcome.problems);
    return {
      cpu: ((cpu.service + cpu.database) / pages) * 1000,
      seconds,
      polls: counts.reduce((sum, count) => sum + count, 0),
    };
  }

  const alone: Crawl[] = [];
  const watchedByMany: Crawl[] = [];
  for (let round = 0; round < rounds; round++) {
    // Forth and back, since what the database holds grows from crawl to crawl.
    for (const isMany of round % 2 === 0 ? [false, true] : [true, false]) {
      signal.throwIfAborted();
      if (isMany) watchedByMany.push(await measure(POLLERS));
      else alone.push(await measure(0));
    }
  }
  const middle = (crawls: readonly Crawl[]): number => median(crawls.map(({ cpu }) => cpu));
  const percent = (middle(watchedByMany) / middle(alone) - 1) * 100;
  const [bar, , verdict] = targetCells(percent, COST, '%');
  const row = (crawls: readonly Crawl[]): string[] => [
    figure(median(crawls.map(({ seconds }) => pages / seconds))),
    figure(middle(crawls)),
    crawls.map(({ cpu }) => figure(cpu)).join(' '),
    `${median(crawls.map(({ polls }) => polls))}`,
  ];
  return {
    isComplete: problems.length === 0,
    tables: [
      {
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
      },
    ],
    raw: { pages, alone, watchedByMany, percent },
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
