import { comparable, type CalendarDate, type FoundPlace, type ShownText } from './shown-text.ts';
import { eachNumber } from './numbers-of.ts';

/** A scalar of an extracted value, looked up in the page. */
export interface GroundedScalar {
  /** Its place, as a JSON pointer. */
  readonly path: string;
  readonly value: string | number | boolean;
  /** The line of the page that holds it; undefined when none was found. */
  readonly quote: string | undefined;
  /** By how it was found: verbatim in one place 1, in several .9, in another form .8, put together .5, not at all 0. */
  readonly confidence: number;
  /** A number, date, address or identifier that stands nowhere on the page. */
  readonly isInvented: boolean;
}

const ONCE = 1;
const OFTEN = 0.9;
const CHANGED = 0.8;
const COMBINED = 0.5;
const MAX_QUOTE = 200;
/** Nobody gets so many, but from a model that goes on and on. */
const MOST_SCALARS = 50_000;
/** A longer text is prose, which may be put together. */
const MAX_SHORT = 60;
const DATE = /^(\d{4})-(\d{2})(?:-(\d{2}))?(?:[T ]|$)/;
const MAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const URL_LIKE = /^https?:\/\/\S+$/i;
const PHONE = /^\+?[\d\s()./-]{7,30}$/;
const CODED = /(?=\S*\d)(?=\S*\p{L})\S+/gu;
const MEASURE = /^[\d.,]+\p{L}{1,4}$/u;

interface Placed {
  path: string;
  value: unknown;
}

/**
 * Looks up each scalar of a value in the text that a model was shown. Values that the schema
 * itself names (`free`), yes and no, and prose are no inventions, wherever they come from.
 */
export function groundValue(
  value: unknown,
  page: ShownText,
  free: ReadonlySet<unknown> = new Set(),
): GroundedScalar[] {
  const grounded: GroundedScalar[] = [];
  const waiting: Placed[] = [{ path: '', value }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { path, value: part } = next;
    if (isScalar(part)) grounded.push({ path: path || '/', ...groundScalar(part, page, free) });
    else if (typeof part === 'object' && part !== null) {
      const members = Object.entries(part).map(([name, member]) => ({
        path: `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
        value: member as unknown,
      }));
      for (const member of members.toReversed()) waiting.push(member);
    }
    if (grounded.length === MOST_SCALARS) break;
  }
  return grounded;
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

type Scalar = GroundedScalar['value'];

function groundScalar(
  value: Scalar,
  page: ShownText,
  free: ReadonlySet<unknown>,
): Omit<GroundedScalar, 'path'> {
  const nothing = { value, quote: undefined, confidence: 0, isInvented: false };
  if (typeof value === 'boolean' || value === '') return nothing;
  const found = typeof value === 'number' ? findNumber(value, page) : findString(value, page);
  if (found === 'unknown' || (found === 'invented' && free.has(value))) return nothing;
  if (found === 'invented') return { ...nothing, isInvented: true };
  if (found === 'combined') return { ...nothing, confidence: COMBINED };
  const { place, isVerbatim } = found;
  const confidence = !isVerbatim ? CHANGED : place.isOnly ? ONCE : OFTEN;
  const quote = page.lineAt(place.line).trim().slice(0, MAX_QUOTE);
  return { value, quote, confidence, isInvented: false };
}

type Finding = { place: FoundPlace; isVerbatim: boolean } | 'combined' | 'unknown' | 'invented';

function findNumber(value: number, page: ShownText): Finding {
  const place = page.findNumber(value);
  if (place === undefined) return 'invented';
  const written = String(Math.abs(value)).replace('.', String.raw`\.`);
  const isVerbatim = new RegExp(String.raw`(?<![\d.,])${written}(?!\d|[.,]\d)`).test(page.lineAt(place.line));
  return { place, isVerbatim };
}

function changed(place: FoundPlace | undefined): Finding | undefined {
  return place && { place, isVerbatim: false };
}

function findString(value: string, page: ShownText): Finding {
  const text = value.trim();
  if (URL_LIKE.test(text)) return changed(page.findUrl(text)) ?? 'invented';
  const verbatim = page.findText(text);
  if (verbatim) return { place: verbatim, isVerbatim: true };
  if (MAIL.test(text)) return 'invented';
  const date = readDate(text);
  if (date) return changed(page.findDate(date)) ?? 'invented';
  if (PHONE.test(text)) return changed(page.findDigits(text.replace(/\D/g, ''))) ?? numbersIn(text, page);
  if (text.length <= MAX_SHORT && /\d/.test(text)) return numbersIn(text, page);
  const words = comparable(text).split(' ');
  return words.every((word) => page.findText(word)) ? 'combined' : 'unknown';
}

function readDate(text: string): CalendarDate | undefined {
  const [, year, month, day] = DATE.exec(text) ?? [];
  if (year === undefined || Number(month) < 1 || Number(month) > 12) return undefined;
  return { year: Number(year), month: Number(month), day: day === undefined ? undefined : Number(day) };
}

/** Each number and each word with digits of a short text must stand on the page. */
function numbersIn(text: string, page: ShownText): Finding {
  let rest = text;
  for (const [code] of text.matchAll(CODED)) {
    const bare = code.replace(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, '');
    if (MEASURE.test(bare)) continue;
    if (!page.findText(bare)) return 'invented';
    rest = rest.replace(code, ' ');
  }
  const readingsAt = new Map<number, FoundPlace | undefined>();
  eachNumber(rest, (number, at) => {
    readingsAt.set(at, readingsAt.get(at) ?? page.findNumber(number));
  });
  const places = [...readingsAt.values()];
  if (places.includes(undefined)) return 'invented';
  return changed(places[0]) ?? 'unknown';
}
