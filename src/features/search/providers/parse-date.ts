/** A date of a result is a few words. */
const MAX_LENGTH = 60;
const DAY_MS = 86_400_000;
/** Pages have dates since then. */
const EARLIEST = Date.UTC(1990, 0, 1);

const UNIT_MS: ReadonlyMap<string, number> = new Map([
  ['s', 1_000],
  ['sec', 1_000],
  ['second', 1_000],
  ['min', 60_000],
  ['minute', 60_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['hr', 3_600_000],
  ['hour', 3_600_000],
  ['d', DAY_MS],
  ['day', DAY_MS],
  ['w', 7 * DAY_MS],
  ['wk', 7 * DAY_MS],
  ['week', 7 * DAY_MS],
  ['mo', 30 * DAY_MS],
  ['month', 30 * DAY_MS],
  ['y', 365 * DAY_MS],
  ['yr', 365 * DAY_MS],
  ['year', 365 * DAY_MS],
]);
const WORDS_MS: ReadonlyMap<string, number> = new Map([
  ['just now', 0],
  ['now', 0],
  ['today', 0],
  ['yesterday', DAY_MS],
]);
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const AGO = /^(?:about |over |almost )?(\d{1,4}|an?|one)\+? ?([a-z]+?)s?\.? ago$/;
const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[t ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?)? ?(z|utc|gmt|[+-]\d\d:?\d\d)?$/;
const DAY_MONTH = /^(?:[a-z]+,? )?(\d{1,2})(?:st|nd|rd|th)?\.?[ -](?:of )?([a-z]+)\.?,?[ -](\d{4})\b/;
const MONTH_DAY = /^(?:[a-z]+, )?([a-z]+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b/;
/** Day first, as everybody writes who parts them by points. */
const POINTS = /^(\d{1,2})\.(\d{1,2})\.(\d{4})\b/;
const TIME = /\b(\d{1,2}):(\d\d)(?::(\d\d))? ?(am|pm)?\b/;
const ZONE = /(?:[+-]\d{4}|[+-]\d\d:\d\d)$/;

/**
 * The time that a provider gives for a result: ISO 8601, "3 hours ago", "12 Oct 2026", "Oct 19th, 2025", as in mails, or
 * seconds since 1970. Without a zone it is UTC. Undefined for other words, and for a time that no page can be of.
 */
export function parseDate(value: unknown, now: number): Date | undefined {
  const time = typeof value === 'number' ? timeOfNumber(value) : timeOfText(value, now);
  // One day ahead is today elsewhere.
  if (time === undefined || !(time >= EARLIEST && time <= now + DAY_MS)) return undefined;
  return new Date(time);
}

function timeOfNumber(value: number): number {
  return value < 1e11 ? value * 1_000 : value;
}

function timeOfText(value: unknown, now: number): number | undefined {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return undefined;
  const text = value.toLowerCase().replace(/\s+/g, ' ').trim();
  const ago = WORDS_MS.get(text) ?? timeAgo(text);
  if (ago !== undefined) return now - ago;
  return timeOfIso(text) ?? timeOfWords(text);
}

function timeAgo(text: string): number | undefined {
  const [, count = '', unit = ''] = AGO.exec(text) ?? [];
  const ms = UNIT_MS.get(unit);
  return ms === undefined ? undefined : ms * (/\d/.test(count) ? Number(count) : 1);
}

function timeOfIso(text: string): number | undefined {
  const found = ISO.exec(text);
  if (found === null) return undefined;
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map((part) => Number(part ?? 0));
  return timeOf([year!, month! - 1, day!], [hour!, minute!, second!]) - zoneMs(found[7] ?? '');
}

function timeOfWords(text: string): number | undefined {
  const date = dateOfWords(text);
  if (date === undefined) return undefined;
  const [, hour = '0', minute = '0', second = '0', half] = TIME.exec(text) ?? [];
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'pm' ? 12 : 0);
  return timeOf(date, [hours, Number(minute), Number(second)]) - zoneMs(ZONE.exec(text)?.[0] ?? '');
}

type Day = [year: number, month: number, day: number];

function dateOfWords(text: string): Day | undefined {
  const [, day, month, year] = DAY_MONTH.exec(text) ?? [];
  if (month !== undefined) return dayOf(year, monthOf(month), day);
  const [, name, dayAfter, yearAfter] = MONTH_DAY.exec(text) ?? [];
  if (name !== undefined) return dayOf(yearAfter, monthOf(name), dayAfter);
  const [, first, second, last] = POINTS.exec(text) ?? [];
  return first === undefined ? undefined : dayOf(last, Number(second) - 1, first);
}

function dayOf(year: string | undefined, month: number, day: string | undefined): Day | undefined {
  return month === -1 ? undefined : [Number(year), month, Number(day)];
}

function monthOf(name: string): number {
  return MONTHS.indexOf(name.slice(0, 3));
}

/** NaN for a day or an hour that there is not. */
function timeOf([year, month, day]: Day, [hour, minute, second]: [number, number, number]): number {
  const isTime = hour < 25 && minute < 60 && second < 61;
  const date = new Date(Date.UTC(year, month, day, hour, minute, second));
  const isDay = month < 12 && day >= 1 && day <= new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return isTime && isDay ? date.getTime() : Number.NaN;
}

function zoneMs(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  if (sign === undefined) return 0;
  return (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
}
