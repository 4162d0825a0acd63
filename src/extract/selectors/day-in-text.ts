import { isoTime } from '../../html/metadata/iso-time.ts';

/** The order in which a site writes the numbers of a day. */
export type DayOrder = 'iso' | 'dmy' | 'mdy';

const LONGEST = 300;
const MOST_DAYS = 4;
const WRITTEN =
  /\d{4}[-/]\d{1,2}[-/]\d{1,2}|\d{1,2}(?:st|nd|rd|th)?[ \u00a0-]{1,3}\p{L}{3,9}\.?,?[ \u00a0-]{1,3}\d{4}|\p{L}{3,9}\.?[ \u00a0]{1,3}\d{1,2}(?:st|nd|rd|th)?,?[ \u00a0]{1,3}\d{4}|\d{1,2}[/.-][ ]?\d{1,2}[/.-][ ]?\d{4}/gu;
const NUMBERS = /^(\d{1,2})[/.-] ?(\d{1,2})[/.-] ?(\d{4})$/;

/** The days of a text in the form of ISO 8601; one that the order does not fit is undefined. */
export function daysIn(text: string, order: DayOrder): Array<string | undefined> {
  if (text.length > LONGEST) return [];
  return (text.match(WRITTEN) ?? []).slice(0, MOST_DAYS).map((written) => readDay(written, order));
}

function readDay(written: string, order: DayOrder): string | undefined {
  const numbers = NUMBERS.exec(written);
  if (numbers === null) return /^\d{4}-\d{2}-\d{2}/.exec(isoTime(written))?.[0];
  if (order === 'iso') return undefined;
  const [, first = '', second = '', year = ''] = numbers;
  const [day, month] = order === 'dmy' ? [first, second] : [second, first];
  if (Number(month) > 12 || Number(day) > 31) return undefined;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
