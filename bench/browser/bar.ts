import type { Table } from '../table.ts';

/** Something that is promised of a number. */
export interface Bar {
  name: string;
  value: number;
  /** The same in CPU time of the whole process trees, which says more on a busy machine; decides nothing. */
  inCpu?: number;
  bar: number;
  isMoreBetter: boolean;
  unit: string;
  /** What nobody could do better here, in words. */
  limit: string;
  digits?: number;
}

const COLUMNS = ['', 'measured', 'in CPU time', 'bar', '', 'physical limit'];

function isMet({ value, bar, isMoreBetter }: Bar): boolean {
  return isMoreBetter ? value >= bar : value <= bar;
}

/** Promises against what was measured. */
export function barTable(title: string, bars: readonly Bar[]): Table {
  return { title, columns: COLUMNS, rows: bars.map(barRow) };
}

function barRow(promise: Bar): string[] {
  const { name, value, inCpu, bar, isMoreBetter, unit, limit, digits = 2 } = promise;
  const figureOf = (number: number): string => `${Number(number.toFixed(digits))} ${unit}`.trim();
  return [
    name,
    figureOf(value),
    inCpu === undefined ? '' : figureOf(inCpu),
    `${isMoreBetter ? '>=' : '<='} ${figureOf(bar)}`,
    isMet(promise) ? 'met' : 'NOT MET',
    limit,
  ];
}
