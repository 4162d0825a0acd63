import { cleanValue } from '../../html/metadata/text.ts';
import { isoTime } from '../../html/metadata/iso-time.ts';
import { resolveHttpUrl } from '../../lib/addresses/url.ts';
import { priceIn } from '../facts/price-text.ts';
import { convertScalar } from '../fill/convert-value.ts';
import { numberOfText } from '../fill/number-of-text.ts';
import type { Schema } from '../fill/schema.ts';
import { daysIn, type DayOrder } from './day-in-text.ts';

/** How the value is made of what stands in a place. */
export type Reading =
  /** As any value is converted to the schema. */
  | { readonly how: 'scalar' }
  /** The text between two fixed ones. */
  | { readonly how: 'text'; readonly before: string; readonly after: string }
  /** One of several numbers. */
  | { readonly how: 'number'; readonly at: number }
  /** One of several days. */
  | { readonly how: 'day'; readonly at: number; readonly order: DayOrder }
  | { readonly how: 'time' | 'address' | 'currency' };

/** The field that a value is read for. */
export interface ReadingContext {
  /** The ways in which the schema lets the value be. */
  readonly branches: readonly Schema[];
  /** The property's name in words. */
  readonly property: string;
  readonly base: URL;
}

type Raw = string | number | boolean;

/** Fixed text around a value is a label or a unit, not a sentence. */
const LONGEST_AROUND = 60;
const LONGEST_WITH_NUMBERS = 80;
const MOST_NUMBERS = 8;
const NUMBER = /\d+(?:[.,'’ \u00a0\u202f]\d+)*/g;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_ORDERS: readonly DayOrder[] = ['iso', 'dmy', 'mdy'];
const PLAIN: Reading = { how: 'text', before: '', after: '' };

/** The value that a place has for a reading; undefined when it has none. */
export function readPlace(raw: Raw, reading: Reading, context: ReadingContext): unknown {
  const text = typeof raw === 'string' ? cleanValue(raw) : String(raw);
  switch (reading.how) {
    case 'scalar':
      return convert(raw, context);
    case 'text': {
      const { before, after } = reading;
      const isFramed = text.length > before.length + after.length;
      if (!isFramed || !text.startsWith(before) || !text.endsWith(after)) return undefined;
      return text.slice(before.length, text.length - after.length).trim() || undefined;
    }
    case 'number': {
      const written = text.length > LONGEST_WITH_NUMBERS ? undefined : text.match(NUMBER)?.[reading.at];
      return written === undefined ? undefined : numberOfText(written);
    }
    case 'time':
      return isTime(text) ? isoTime(text) : undefined;
    case 'day':
      return daysIn(text, reading.order)[reading.at];
    case 'address':
      return /\s/.test(text) ? undefined : resolveHttpUrl(text, context.base);
    case 'currency':
      return text.length > LONGEST_AROUND ? undefined : priceIn(text)?.currency;
  }
}

/** The reading by which a place has a value; undefined when it has not. The plainest one wins. */
export function findReading(raw: Raw, value: unknown, context: ReadingContext): Reading | undefined {
  if (convert(raw, context) === value) return { how: 'scalar' };
  if (typeof value === 'string') return findTextReading(raw, value, context);
  return typeof value === 'number' ? findNumber(raw, value) : undefined;
}

function findTextReading(raw: Raw, value: string, context: ReadingContext): Reading | undefined {
  const text = typeof raw === 'string' ? cleanValue(raw) : String(raw);
  if (text === value) return PLAIN;
  const others: Reading[] = [];
  if (/^https?:/.test(value)) others.push({ how: 'address' });
  if (DAY.test(value)) others.push(...findDays(text, value));
  else if (/^\d{4}-\d{2}/.test(value)) others.push({ how: 'time' });
  if (/^[A-Z]{3}$/.test(value)) others.push({ how: 'currency' });
  const other = others.find((reading) => readPlace(raw, reading, context) === value);
  return other ?? findBetween(text, value);
}

function findDays(text: string, value: string): Reading[] {
  return DAY_ORDERS.flatMap((order): Reading[] => {
    const at = daysIn(text, order).indexOf(value);
    return at === -1 ? [] : [{ how: 'day', at, order }];
  });
}

function findBetween(text: string, value: string): Reading | undefined {
  const at = text.indexOf(value);
  if (at === -1 || value === '' || text.length - value.length > 2 * LONGEST_AROUND) return undefined;
  if (text.includes(value, at + 1)) return undefined;
  const [before, after] = [text.slice(0, at), text.slice(at + value.length)];
  if (before.length > LONGEST_AROUND || after.length > LONGEST_AROUND) return undefined;
  // A piece of a word or of a number is chance.
  if (/[\p{L}\p{N}]$/u.test(before) || /^[\p{L}\p{N}]/u.test(after)) return undefined;
  return { how: 'text', before, after };
}

function findNumber(raw: Raw, value: number): Reading | undefined {
  if (typeof raw !== 'string' || raw.length > LONGEST_WITH_NUMBERS) return undefined;
  const numbers = cleanValue(raw).match(NUMBER)?.slice(0, MOST_NUMBERS) ?? [];
  const at = numbers.findIndex((number) => numberOfText(number) === value);
  return at === -1 ? undefined : { how: 'number', at };
}

function convert(raw: Raw, { branches, property, base }: ReadingContext): unknown {
  for (const branch of branches) {
    const value = convertScalar(raw, branch, { property, base });
    if (value !== undefined && value !== '') return value;
  }
  return undefined;
}

function isTime(text: string): boolean {
  return text.length <= LONGEST_AROUND && /^\d{4}-\d{2}/.test(isoTime(text));
}
