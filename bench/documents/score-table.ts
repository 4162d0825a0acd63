import type { Bar } from '../browser/bar.ts';
import type { Table } from '../table.ts';
import { CONTENDER_TITLES, type ContenderName } from './contenders/index.ts';
import { meanOf, type FileResult } from './score-files.ts';

/** What one contender made of the files of one form. */
export interface FormResult {
  name: ContenderName;
  results: readonly FileResult[];
  peakBytes: number;
}

const COLUMNS = [
  '',
  'overall',
  'NID',
  'TEDS',
  'S-TEDS',
  'MHS',
  'recall',
  'precision',
  'blocks',
  'links',
  'false tables',
  'failed',
  'CPU ms/file',
  'peak MB',
];
const MEASURES = [
  'overall',
  'nid',
  'teds',
  'structureTeds',
  'mhs',
  'recall',
  'precision',
  'blocks',
  'links',
] as const;

export function scoreTable(
  title: string,
  contenders: readonly FormResult[],
  notes: readonly string[],
): Table {
  return { title, columns: COLUMNS, notes, rows: contenders.map(scoreRow) };
}

function scoreRow({ name, results, peakBytes }: FormResult): string[] {
  const sum = (valueOf: (result: FileResult) => number): number =>
    results.reduce((total, result) => total + valueOf(result), 0);
  return [
    CONTENDER_TITLES[name],
    ...MEASURES.map((measure) => share(meanOf(results, measure))),
    `${sum(({ score }) => score.falseTables)}`,
    `${sum(({ error }) => (error === undefined ? 0 : 1))}`,
    ((sum(({ cpuSeconds }) => cpuSeconds) * 1_000) / results.length).toFixed(1),
    (peakBytes / 1e6).toFixed(0),
  ];
}

/** `.947`, as such measures are written; a dash when there is nothing to measure. */
function share(value: number): string {
  return Number.isNaN(value) ? '-' : value.toFixed(3).replace(/^0/, '');
}

/** Files on which ours does worst, with what it lacks. */
export function worstTable(title: string, results: readonly FileResult[], count: number): Table {
  const worst = results.toSorted((a, b) => a.score.overall - b.score.overall).slice(0, count);
  return {
    title,
    columns: ['file', 'overall', 'NID', 'TEDS', 'MHS', 'recall', ''],
    rows: worst.map(({ file, score, error }) => [
      `${file.document.name} ${file.form}`,
      ...[score.overall, score.nid, score.teds, score.mhs, score.recall].map((value) =>
        share(value ?? Number.NaN),
      ),
      error?.split('\n').slice(0, 2).join(' ').slice(0, 100) ?? '',
    ]),
  };
}

/** A bar for the mean of a measure. */
export function scoreBar(name: string, value: number, bar: number): Bar {
  return { name, value, bar, isMoreBetter: true, unit: '', limit: '1', digits: 3 };
}
