import { digitsAsN } from './digits-as-n.ts';
import type { TrapSign } from './trap-sign.ts';

/** Views of a calendar that says so: a year of months or a month of days is seen before it ends. */
const CALENDAR_LIMIT = 40;
/** Date archives of a site without calendar: `/news/2019/04` for decades, also by day. */
const ARCHIVE_LIMIT = 5_000;

const WORD_BOUNDED = (words: string): RegExp => new RegExp(`(?:^|[-_.])(?:${words})(?:$|[-_.])`, 'i');
/** Below these any number is a date. */
const CALENDAR_WORD = WORD_BOUNDED('calendar|cal|kalender|calendrier|calendario|calendari|kalendarz|agenda');
/** Below these a number may be the id of an entry: only a date is a date. */
const LIST_WORD = WORD_BOUNDED(
  'events?|veranstaltung(?:en)?|termine|evenements|eventos|eventi|schedule|availability|programme?|timetable',
);

/** The words of a calendar beside dates: the kind of view and the way on. */
const VIEW_WORD =
  /^(?:year|month|week|day|list|view|grid|today|next|prev|previous|monat|woche|tag|jahr|date|from|to|page)$/i;
/** Views before today count backwards. */
const NUMBER = /^[-+]?\d{1,10}$/;
const DATE = /^(?:1[89]|2\d)\d\d(?:[-_.]?(?:0?[1-9]|1[0-2])(?:[-_.]?(?:[0-2]?\d|3[01]))?|[-_.]?w\d\d?)?$/i;
const DATE_BACKWARDS = /^(?:[0-2]?\d|3[01])[-_.](?:0?[1-9]|1[0-2])[-_.](?:1[89]|2\d)\d\d$/;
const DATE_PARAMETER =
  /(?:^|[-_[])(?:date|day|month|year|week|yr|mon|cal|calendar|datum|tag|monat|jahr|ym|ymd|mois|annee|jour|fecha|mes)(?:$|[-_\]])|^[ymd]$/i;

/** `/2031/05`, `/2031/05/17` and `/2031-05-17` at the end of a path. */
const ARCHIVE_PATH =
  /\/((?:1[89]|2\d)\d\d)(?:\/|-)(?:0?[1-9]|1[0-2])(?:(?:\/|-)(?:0?[1-9]|[12]\d|3[01]))?\/?$/;

/** The sign of a page that is one date out of a calendar, not an entry of it. `thisYear` tells past from future. */
export function calendarSign(url: URL, thisYear: number): TrapSign | undefined {
  const segments = url.pathname.split('/').slice(1);
  const word = segments.findIndex((segment) => CALENDAR_WORD.test(segment) || LIST_WORD.test(segment));
  return word === -1 ? archiveSign(url, thisYear) : wordSign(url, segments, word);
}

function wordSign(url: URL, segments: readonly string[], word: number): TrapSign | undefined {
  const isCalendar = CALENDAR_WORD.test(segments[word] ?? '');
  const below = segments.slice(word + 1).filter((segment) => segment !== '');
  const isView = (text: string): boolean => VIEW_WORD.test(text) || NUMBER.test(text) || isDate(text);
  // Below a date with a name of its own lies an entry, and entries do not end a crawl.
  if (!below.every(isView)) return undefined;
  const isDated = isCalendar ? below.some((text) => NUMBER.test(text) || isDate(text)) : holdsMonth(below);
  if (!isDated && !hasDateParameter(url, isCalendar)) return undefined;
  const folder = segments.slice(0, word + 1).join('/');
  return { kind: 'calendar', pattern: `${url.host}/${digitsAsN(folder)}/<date>`, limit: CALENDAR_LIMIT };
}

/** An archive has no months later than the next year's. */
function archiveSign(url: URL, thisYear: number): TrapSign | undefined {
  const found = ARCHIVE_PATH.exec(url.pathname);
  const year = found === null ? yearOfQuery(url) : Number(found[1]);
  if (year === undefined) return undefined;
  const folder = url.host + digitsAsN(url.pathname.slice(0, found?.index)).replace(/\/$/, '');
  return year > thisYear + 1
    ? { kind: 'calendar', pattern: `${folder}/<far date>`, limit: CALENDAR_LIMIT }
    : { kind: 'calendar', pattern: `${folder}/<date>`, limit: ARCHIVE_LIMIT };
}

/** A year alone may as well be an id. */
function holdsMonth(segments: readonly string[]): boolean {
  const dates = segments.filter((text) => NUMBER.test(text) || isDate(text));
  return dates.some(isDate) && (dates.length > 1 || dates.some((text) => !NUMBER.test(text)));
}

function hasDateParameter(url: URL, isCalendar: boolean): boolean {
  for (const [name, value] of url.searchParams) {
    if (NUMBER.test(value) ? isCalendar || DATE_PARAMETER.test(name) : isDate(value)) return true;
  }
  return false;
}

/** `?year=2031&month=5`, `?date=2031-05-17`; a year without month is a choice of few. */
function yearOfQuery(url: URL): number | undefined {
  if (url.search === '') return undefined;
  const dates = [...url.searchParams].filter(
    ([name, value]) => DATE_PARAMETER.test(name) && (NUMBER.test(value) || isDate(value)),
  );
  const year = dates
    .map(([, value]) => /(?<!\d)(?:1[89]|2\d)\d\d/.exec(value)?.[0])
    .find((found) => found !== undefined);
  const hasMonth = dates.length > 1 || dates.some(([, value]) => value.length > 4);
  return year !== undefined && hasMonth ? Number(year) : undefined;
}

function isDate(text: string): boolean {
  return DATE.test(text) || DATE_BACKWARDS.test(text);
}
