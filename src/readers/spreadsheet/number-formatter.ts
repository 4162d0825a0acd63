import { SSF } from '@e965/xlsx';

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
/**
 * Short dates as the table of formats has them (ECMA-376 part 1, section 18.8.30), and as programs show them: they follow
 * the settings of the system, and the year is shown in full everywhere today.
 */
const SHORT_DATES: Readonly<Record<string, string>> = {
  'm/d/yy': 'm/d/yyyy',
  'm/d/yy h:mm': 'm/d/yyyy h:mm',
};

export type FormatNumber = (value: number) => string;

/** Shows numbers the way that their formats say, as a program set to English (US) does. */
export class NumberFormatter {
  readonly #has1904Dates: boolean;
  readonly #formats = new Map<string, FormatNumber>();

  constructor(has1904Dates: boolean) {
    this.#has1904Dates = has1904Dates;
  }

  /** Of a format's code, such as `#,##0.00`. */
  of(code: string): FormatNumber {
    let format = this.#formats.get(code);
    if (format === undefined) {
      format = code === GENERAL || code === '' ? formatGeneral : this.#cached(SHORT_DATES[code] ?? code);
      this.#formats.set(code, format);
    }
    return format;
  }

  #cached(code: string): FormatNumber {
    const kept = new Map<number, string>();
    const options = { date1904: this.#has1904Dates };
    return (value) => {
      let text = kept.get(value);
      if (text === undefined) {
        text = formatWith(code, value, options);
        if (kept.size < MAX_KEPT) kept.set(value, text);
      }
      return text;
    };
  }
}

/** Code of a format that files name by its number alone. */
export function builtInFormat(id: number): string {
  const table: Readonly<Record<number, string>> = SSF.get_table();
  return table[id] ?? GENERAL;
}

/** Numbers of common size have eleven characters at most: done here, since most cells of most files are such. */
function formatGeneral(value: number): string {
  const size = Math.abs(value);
  if (size < MAX_PLAIN && Number.isInteger(value)) return String(value);
  if (size < MIN_PLAIN || size >= MAX_PLAIN) return formatWith(GENERAL, value, {});
  const text = value.toFixed(size < 10 ? 9 : 9 - Math.floor(Math.log10(size)));
  let end = text.length;
  while (text.charCodeAt(end - 1) === ZERO) end--;
  if (text.charCodeAt(end - 1) === POINT) end--;
  return text.slice(0, end);
}

function formatWith(code: string, value: number, options: { date1904?: boolean }): string {
  if (code.length > MAX_FORMAT_LENGTH) return String(value);
  try {
    // Formats pad with blanks to line up columns.
    return (SSF.format(code, value, options) as string).trim();
  } catch {
    return String(value);
  }
}
