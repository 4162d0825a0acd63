import { format as formatNumber } from 'numfmt';

/** Longer formats are nonsense. */
const MAX_FORMAT_LENGTH = 1_000;
const GENERAL = 'General';
/** A currency's language, or a language alone: the library writes points and commas as there, Office in English does not. */
const LANGUAGE = /\[\$([^\]-]*)-[0-9a-f]+\]/gi;

/** A number of a chart as its format code shows it; files keep all the digits of a double. Text that is no number stays as it is. */
export function chartNumber(text: string, code: string): string {
  const value = Number(text);
  if (text === '' || !Number.isFinite(value) || code.length > MAX_FORMAT_LENGTH) return text;
  const format =
    code === '' ? GENERAL : code.replace(LANGUAGE, (_, sign) => (sign === '' ? '' : `[$${sign}]`));
  try {
    // Formats pad with blanks to line up columns.
    const shown = formatNumber(format, value, { locale: 'en-US', dateErrorNumber: true }).trim();
    return shown === '' ? text : shown;
  } catch {
    return text;
  }
}
