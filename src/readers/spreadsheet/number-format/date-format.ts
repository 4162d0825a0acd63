import { PLAIN } from '../text-traits.ts';
import type { Utf8Writer } from '../utf8-writer.ts';
import { NOT_WRITTEN, type NumberWriter } from './decimal-format.ts';
import { formatSections } from './format-sections.ts';
import { HALF_OF_DAY, sectionTokens, type SectionToken } from './section-tokens.ts';

const SECONDS_PER_DAY = 86_400;
const NOON = SECONDS_PER_DAY / 2;
/** 31 December 9999. */
const MAX_SERIAL = 2_958_465;
/** Days before 1 March 1900 are counted as if that year had a 29 February. */
const MIN_SERIAL = 61;
/** Days from the one calendar's beginning to the other's. */
const DAYS_TO_1904 = 1_462;
/** 1 March of the year 0 in days of the first calendar, to count days from. */
const DAYS_TO_YEAR_0 = 693_899;
/** Shares of a second, and of a day, that the way of counting may get wrong. */
const DOUBTFUL = 1e-3;
const DOUBTFUL_DAY = 1e-4;
const MAX_LENGTH = 64;
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

type Part = 'year' | 'month' | 'monthName' | 'day' | 'hour' | 'hourOf12' | 'minute' | 'second' | 'half';

const TIME_PARTS: ReadonlySet<Part> = new Set(['hour', 'hourOf12', 'minute', 'second', 'half']);

interface DatePiece {
  part: Part | undefined;
  /** Digits, or characters of a name. */
  width: number;
  text: string;
}

/** Formats of dates and times of day made of their common parts. Undefined for a code with anything else in it. */
export function dateFormat(code: string, has1904Dates: boolean): NumberWriter | undefined {
  const sections = formatSections(code);
  if (sections === undefined || sections.hasOwnNegative || sections.zero !== sections.positive)
    return undefined;
  const pieces = datePieces(sectionTokens(sections.positive) ?? []);
  return pieces === undefined ? undefined : new DateFormat(pieces, has1904Dates);
}

function datePieces(tokens: readonly SectionToken[]): DatePiece[] | undefined {
  const pieces: DatePiece[] = [];
  let last = '';
  for (const { type, text } of tokens) {
    if (type === 'digits') return undefined;
    if (type !== 'date') {
      if (/[^ -~]|[&<>]/.test(text)) return undefined;
      pieces.push({ part: undefined, width: 0, text });
      continue;
    }
    const letter = text[0]!;
    if (text === HALF_OF_DAY) {
      pieces.push({ part: 'half', width: 0, text: '' });
      last = '';
      continue;
    }
    const part = letter === 'm' && last === 'h' ? minutes(text) : partOf(letter, text.length);
    if (part === undefined) return undefined;
    // Minutes before seconds look like months.
    if (part.part === 'second' && last !== 'minute') return undefined;
    pieces.push(part);
    last = part.part === 'hour' ? 'h' : (part.part ?? '');
  }
  if (pieces.some(({ part }) => part === 'half')) countHoursBy12(pieces);
  const edges = [pieces[0], pieces.at(-1)];
  return edges.every((piece) => piece?.part !== undefined) ? pieces : undefined;
}

function countHoursBy12(pieces: readonly DatePiece[]): void {
  for (const piece of pieces) if (piece.part === 'hour') piece.part = 'hourOf12';
}

function minutes(text: string): DatePiece | undefined {
  return text.length <= 2 ? { part: 'minute', width: text.length, text: '' } : undefined;
}

function partOf(letter: string, length: number): DatePiece | undefined {
  const piece = (part: Part, width: number): DatePiece => ({ part, width, text: '' });
  switch (letter) {
    case 'y':
      return length === 2 || length === 4 ? piece('year', length) : undefined;
    case 'm':
      if (length > 4) return undefined;
      return length < 3 ? piece('month', length) : piece('monthName', length === 3 ? 3 : Infinity);
    case 'd':
      return length <= 2 ? piece('day', length) : undefined;
    case 'h':
      return length <= 2 ? piece('hour', length) : undefined;
    default:
      return length <= 2 ? piece('second', length) : undefined;
  }
}

class DateFormat implements NumberWriter {
  readonly #pieces: readonly DatePiece[];
  readonly #has1904Dates: boolean;
  readonly #hasTime: boolean;
  #year = 0;
  #month = 0;
  #day = 0;
  #daySerial = -1;

  constructor(pieces: readonly DatePiece[], has1904Dates: boolean) {
    this.#pieces = pieces;
    this.#has1904Dates = has1904Dates;
    this.#hasTime = pieces.some(({ part }) => part !== undefined && TIME_PARTS.has(part));
  }

  write(out: Utf8Writer, value: number): number {
    const days = Math.floor(value);
    const share = value - days;
    const seconds = share === 0 ? 0 : this.#secondsOf(share);
    const serial = this.#has1904Dates ? days + DAYS_TO_1904 : days;
    if (!(days >= 0 && days < MAX_SERIAL) || serial < MIN_SERIAL || seconds < 0) return NOT_WRITTEN;
    if (serial !== this.#daySerial) this.#findDay(serial);
    out.reserve(this.#pieces.length * MAX_LENGTH);
    for (const { part, width, text } of this.#pieces) {
      if (part === undefined) out.ascii(text);
      else if (part === 'half') out.ascii(seconds < NOON ? 'AM' : 'PM');
      else if (part === 'monthName') out.ascii(MONTHS[this.#month - 1]!.slice(0, width));
      else this.#writeNumber(out, part, width, seconds);
    }
    return PLAIN;
  }

  /** Gives the seconds of the day so far; below 0 when they are not sure. */
  #secondsOf(share: number): number {
    if (share < DOUBTFUL_DAY || share > 1 - DOUBTFUL_DAY) return -1;
    if (!this.#hasTime) return 0;
    const seconds = share * SECONDS_PER_DAY;
    if (Math.abs(seconds - Math.floor(seconds) - 0.5) < DOUBTFUL) return -1;
    const rounded = Math.round(seconds);
    // Which half it is is told before the rounding.
    return rounded === NOON && seconds < NOON ? -1 : rounded;
  }

  #writeNumber(out: Utf8Writer, part: Part, width: number, seconds: number): void {
    const value = this.#valueOf(part, seconds);
    if (part === 'year') out.padded(width === 2 ? value % 100 : value, width);
    else if (width === 2 || value > 9) out.padded(value, 2);
    else out.padded(value, 1);
  }

  #valueOf(part: Part, seconds: number): number {
    switch (part) {
      case 'year':
        return this.#year;
      case 'month':
        return this.#month;
      case 'day':
        return this.#day;
      case 'hour':
        return Math.floor(seconds / 3_600);
      case 'hourOf12':
        return ((Math.floor(seconds / 3_600) + 11) % 12) + 1;
      case 'minute':
        return Math.floor(seconds / 60) % 60;
      default:
        return seconds % 60;
    }
  }

  /** The day in the Gregorian calendar: years that begin in March end with their odd day. */
  #findDay(serial: number): void {
    const days = serial + DAYS_TO_YEAR_0;
    const era = Math.floor(days / 146_097);
    const ofEra = days - era * 146_097;
    const yearOfEra = Math.floor(
      (ofEra - Math.floor(ofEra / 1_460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
    );
    const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
    const fromMarch = Math.floor((5 * ofYear + 2) / 153);
    this.#day = ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
    this.#month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
    this.#year = yearOfEra + era * 400 + (this.#month <= 2 ? 1 : 0);
    this.#daySerial = serial;
  }
}
