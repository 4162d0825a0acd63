import { figure } from '../../table.ts';
import type { Bar } from '../bar.ts';
import type { BrowserBench, BrowserReport } from '../browser-section.ts';
import {
  measureVisits,
  rawRow,
  timesAsFast,
  timesLessCpu,
  VISIT_COLUMNS,
  visitCells,
  type MeasuredRow,
  type VisitRow,
} from '../measure-visits.ts';

const PAGES = 40;

/** Pages of one site that follow each other in the same tabs, as in a crawl, against a context for each. */
export async function reuse(bench: BrowserBench): Promise<BrowserReport> {
  const count = bench.isQuick ? PAGES / 2 : PAGES;
  const rows: VisitRow[] = (['bare-cdp', 'decant'] as const).flatMap((program) =>
    [false, true].map((isSameTab) => ({
      name: `${program === 'decant' ? 'Decant' : 'bare CDP'}, ${isSameTab ? 'tabs used again' : 'fresh contexts'}`,
      program,
      wait: 'mark' as const,
      isSameTab,
      count,
    })),
  );
  const measured = await measureVisits(bench, 'simple', rows);
  const [bareFresh, bareSame, fresh, same] = measured as [MeasuredRow, MeasuredRow, MeasuredRow, MeasuredRow];
  const bar: Bar = {
    name: 'pages/s with tabs used again, times fresh contexts',
    value: timesAsFast(same, fresh),
    inCpu: timesLessCpu(same, fresh),
    bar: 2,
    isMoreBetter: true,
    unit: 'x',
    limit: `bare CDP ${figure(timesAsFast(bareSame, bareFresh))} x; ours reaches ${figure(timesAsFast(same, bareSame))} of its same tab`,
  };
  return {
    bars: [bar],
    tables: [
      {
        title: `Small application, pages of one job, ${bench.concurrency} at once, smart wait off`,
        columns: VISIT_COLUMNS,
        rows: measured.map(visitCells),
      },
    ],
    raw: { rows: measured.map(rawRow) },
  };
}
