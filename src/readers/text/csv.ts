import { codeBlockHtml, normaliseLines } from './code-block.ts';
import { escapeText } from '../markup.ts';
import { parseDelimited, splitDelimiter } from './delimited-text.ts';
import type { Reader } from '../reader.ts';

const MAX_LENGTH = 4_000_000;
const MAX_ROWS = 20_000;
/** Short rows are padded to the widest: that must not multiply the size of the file. */
const MAX_CELLS = 400_000;

/** CSV and TSV as a table whose first row is its head; a file too large for a table stays as it was sent. */
export const csvReader: Reader = {
  label: 'CSV files',
  mediaTypes: ['text/csv', 'application/csv', 'text/x-csv', 'text/tab-separated-values'],
  extensions: ['csv', 'tsv', 'tab'],
  read({ text }) {
    const lines = normaliseLines(text);
    if (lines === '') return { html: '' };
    const rows = lines.length > MAX_LENGTH ? undefined : rowsOf(lines);
    if (rows === undefined) return { html: codeBlockHtml(lines, 'csv') };
    if (rows.length === 0) return { html: '' };
    const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
    if (width * rows.length > MAX_CELLS) return { html: codeBlockHtml(lines, 'csv') };
    return { html: toTable(rows, width) };
  },
};

function rowsOf(lines: string): string[][] | undefined {
  const { delimiter, rows } = splitDelimiter(lines);
  return parseDelimited(rows, delimiter, MAX_ROWS);
}

function toTable([head = [], ...body]: readonly string[][], width: number): string {
  const toRow = (row: readonly string[], cell: 'th' | 'td'): string => {
    const cells = Array.from(
      { length: width },
      (_, column) => `<${cell}>${escapeText(row[column] ?? '')}</${cell}>`,
    );
    return `<tr>${cells.join('')}</tr>`;
  };
  const rows = body.map((row) => toRow(row, 'td')).join('\n');
  return `<table><thead>${toRow(head, 'th')}</thead><tbody>\n${rows}</tbody></table>`;
}
