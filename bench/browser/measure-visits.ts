import { median } from '../statistics.ts';
import { figure } from '../table.ts';
import type { AppKind } from './app-web.ts';
import type { BrowserBench } from './browser-section.ts';
import type { ProgramName, VisitsResult } from './job.ts';
import { watchOthers } from './watch-others.ts';
import { openContender, type Contender, type JobCpu } from './open-contender.ts';
import type { WaitKind } from './programs/program.ts';

/** One row of a comparison. */
export interface VisitRow {
  name: string;
  program: ProgramName;
  wait: WaitKind;
  isSameTab: boolean;
  /** Pages of one round. */
  count: number;
}

/** `othersShare`: how much of the machine's time others used meanwhile, 0 to 1. */
export type Round = VisitsResult & { cpu: JobCpu; othersShare: number };

export interface MeasuredRow {
  row: VisitRow;
  rounds: Round[];
}

export const VISIT_COLUMNS = [
  '',
  'pages/s',
  'p50 ms',
  'node CPU-ms',
  'browser CPU-ms',
  'all CPU-ms',
  'HTML KB',
  'others %',
];

/**
 * A service runs for days: what is compared is code that V8 has compiled. In its first hundred pages a program needs up to
 * twice the CPU time.
 */
const WARM_UP_PAGES = { simple: 60, heavy: 16 } as const;
/** When nothing is judged by it. */
const FEW_WARM_UP_PAGES = 8;

/** All rows in turn, forth and back; each program in a process tree of its own that has shown pages before. */
export async function measureVisits(
  bench: BrowserBench,
  app: AppKind,
  rows: readonly VisitRow[],
): Promise<MeasuredRow[]> {
  const { browser, rounds, concurrency, isQuick, signal, web } = bench;
  await using stack = new AsyncDisposableStack();
  const contenders = new Map<ProgramName, Contender>();
  for (const { program } of rows) {
    if (contenders.has(program)) continue;
    contenders.set(program, stack.use(await openContender(program, { browser }, signal)));
  }

  async function run({ program, wait, isSameTab }: VisitRow, count: number): Promise<Round> {
    signal.throwIfAborted();
    const contender = contenders.get(program)!;
    const watch = watchOthers([contender.pid, web.pid, process.pid]);
    const { result, cpu } = await contender.run({
      kind: 'visits',
      app,
      folder: web.folder(app),
      first: web.take(count),
      count,
      concurrency,
      options: { wait, isSameTab },
    });
    return { ...result, cpu, othersShare: watch() };
  }

  const measured = rows.map((row): MeasuredRow => ({ row, rounds: [] }));
  const warmUp = isQuick ? FEW_WARM_UP_PAGES : WARM_UP_PAGES[app];
  // Rows of one program warm it up together.
  for (const { row } of measured) {
    const sharers = rows.filter(({ program }) => program === row.program).length;
    await run(row, Math.ceil(warmUp / sharers));
  }
  for (let round = 0; round < rounds; round++) {
    for (const { row, rounds: done } of round % 2 === 0 ? measured : measured.toReversed()) {
      done.push(await run(row, row.count));
    }
  }
  return measured;
}

/** The cells of `VISIT_COLUMNS`, medians of all rounds. */
export function visitCells({ row, rounds }: MeasuredRow): string[] {
  const middle = (read: (round: Round) => number): string => figure(median(rounds.map(read)));
  const perPage = (seconds: number, { count }: Round): number => (seconds / count) * 1000;
  return [
    row.name,
    middle(pagesPerSecond),
    middle(({ latencies }) => median(latencies)),
    middle((round) => perPage(round.cpu.node, round)),
    middle((round) => perPage(round.cpu.browser, round)),
    middle((round) => perPage(round.cpu.node + round.cpu.browser, round)),
    middle(({ characters, count }) => characters / count / 1000),
    median(rounds.map(({ othersShare }) => othersShare * 100)).toFixed(0),
  ];
}

/** Pages per second of one, times those of another: the median over rounds, each against its own. */
export function timesAsFast(one: MeasuredRow, other: MeasuredRow): number {
  const ratios = one.rounds.map((round, index) => {
    const against = other.rounds[index];
    return against ? pagesPerSecond(round) / pagesPerSecond(against) : Number.NaN;
  });
  return median(ratios);
}

/** The same in CPU time: how many times less one needs. */
export function timesLessCpu(one: MeasuredRow, other: MeasuredRow): number {
  const cost = ({ cpu, count }: Round): number => (cpu.node + cpu.browser) / count;
  return median(one.rounds.map((round, index) => cost(other.rounds[index] ?? round) / cost(round)));
}

function pagesPerSecond({ count, seconds }: Round): number {
  return count / seconds;
}

/** What `--json` keeps of a row. */
export function rawRow({ row, rounds }: MeasuredRow): Record<string, unknown> {
  return {
    ...row,
    rounds: rounds.map(({ count, seconds, latencies, characters, cpu, othersShare }) => ({
      count,
      seconds,
      p50Ms: median(latencies),
      characters,
      cpu,
      othersShare,
    })),
  };
}
