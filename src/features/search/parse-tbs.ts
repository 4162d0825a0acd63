import type { SearchRange } from './providers/provider.ts';

/** The time and order that `tbs` asks for. */
export interface TimeWish {
  range: SearchRange | undefined;
  isByDate: boolean;
  /** Whole sentences on parts that say nothing. */
  remarks: string[];
}

const KINDS = { h: 'hour', d: 'day', w: 'week', m: 'month', y: 'year' } as const;
const DAY_MS = 86_400_000;
/** One of each unit, for ranges of several: `qdr:d3`. */
const UNIT_MS = { h: DAY_MS / 24, d: DAY_MS, w: 7 * DAY_MS, m: 31 * DAY_MS, y: 366 * DAY_MS } as const;
const LAST = /^qdr:([hdwmy])(\d{0,4})$/i;
const DAY = /^cd_(min|max):(\d{1,2})\/(\d{1,2})\/(\d{4})$/i;
/** Said where nothing is asked for by it. */
const EMPTY = /^(?:cdr:[01]|sbd:0)$/i;

/** Reads `tbs` as Google writes it: `qdr:w`, `cdr:1,cd_min:10/1/2026,cd_max:10/31/2026`, `sbd:1`, by commas. Days are of UTC. */
export function parseTbs(tbs: string | undefined, now: number): TimeWish {
  const wish: TimeWish = { range: undefined, isByDate: false, remarks: [] };
  const days: { from?: Date; to?: Date } = {};
  for (const part of (tbs ?? '').split(',').map((text) => text.trim())) {
    if (part === '' || EMPTY.test(part)) continue;
    if (/^sbd:1$/i.test(part)) wish.isByDate = true;
    else if (!readLast(part, wish, now) && !readDay(part, days))
      wish.remarks.push(`tbs: ${JSON.stringify(part)} says nothing that is known here, so it was ignored.`);
  }
  if (days.from === undefined && days.to === undefined) return wish;
  // Two days say more than a span up to now.
  return { ...wish, range: { kind: 'custom', ...days } };
}

function readLast(part: string, wish: TimeWish, now: number): boolean {
  const [, letter, digits = ''] = LAST.exec(part) ?? [];
  if (letter === undefined) return false;
  const unit = letter.toLowerCase() as keyof typeof KINDS;
  const count = digits === '' ? 1 : Number(digits);
  if (count === 0) return false;
  wish.range =
    count === 1
      ? { kind: KINDS[unit] }
      : { kind: 'custom', from: new Date(Math.max(0, now - count * UNIT_MS[unit])) };
  return true;
}

function readDay(part: string, days: { from?: Date; to?: Date }): boolean {
  const [, end, month, day, year] = DAY.exec(part) ?? [];
  if (end === undefined) return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return false;
  if (end.toLowerCase() === 'min') days.from = date;
  else days.to = new Date(date.getTime() + DAY_MS - 1);
  return true;
}
