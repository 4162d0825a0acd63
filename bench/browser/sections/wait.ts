import { startTestSite } from '../../../test/support/test-site.ts';
import { FINAL_AT, WAIT_PAGES, type WaitPage } from '../../../test/support/wait-pages.ts';
import { median } from '../../statistics.ts';
import type { Bar } from '../bar.ts';
import type { BrowserBench, BrowserReport } from '../browser-section.ts';
import type { AwaitResult, ProgramName } from '../job.ts';
import { openContender } from '../open-contender.ts';
import type { WaitKind } from '../programs/program.ts';

interface Strategy {
  name: string;
  program: ProgramName;
  wait: WaitKind;
}

const STRATEGIES: readonly Strategy[] = [
  { name: 'Decant', program: 'decant', wait: 'smart' },
  { name: 'networkidle', program: 'playwright', wait: 'networkidle' },
  { name: 'load + 1000 ms', program: 'playwright', wait: 'load+1000ms' },
];
/** Of Playwright; Decant has its own limits. */
const MAX_MS = 12_000;
/** So long after the content a page that rests would have been read by anything. */
const STALL_MS = 5_000;

interface Verdict {
  isRight: boolean;
  /** Between the last content and the end of the wait; undefined when it ended before. */
  wastedMs: number | undefined;
  isStalled: boolean;
  waitedMs: number;
  error?: string;
}

/** Pages whose content comes late, or that never rest: who has all of it, and how long after it came. */
export async function wait(bench: BrowserBench): Promise<BrowserReport> {
  const { browser, concurrency, isQuick, signal } = bench;
  const pages = isQuick ? WAIT_PAGES.slice(0, 8) : WAIT_PAGES;
  await using site = await startTestSite(Object.assign({}, ...pages.map((page) => page.site)));
  const urls = pages.map((page) => site.origin + (Object.keys(page.site)[0] ?? ''));
  const verdicts = new Map<Strategy, Verdict[]>();
  for (const strategy of STRATEGIES) {
    await using contender = await openContender(strategy.program, { browser }, signal);
    const job = {
      kind: 'await' as const,
      concurrency,
      options: { wait: strategy.wait, contentAt: FINAL_AT, maxMs: MAX_MS },
    };
    // The first page of a browser is slower than any wait.
    await contender.run({ ...job, urls: urls.slice(0, 1) });
    const { result } = await contender.run({ ...job, urls });
    verdicts.set(
      strategy,
      pages.map((page, index) => judge(page, result[index])),
    );
  }
  const [ours] = STRATEGIES as [Strategy];
  const of = (strategy: Strategy): Verdict[] => verdicts.get(strategy) ?? [];
  const bars = barsOf(of(ours));
  return {
    bars,
    tables: [
      {
        title: `${pages.length} kinds of pages whose content comes late or that never rest, ${concurrency} at once: ms wasted after the last content`,
        columns: ['', ...STRATEGIES.map(({ name }) => name)],
        rows: pages.map(({ name }, index) => [
          name,
          ...STRATEGIES.map((strategy) => cell(of(strategy)[index])),
        ]),
      },
      {
        title: 'Waits in sum',
        columns: ['', 'right', 'stalls', 'median wasted ms', 'mean total ms'],
        rows: STRATEGIES.map((strategy) => [strategy.name, ...sumCells(of(strategy))]),
        notes: [
          `a stall: the wait ended by its own limit, or more than ${STALL_MS / 1000} s after the content`,
          'Playwright: text that it cannot read (closed shadow roots) counts as there when the page says that it had come',
        ],
      },
    ],
    raw: {
      pages: pages.map(({ name }) => name),
      strategies: Object.fromEntries(STRATEGIES.map((strategy) => [strategy.name, of(strategy)])),
    },
  };
}

function judge(page: WaitPage, result: AwaitResult[number] | undefined): Verdict {
  if (!result || 'error' in result) {
    return {
      isRight: false,
      wastedMs: undefined,
      isStalled: true,
      waitedMs: MAX_MS,
      error: result?.error ?? '',
    };
  }
  const { html, doneAt, contentAt, hasTimedOut, waitedMs } = result;
  const isThere = html.includes(page.content) || (html.includes('attachShadow') && contentAt <= doneAt);
  const isRight = isThere && (page.before === undefined || !html.includes(page.before));
  const wastedMs = isRight ? Math.max(0, doneAt - contentAt) : undefined;
  return { isRight, wastedMs, isStalled: hasTimedOut || (wastedMs ?? 0) > STALL_MS, waitedMs };
}

function barsOf(ours: readonly Verdict[]): Bar[] {
  const right = ours.filter(({ isRight }) => isRight).length;
  return [
    {
      name: 'page kinds with all of their content',
      value: right,
      bar: ours.length,
      isMoreBetter: true,
      unit: `of ${ours.length}`,
      limit: 'all',
      digits: 0,
    },
    {
      name: 'wasted after the last content, median',
      value: median(wasted(ours)),
      bar: 250,
      isMoreBetter: false,
      unit: 'ms',
      limit: '0 ms where the future is known',
      digits: 0,
    },
    {
      name: 'stalls',
      value: ours.filter(({ isStalled }) => isStalled).length,
      bar: 0,
      isMoreBetter: false,
      unit: '',
      limit: '0',
      digits: 0,
    },
  ];
}

function wasted(verdicts: readonly Verdict[]): number[] {
  const times = verdicts.flatMap(({ wastedMs }) => wastedMs ?? []);
  return times.length > 0 ? times : [Number.POSITIVE_INFINITY];
}

function sumCells(verdicts: readonly Verdict[]): string[] {
  const total = verdicts.reduce((sum, { waitedMs }) => sum + waitedMs, 0);
  return [
    `${verdicts.filter(({ isRight }) => isRight).length} of ${verdicts.length}`,
    `${verdicts.filter(({ isStalled }) => isStalled).length}`,
    median(wasted(verdicts)).toFixed(0),
    (total / verdicts.length).toFixed(0),
  ];
}

function cell(verdict: Verdict | undefined): string {
  if (!verdict) return '';
  const { isRight, isStalled, wastedMs, waitedMs } = verdict;
  const time = isRight ? (wastedMs ?? 0).toFixed(0) : `WRONG after ${waitedMs.toFixed(0)}`;
  return isStalled ? `${time} STALL` : time;
}
