import type { SearchRange } from './provider.ts';

type Named = 'day' | 'week' | 'month' | 'year';

const DAY_MS = 86_400_000;
const SPANS_MS: Readonly<Record<'hour' | Named, number>> = {
  hour: DAY_MS / 24,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 31 * DAY_MS,
  year: 366 * DAY_MS,
};

/** When a range begins and ends; without an end it lasts until now. */
export function rangeTimes(
  range: SearchRange,
  now: number,
): { from: Date | undefined; to: Date | undefined } {
  if (range.kind === 'custom') return { from: range.from, to: range.to };
  return { from: new Date(now - SPANS_MS[range.kind]), to: undefined };
}

/** The smallest span up to now that holds a range; undefined when none does. */
export function coveringRange(range: SearchRange | undefined, now: number): Named | undefined {
  if (range === undefined) return undefined;
  if (range.kind !== 'custom') return range.kind === 'hour' ? 'day' : range.kind;
  const { from } = range;
  if (from === undefined) return undefined;
  return (['day', 'week', 'month', 'year'] as const).find((name) => now - from.getTime() <= SPANS_MS[name]);
}

/** Range and order in Google's words, as the parameter `tbs` takes them; undefined when there are none. */
export function tbsOf(range: SearchRange | undefined, isByDate: boolean): string | undefined {
  const parts = [...(isByDate ? ['sbd:1'] : []), ...tbsOfRange(range)];
  return parts.length === 0 ? undefined : parts.join(',');
}

function tbsOfRange(range: SearchRange | undefined): string[] {
  if (range === undefined) return [];
  if (range.kind !== 'custom') return [`qdr:${range.kind[0]}`];
  const { from, to } = range;
  return [
    'cdr:1',
    ...(from ? [`cd_min:${americanDay(from)}`] : []),
    ...(to ? [`cd_max:${americanDay(to)}`] : []),
  ];
}

function americanDay(date: Date): string {
  return `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}`;
}

/** `2026-10-12` */
export function dayText(date: Date): string {
  return date.toISOString().slice(0, 10);
}
