const DELIMITERS = [',', ';', '\t', '|'];
/** The first line by which a file tells Excel its delimiter; a quote has another meaning in a row. */
const NAMED_DELIMITER = /^\ufeff?"?sep=([^"\n])"?(?:\n|$)/i;

/** Splits text that uses LF into its delimiter and its rows; the line that tells Excel the delimiter is no row. */
export function splitDelimiter(text: string): { delimiter: string; rows: string } {
  const named = NAMED_DELIMITER.exec(text);
  if (named === null) return { delimiter: guessDelimiter(text), rows: text };
  return { delimiter: named[1]!, rows: text.slice(named[0].length) };
}

/** The delimiter that stands most often outside quotes in the first line; a comma when none does. */
function guessDelimiter(text: string): string {
  const head = text
    .slice(0, 10_000)
    .replaceAll(/"[^"]*"/g, '')
    .split('\n', 1)[0]!;
  const count = (delimiter: string): number => head.split(delimiter).length;
  return DELIMITERS.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

/**
 * The rows of delimited text (RFC 4180): quoted fields may hold delimiters, line breaks and doubled quotes. Lines end
 * with LF; blank lines are no rows. Undefined when there are more than `maxRows`.
 */
export function parseDelimited(text: string, delimiter: string, maxRows: number): string[][] | undefined {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  for (;;) {
    const { field, end } = readField(text, at, delimiter);
    row.push(field);
    if (text[end] === delimiter) {
      at = end + 1;
      continue;
    }
    if (row.length > 1 || row[0] !== '') rows.push(row);
    if (rows.length > maxRows) return undefined;
    if (end >= text.length) return rows;
    row = [];
    at = end + 1;
  }
}

function readField(text: string, start: number, delimiter: string): { field: string; end: number } {
  if (text[start] !== '"') {
    const end = endOfPlainField(text, start, delimiter);
    return { field: text.slice(start, end), end };
  }
  let quote = text.indexOf('"', start + 1);
  while (quote !== -1 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
  const close = quote === -1 ? text.length : quote;
  const end = endOfPlainField(text, Math.min(close + 1, text.length), delimiter);
  // Text between the closing quote and the delimiter, against the standard, belongs to the field as well.
  return { field: text.slice(start + 1, close).replaceAll('""', '"') + text.slice(close + 1, end), end };
}

function endOfPlainField(text: string, start: number, delimiter: string): number {
  let at = start;
  while (at < text.length && text[at] !== delimiter && text[at] !== '\n') at++;
  return at;
}
