const ISO =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:(?:T|\s+|UTC|,\s*)(\d{1,2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2}|[+-]\d{2})?(?:\s*[+-]\d{4})?)?$/i;
/** The basic form of ISO 8601, without separators. */
const BASIC = /^((?:19|20)\d{2})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?(Z|[+-]\d{2}:?(?:\d{2})?)?)?$/i;
const DAY_FIRST =
  /^(?:[a-z]{3,9}\.?,?\s+)?(\d{1,2})(?:st|nd|rd|th)?[\s-]+([a-z]{3,9})\.?,?[\s-]+(\d{4})(.{0,40})$/i;
const MONTH_FIRST =
  /^(?:[a-z]{3,9}\.?,?\s+)?([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(.{0,40})$/i;
const NUMBERS = /^(?:[a-z]{3,9}\.?,?\s+)?(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(.{0,40})$/i;
const CLOCK =
  /^(?:T|,|\s|-|at)*(\d{1,2}):(\d{2})(?::(\d{2}))?\s*(am|pm)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?(?:\s*\([a-z ]+\))?$/i;
const EPOCH = /^1\d{9}(?:\d{3})?$/;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH_NAME =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/i;

interface Day {
  readonly year: string;
  readonly month: number;
  readonly day: number;
}

/**
 * A time of a page in the form of ISO 8601, as precise as the page states it: a date without a clock stays a date, and a
 * clock without a zone gets none. Text that does not say for sure which day it means (`03-09-2026`) stays as it is.
 */
export function isoTime(value: string): string {
  const text = value.trim();
  if (EPOCH.test(text)) {
    return new Date(Number(text) * (text.length === 10 ? 1000 : 1)).toISOString().replace('.000Z', 'Z');
  }
  return fromIso(text) ?? fromBasic(text) ?? fromNames(text) ?? fromNumbers(text) ?? value;
}

function fromIso(text: string): string | undefined {
  const match = ISO.exec(text);
  if (match === null) return undefined;
  const [, year = '', month, day, hour, minute = '', second = '00', fraction = '', zone = ''] = match;
  const date = dateOf({ year, month: Number(month), day: Number(day) });
  if (date === undefined || hour === undefined) return date;
  return clockOf(date, Number(hour), `${minute}:${second}${fraction}`, zone);
}

function fromBasic(text: string): string | undefined {
  const match = BASIC.exec(text);
  if (match === null) return undefined;
  const [, year = '', month, day, hour, minute = '', second = '00', zone = ''] = match;
  const date = dateOf({ year, month: Number(month), day: Number(day) });
  if (date === undefined || hour === undefined) return date;
  return clockOf(date, Number(hour), `${minute}:${second}`, zone);
}

function fromNames(text: string): string | undefined {
  const dayFirst = DAY_FIRST.exec(text);
  const match = dayFirst ?? MONTH_FIRST.exec(text);
  if (match === null) return undefined;
  const [, first = '', second = '', year = '', rest = ''] = match;
  const [day, name] = dayFirst === null ? [second, first] : [first, second];
  if (!MONTH_NAME.test(name)) return undefined;
  const month = MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
  return withClock({ year, month, day: Number(day) }, rest);
}

/** Day and month in numbers, where one of them can only be the day. */
function fromNumbers(text: string): string | undefined {
  const match = NUMBERS.exec(text);
  if (match === null) return undefined;
  const [, first, second, year = '', rest = ''] = match;
  const [a, b] = [Number(first), Number(second)];
  if (a > 12 && b <= 12) return withClock({ year, month: b, day: a }, rest);
  return b > 12 || a === b ? withClock({ year, month: a, day: b }, rest) : undefined;
}

function withClock(day: Day, rest: string): string | undefined {
  const date = dateOf(day);
  if (date === undefined || rest.trim() === '') return date;
  const match = CLOCK.exec(rest);
  if (match === null) return undefined;
  const [, hour, minute = '', second = '00', half = '', zone = ''] = match;
  const shift = half.toLowerCase() === 'pm' ? 12 : 0;
  const hours = half === '' ? Number(hour) : (Number(hour) % 12) + shift;
  return clockOf(date, hours, `${minute}:${second}`, zone);
}

function dateOf({ year, month, day }: Day): string | undefined {
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= new Date(Number(year), month, 0).getDate();
  return isDay ? `${year}-${pad(month)}-${pad(day)}` : undefined;
}

function clockOf(date: string, hour: number, rest: string, zone: string): string | undefined {
  if (hour > 24 || Number(rest.slice(0, 2)) > 59) return undefined;
  return `${date}T${pad(hour)}:${rest}${zoneOf(zone)}`;
}

function zoneOf(zone: string): string {
  if (!/^[+-]/.test(zone)) return zone === '' ? '' : 'Z';
  const digits = zone.replace(':', '').padEnd(5, '0');
  return `${digits.slice(0, 3)}:${digits.slice(3)}`;
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}
