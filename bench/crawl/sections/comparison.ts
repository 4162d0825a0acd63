import type { ContenderKind } from '../contender.ts';
import type { CrawlBench, CrawlReport } from '../crawl-section.ts';
import { openCrawlWeb } from '../crawl-web.ts';
import { measureCrawl, type MeasuredCrawl } from '../measure-crawl.ts';
import { openDecant } from '../open-decant.ts';
import { openPeer } from '../open-peer.ts';
import { median } from '../../statistics.ts';
import { figure, targetCells, type Table } from '../../table.ts';

const DEFAULT_PAGES = 1_000;
const MEGABYTE = 1024 * 1024;
const CPU = { bar: 6, goal: 4, isMoreBetter: false };
const RATE = { bar: 4, goal: 6, isMoreBetter: true };

const decant: ContenderKind = { name: 'Decant', open: openDecant };
const crawlee: ContenderKind = {
  name: 'CheerioCrawler + turndown',
  open: (options) => openPeer('crawlee', options),
};
const bareLoop: ContenderKind = {
  name: 'bare undici loop',
  open: (options) => openPeer('bare-loop', options),
};
const CONTENDERS = [decant, crawlee, bareLoop];

type Runs = ReadonlyMap<ContenderKind, readonly MeasuredCrawl[]>;

/** The same crawl by ours and by others, in turn. */
export async function comparison(bench: CrawlBench): Promise<CrawlReport> {
  const pages = bench.pages ?? DEFAULT_PAGES;
  const runs = await measureInTurn(bench, pages);
  const ours = runs.get(decant) ?? [];
  const theirs = runs.get(crawlee) ?? [];
  const cpu = median(ours.map(cpuPerThousand));
  const times = median(ours.map((run, round) => rate(run) / rate(theirs[round] ?? run)));
  const problems = [...runs].flatMap(([kind, ofOne]) => ofOne.flatMap((run) => problemsOf(kind, run, pages)));
  const isComplete = problems.length === 0;
  return {
    isComplete,
    tables: [crawlTable({ ...bench, pages }, runs, problems), barsTable(cpu, times, isComplete)],
    raw: {
      pages,
      cpuPerThousand: cpu,
      timesCrawlee: times,
      runs: Object.fromEntries([...runs].map(([kind, ofOne]) => [kind.name, ofOne])),
    },
  };
}

async function measureInTurn(bench: CrawlBench, pages: number): Promise<Runs> {
  const { rounds, concurrency, latencyMs, warmUpPages, environment, signal } = bench;
  await using web = await openCrawlWeb({ pages, warmUpPages, latencyMs });
  const runs = new Map(CONTENDERS.map((kind): [ContenderKind, MeasuredCrawl[]] => [kind, []]));
  for (let round = 0; round < rounds; round++) {
    // Forth and back, so that none always follows the same other one.
    for (const kind of round % 2 === 0 ? CONTENDERS : CONTENDERS.toReversed()) {
      signal.throwIfAborted();
      const run = await measureCrawl(kind, { web, concurrency, environment, signal }, { pages, warmUpPages });
      runs.get(kind)?.push(run);
    }
  }
  return runs;
}

function crawlTable(
  { pages, rounds, concurrency, latencyMs, warmUpPages }: CrawlBench,
  runs: Runs,
  problems: readonly string[],
): Table {
  const pageServer = (runs.get(decant) ?? []).map((run) => perThousand(run.pageServerCpuSeconds, run));
  return {
    title: `Crawl of ${pages} pages, ${concurrency} at once${latencyMs > 0 ? `, answered after ${latencyMs} ms` : ''}`,
    columns: [
      '',
      'pages/s',
      'CPU s per 1,000',
      'of it database',
      'peak MB',
      'pages',
      'requests',
      'Markdown KB',
    ],
    rows: [...runs].map(([kind, ofOne]) => [kind.name, ...figures(ofOne)]),
    notes: [
      `medians of ${rounds} rounds in turn, each in a new process tree that had crawled ${warmUpPages} other pages`,
      `CPU time: the whole tree with its database; the page server took ${figure(median(pageServer))} s per 1,000 pages beside it`,
      'ours converts the main content and keeps every page durably; CheerioCrawler converts the body and keeps nothing; the bare loop only finds links',
      ...problems,
    ],
  };
}

/** `times`: our pages per second, in those of the other crawler. */
function barsTable(cpu: number, times: number, isComplete: boolean): Table {
  const verdict = (cells: [string, string, string]): string[] =>
    isComplete ? cells : [cells[0], cells[1], 'NOT MET: pages are missing'];
  return {
    title: 'Ours against the bars',
    columns: ['', 'measured', 'bar', 'goal', ''],
    rows: [
      ['CPU s per 1,000 pages', figure(cpu), ...verdict(targetCells(cpu, CPU, 's'))],
      [
        `pages per second, times those of ${crawlee.name}`,
        figure(times),
        ...verdict(targetCells(times, RATE, 'x')),
      ],
    ],
  };
}

function figures(runs: readonly MeasuredCrawl[]): string[] {
  const middle = (read: (run: MeasuredCrawl) => number): number => median(runs.map(read));
  return [
    figure(middle(rate)),
    figure(middle(cpuPerThousand)),
    figure(middle((run) => perThousand(run.databaseCpuSeconds, run))),
    (middle((run) => run.peakBytes) / MEGABYTE).toFixed(0),
    `${middle((run) => run.pages)}`,
    `${middle((run) => run.requests)}`,
    (middle((run) => run.markdownCharacters) / 1000).toFixed(0),
  ];
}

function rate({ pages, seconds }: MeasuredCrawl): number {
  return pages / seconds;
}

function cpuPerThousand(run: MeasuredCrawl): number {
  return perThousand(run.cpuSeconds, run);
}

function perThousand(seconds: number, { pages }: MeasuredCrawl): number {
  return (seconds / Math.max(1, pages)) * 1000;
}

/** What keeps a run from counting: all pages must have come, each once. */
function problemsOf(
  { name }: ContenderKind,
  { pages, addresses, requestedPages, problems }: MeasuredCrawl,
  expected: number,
): string[] {
  const missing =
    pages === expected && addresses === expected && requestedPages === expected
      ? []
      : [`${pages} pages with ${addresses} addresses, ${requestedPages} of ${expected} pages asked for`];
  return [...missing, ...problems].map((problem) => `${name}: ${problem}`);
}
