import { laySiege, openBesieged, type SiegeReport } from '../../test/support/sieges/lay-siege.ts';
import type { Siege } from '../../test/support/sieges/siege.ts';
import type { Bar } from '../browser/bar.ts';
import { figure, type Table } from '../table.ts';

export interface SafetySection {
  table: Table;
  bars: Bar[];
  raw: unknown;
}

/** Of `GET /health/live`, while a siege is laid. */
const MAX_LIVE_MS = 250;
/** Of a neighbour's scrape, in its usual time. */
const MAX_SLOWDOWN = 2;

/** Each siege against a service of its own: what one leaves behind must not be counted for the next. */
export async function measureSieges(
  sieges: readonly Siege[],
  { holdMs, signal }: { holdMs: number; signal: AbortSignal },
): Promise<SafetySection> {
  const reports: Array<SiegeReport & { name: string }> = [];
  for (const siege of sieges) {
    signal.throwIfAborted();
    await using besieged = await openBesieged();
    reports.push({ name: siege.name, ...(await laySiege(siege, besieged, holdMs)) });
  }
  return { table: tableOf(reports), bars: reports.flatMap(barsOf), raw: reports };
}

function tableOf(reports: ReadonlyArray<SiegeReport & { name: string }>): Table {
  return {
    title: `While one attacks: the others`,
    columns: [
      '',
      'longest /health/live, ms',
      'scrape before, ms',
      'scrape meanwhile, ms',
      'failed',
      'attacker was told',
    ],
    rows: reports.map(({ name, longestLiveMs, usualMs, besiegedMs, problems, ends }) => [
      name,
      figure(longestLiveMs),
      figure(usualMs),
      figure(besiegedMs),
      String(problems.length),
      Object.entries(ends)
        .map(([status, count]) => `${count} x ${status === '0' ? 'cut off' : status}`)
        .join(', '),
    ]),
    notes: reports.flatMap(({ name, problems }) =>
      [...new Set(problems)].map((problem) => `${name}: ${problem}`),
    ),
  };
}

function barsOf({
  name,
  longestLiveMs,
  usualMs,
  besiegedMs,
  problems,
}: SiegeReport & { name: string }): Bar[] {
  const limit = 'one turn of the main thread, and its share of the cores';
  return [
    {
      name: `${name}: /health/live`,
      value: longestLiveMs,
      bar: MAX_LIVE_MS,
      isMoreBetter: false,
      unit: 'ms',
      limit,
      digits: 0,
    },
    {
      name: `${name}: a neighbour's scrape`,
      value: besiegedMs / usualMs,
      bar: MAX_SLOWDOWN,
      isMoreBetter: false,
      unit: 'x',
      limit,
    },
    {
      name: `${name}: neighbours refused`,
      value: problems.length,
      bar: 0,
      isMoreBetter: false,
      unit: '',
      limit: '0',
    },
  ];
}
