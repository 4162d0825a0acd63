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

const PAGES = 8;

/** An application with 660 KB of script, 300 cards and 28 requests, each page in a context of its own. */
export async function heavy(bench: BrowserBench): Promise<BrowserReport> {
  const mark = { wait: 'mark', isSameTab: false, count: PAGES } as const;
  const rows: VisitRow[] = [
    { name: 'bare CDP over the pipe', program: 'bare-cdp', ...mark },
    { name: 'Decant, smart wait off', program: 'decant', ...mark },
    { name: 'Playwright', program: 'playwright', ...mark, wait: 'selector' },
    { name: 'Playwright, shortest way', program: 'playwright', ...mark },
    { name: 'Puppeteer', program: 'puppeteer', ...mark, wait: 'selector' },
  ];
  const measured = await measureVisits(bench, 'heavy', rows);
  const [bare, decant, playwright, shortest, puppeteer] = measured as [
    MeasuredRow,
    MeasuredRow,
    MeasuredRow,
    MeasuredRow,
    MeasuredRow,
  ];
  const bar: Bar = {
    name: "pages/s, times Playwright's",
    value: timesAsFast(decant, playwright),
    inCpu: timesLessCpu(decant, playwright),
    bar: 1.15,
    isMoreBetter: true,
    unit: 'x',
    limit: `bare CDP ${figure(timesAsFast(bare, playwright))} x, Puppeteer ${figure(timesAsFast(puppeteer, playwright))} x, Playwright's shortest way ${figure(timesAsFast(shortest, playwright))} x`,
  };
  return {
    bars: [bar],
    tables: [
      {
        title: `Heavy application, a fresh context for each page, ${bench.concurrency} at once`,
        columns: VISIT_COLUMNS,
        rows: measured.map(visitCells),
        notes: [
          `medians of ${bench.rounds} rounds in turn; every page is checked for its 300 cards with price and stars, and its pictures have loaded`,
        ],
      },
    ],
    raw: { rows: measured.map(rawRow) },
  };
}
