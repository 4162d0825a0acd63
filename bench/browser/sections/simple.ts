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
import { median } from '../../statistics.ts';

const PAGES = 30;
/** Those that are waited for take longer. */
const WAITED_PAGES = 14;

/** A small application, each page in a context of its own. */
export async function simple(bench: BrowserBench): Promise<BrowserReport> {
  const rows = rowsOf(bench.isQuick);
  const measured = await measureVisits(bench, 'simple', Object.values(rows));
  const byName = Object.fromEntries(Object.keys(rows).map((name, index) => [name, measured[index]!]));
  const named = byName as Record<keyof typeof rows, MeasuredRow>;
  return {
    bars: barsOf(named),
    tables: [
      {
        title: `Small application, a fresh context for each page, ${bench.concurrency} at once`,
        columns: VISIT_COLUMNS,
        rows: measured.map(visitCells),
        notes: [
          `medians of ${bench.rounds} rounds in turn, the same Chromium for all; every page is checked for its 30 items`,
          'read when the page itself says that its content is there, but for the smart wait, which must find that out;',
          `the wait takes ${figure(shownMs(named.waiting) - shownMs(named.decant))} ms of a page's time and leaves its place idle meanwhile: its pages/s are no measure of work, its CPU is`,
          'Playwright and Puppeteer as their documentation shows it: goto, waitForSelector, content; the shortest way is to wait for no event and to read by one evaluate, as bare CDP does',
          'bare CDP runs with our flags; without one of them, which turns a spare renderer off, it is what others take for the limit',
          'Decant goes through its egress proxy and emulates a visitor, in its sandbox; Playwright and Puppeteer have their own flags, no sandbox (Puppeteer: as root) and no proxy',
        ],
      },
    ],
    raw: { rows: measured.map(rawRow) },
  };
}

function rowsOf(isQuick: boolean) {
  const mark = { wait: 'mark', isSameTab: false, count: isQuick ? PAGES / 2 : PAGES } as const;
  return {
    bare: { name: 'bare CDP over the pipe', program: 'bare-cdp', ...mark },
    decant: { name: 'Decant, smart wait off', program: 'decant', ...mark },
    waiting: {
      name: 'Decant, smart wait on',
      program: 'decant',
      wait: 'smart',
      isSameTab: false,
      count: isQuick ? 10 : WAITED_PAGES,
    },
    spare: { name: 'bare CDP, spare renderer', program: 'bare-cdp-with-spare', ...mark },
    guarded: { name: 'bare CDP behind the guard', program: 'bare-cdp-guarded', ...mark },
    playwright: { name: 'Playwright', program: 'playwright', ...mark, wait: 'selector' },
    shortest: { name: 'Playwright, shortest way', program: 'playwright', ...mark },
    puppeteer: { name: 'Puppeteer', program: 'puppeteer', ...mark, wait: 'selector' },
  } satisfies Record<string, VisitRow>;
}

function barsOf(rows: Record<keyof ReturnType<typeof rowsOf>, MeasuredRow>): Bar[] {
  const { bare, decant, spare, guarded, playwright, shortest, puppeteer } = rows;
  return [
    {
      name: "smart wait off: pages/s, times bare CDP's",
      value: timesAsFast(decant, bare),
      inCpu: timesLessCpu(decant, bare),
      bar: 0.85,
      isMoreBetter: true,
      unit: 'x',
      limit: `1 x; of bare CDP behind our guard ${figure(timesAsFast(decant, guarded))} x, of one with Chromium's spare renderer ${figure(timesAsFast(decant, spare))} x`,
    },
    {
      name: "smart wait off: pages/s, times Playwright's",
      value: timesAsFast(decant, playwright),
      inCpu: timesLessCpu(decant, playwright),
      bar: 1.6,
      isMoreBetter: true,
      unit: 'x',
      limit: `bare CDP ${figure(timesAsFast(bare, playwright))} x, Puppeteer ${figure(timesAsFast(puppeteer, playwright))} x, Playwright's shortest way ${figure(timesAsFast(shortest, playwright))} x`,
    },
  ];
}

/** The median over rounds of the median over pages. */
function shownMs({ rounds }: MeasuredRow): number {
  return median(rounds.map((round) => median(round.shownMs)));
}
