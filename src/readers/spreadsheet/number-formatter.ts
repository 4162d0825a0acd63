import { format as formatNumber, getFormatFromId, isDateFormat } from 'numfmt';
import { dateFormat } from './number-format/date-format.ts';
import { decimalFormat, NOT_WRITTEN, type NumberWriter } from './number-format/decimal-format.ts';
import { PLAIN } from './text-traits.ts';
import type { Utf8Writer } from './utf8-writer.ts';

/** Results that are kept of each format; dates and small numbers come again and again. */
const MAX_KEPT = 5_000;
/** Longer ones are nonsense, and cost time for each value. */
const MAX_FORMAT_LENGTH = 1_000;
const GENERAL = 'General';
/** Between these General has no exponent. */
const MIN_PLAIN = 1e-4;
const MAX_PLAIN = 1e9;
const ZERO = 0x30;
const POINT = 0x2e;
const MINUS = 0x2d;
/**
 * Short dates as the table of formats has them (ECMA-376 part 1, section 18.8.30), and as programs show them: they follow
 * the settings of the system, and the year is shown in full everywhere today.
 */
const SHORT_DATES: Readonly<Record<string, string>> = {
  'm/d/yy': 'm/d/yyyy',
  'm/d/yy h:mm': 'm/d/yyyy h:mm',
};

/** A currency's language, or a language alone: the library writes points and commas as there, a program set to English does not. */
const LANGUAGE = /\[\$([^\]-]*)-[0-9a-f]+\]/gi;
/** A number that is no date in Excel is shown as it is: nothing is lost. */
const AS_EXCEL = { locale: 'en-US', dateSpanLarge: false, dateErrorNumber: true };
/** The last format that has a number alone, those of East Asia included; the library counts on from the next. */
const LAST_BUILT_IN = 81;
/** Days from the beginning of 1900 to that of 1904. */
const DAYS_TO_1904 = 1_462;

/** Shows numbers in one way. */
export interface NumberFormat extends NumberWriter {
  /** Any number, as text without blanks at its ends. */
  show(value: number): string;
}

/** Shows numbers the way that their formats say, as a program set to English (US) does. */
export class NumberFormatter {
  readonly #has1904Dates: boolean;
  readonly #formats = new Map<string, NumberFormat>();

  constructor(has1904Dates: boolean) {
    this.#has1904Dates = has1904Dates;
  }

  /** Gives the format of a code such as `#,##0.00`. */
  of(code: string): NumberFormat {
    let format = this.#formats.get(code);
    if (format === undefined) {
      format =
        code === GENERAL || code === ''
          ? GENERAL_FORMAT
          : new CodeFormat(
              SHORT_DATES[code] ??
                code.replace(LANGUAGE, (_, currency) => (currency === '' ? '' : `[$${currency}]`)),
              this.#has1904Dates,
            );
      this.#formats.set(code, format);
    }
    return format;
  }
}

/** Code of a format that files name by its number alone. */
export function builtInFormat(id: number): string {
  return id <= LAST_BUILT_IN ? getFormatFromId(id, 'en-US') : GENERAL;
}

/** A format by its code: written here where it is a common one, which is several times as fast, and else by the library. */
class CodeFormat implements NumberFormat {
  readonly #code: string;
  readonly #has1904Dates: boolean;
  readonly #writer: NumberWriter | undefined;
  readonly #kept = new Map<number, string>();

  constructor(code: string, date1904: boolean) {
    this.#code = code;
    this.#has1904Dates = date1904;
    this.#writer =
      code.length > MAX_FORMAT_LENGTH ? undefined : (decimalFormat(code) ?? dateFormat(code, date1904));
  }

  write(out: Utf8Writer, value: number): number {
    return this.#writer === undefined ? NOT_WRITTEN : this.#writer.write(out, value);
  }

  show(value: number): string {
    let text = this.#kept.get(value);
    if (text === undefined) {
      text = formatWith(this.#code, value, this.#has1904Dates);
      if (this.#kept.size < MAX_KEPT) this.#kept.set(value, text);
    }
    return text;
  }
}

/** Numbers of common size have eleven characters at most. */
const GENERAL_FORMAT: NumberFormat = {
  write(out, value) {
    const size = Math.abs(value);
    if (size >= MAX_PLAIN || !Number.isInteger(value)) return NOT_WRITTEN;
    out.reserve(10);
    if (value < 0) out.bytes[out.length++] = MINUS;
    out.digits(size);
    return PLAIN;
  },

  show(value) {
    const size = Math.abs(value);
    if (size < MAX_PLAIN && Number.isInteger(value)) return String(value);
    if (size < MIN_PLAIN || size >= MAX_PLAIN) return formatWith(GENERAL, value, false);
    const text = value.toFixed(size < 10 ? 9 : 9 - Math.floor(Math.log10(size)));
    let end = text.length;
    while (text.charCodeAt(end - 1) === ZERO) end--;
    if (text.charCodeAt(end - 1) === POINT) end--;
    return text.slice(0, end);
  },
};

function formatWith(code: string, value: number, has1904Dates: boolean): string {
  if (code.length > MAX_FORMAT_LENGTH) return String(value);
  try {
    const shown = has1904Dates && isDateFormat(code) ? value + DAYS_TO_1904 : value;
    // Formats pad with blanks to line up columns.
    return formatNumber(code, shown, AS_EXCEL).trim();
  } catch {
    return String(value);
  }
}
