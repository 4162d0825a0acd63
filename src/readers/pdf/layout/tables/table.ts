import type { Box, PdfWord } from '../../pdf-page.ts';
import { type InlineContext, inlineHtml, plainText } from '../inline-html.ts';
import type { Lexicon } from '../lexicon.ts';
import { toRows } from '../rows.ts';
import { type TextLine, toLine } from '../text-line.ts';

/** Letters of a figure, at most; longer texts only begin with one. */
const MAX_NUMBER_LENGTH = 40;
/** Bold rows at the top that are a head, at most. */
const MAX_BOLD_HEAD = 4;

export interface PrintedCell {
  lines: TextLine[];
  columns: number;
  rows: number;
}

export interface Table {
  box: Box;
  /** Each with the cells that begin in it, from left to right. */
  rows: PrintedCell[][];
  columnCount: number;
  /** Rows at its top that are its head. */
  headRows: number;
  /** Left edges of its columns, to tell whether a table goes on on the next page. */
  edges: number[];
  /** 0 to 1: whether it is a table at all. */
  confidence: number;
}

/** Bullets, and numbers or letters with a stop or bracket. */
export const LIST_MARK = /^(?:[•◦▪‣·●○■□▸►–*-]|\(?(?:\d{1,2}|[a-z])[.)])$/;

/** Words of a cell as its lines. */
export function cellOf(words: readonly PdfWord[], columns = 1, rows = 1): PrintedCell {
  return { lines: toRows(words).map((row) => toLine(row.words)), columns, rows };
}

export function printedTableHtml(table: Table, context: InlineContext): string {
  const { headRows } = table;
  const rows = withoutEmptyColumns(table);
  const write = (cells: readonly PrintedCell[], name: 'th' | 'td'): string =>
    `<tr>${cells.map((cell) => cellHtml(cell, name, context)).join('')}</tr>`;
  const head = rows.slice(0, headRows).map((row) => write(row, 'th'));
  const body = rows.slice(headRows).map((row) => write(row, 'td'));
  const parts: string[] = ['<table>'];
  if (head.length > 0) parts.push('<thead>', ...head, '</thead>');
  if (body.length > 0) parts.push('<tbody>', ...body, '</tbody>');
  return `${parts.join('')}</table>`;
}

/** Rows without the columns that no text begins in: what is drawn there parts others, or is an edge that misses another. */
function withoutEmptyColumns({ rows, columnCount }: Table): PrintedCell[][] {
  const starts = columnsOfCells(rows);
  const isUsed = new Uint8Array(columnCount);
  for (const [index, row] of rows.entries()) {
    for (const [at, { lines }] of row.entries()) if (lines.length > 0) isUsed[starts[index]![at]!] = 1;
  }
  if (!isUsed.includes(0) || !isUsed.includes(1)) return rows;
  const before = new Int32Array(columnCount + 1);
  for (let column = 0; column < columnCount; column++) before[column + 1] = before[column]! + isUsed[column]!;
  return rows.map((row, index) =>
    row.flatMap((cell, at) => {
      const start = starts[index]![at]!;
      const columns = before[Math.min(start + cell.columns, columnCount)]! - before[start]!;
      return columns === 0 ? [] : [{ ...cell, columns }];
    }),
  );
}

/** The column that each cell of each row begins in, beside those that reach down from above. */
function columnsOfCells(rows: readonly (readonly PrintedCell[])[]): number[][] {
  const held: number[] = [];
  return rows.map((row) => {
    let column = 0;
    const starts: number[] = [];
    const next: number[] = [];
    for (const { columns, rows: down } of row) {
      while ((held[column] ?? 0) > 0) column++;
      starts.push(column);
      for (let at = column; at < column + columns; at++) next[at] = down;
      column += columns;
    }
    for (let at = 0; at < Math.max(held.length, next.length); at++)
      held[at] = Math.max((held[at] ?? 0) - 1, (next[at] ?? 1) - 1);
    return starts;
  });
}

function cellHtml({ lines, columns, rows }: PrintedCell, name: 'th' | 'td', context: InlineContext): string {
  const spans = (columns > 1 ? ` colspan="${columns}"` : '') + (rows > 1 ? ` rowspan="${rows}"` : '');
  const inner = name === 'th' ? { ...context, isBoldIgnored: true } : context;
  // A list in a cell keeps its lines.
  const parts: TextLine[][] = [];
  for (const line of lines) {
    if (parts.length === 0 || LIST_MARK.test(line.words[0]?.text ?? '')) parts.push([line]);
    else parts.at(-1)!.push(line);
  }
  return `<${name}${spans}>${parts.map((part) => inlineHtml(part, inner)).join('<br>')}</${name}>`;
}

export function printedCellText({ lines }: PrintedCell, lexicon: Lexicon): string {
  return plainText(lines, lexicon);
}

const NUMBER = /^[(+\-−–±<>≤≥~≈$€£¥]*\s?\d[\d\s.,'’]*(?:[%‰°)*†‡]|[a-zA-Zµ]{1,4})?[\s±()%*\d.,–-]*$/;

/** A figure, an amount, a share, a date of digits, or a sign for nothing. */
export function isNumeric(text: string): boolean {
  return text.length <= MAX_NUMBER_LENGTH && (NUMBER.test(text) || /^(?:[-–—]|n\/?a|\.)$/i.test(text));
}

/** Rows at the top that name the columns, when no rule tells: bold above plain, or words above numbers. */
export function guessHeadRows(rows: readonly PrintedCell[][]): number {
  const [first = [], second = []] = rows;
  if (rows.length < 2 || first.length === 0) return 0;
  const filled = first.filter(({ lines }) => lines.length > 0);
  if (filled.length === 0) return 0;
  if (isBold(first)) return countBoldRows(rows);
  const texts = first.map((cell) => cell.lines.map(({ text }) => text).join(' '));
  if (texts.some((text) => text !== '' && isNumeric(text) && !/^(?:19|20)\d\d$/.test(text))) return 0;
  if (first.some(({ rows: down }) => down > 1)) return Math.max(...first.map(({ rows: down }) => down));
  if (first.some(({ columns }) => columns > 1) && first.length > 1 && rows.length > 2) return 2;
  const hasNumbersBelow = second.some((cell) => isNumeric(cell.lines.map(({ text }) => text).join(' ')));
  return hasNumbersBelow || filled.length === first.length ? 1 : 0;
}

function isBold(cells: readonly PrintedCell[]): boolean {
  const some = cells.filter(({ lines }) => lines.length > 0);
  return some.length > 0 && some.every(({ lines }) => lines.every((line) => line.isBold));
}

/** At the top, of rows whose first is bold. */
function countBoldRows(rows: readonly PrintedCell[][]): number {
  let head = 1;
  while (head < rows.length - 1 && head < MAX_BOLD_HEAD && isBold(rows[head]!)) head++;
  // Everything is bold: nothing is told by it.
  return head >= rows.length - 1 && rows.length > 2 ? 1 : head;
}

/** A table of right-to-left text begins with the column on its right. */
export function inReadingOrder(table: Table): Table {
  let rtl = 0;
  let total = 0;
  for (const { lines } of table.rows.flat()) {
    for (const line of lines) {
      if (!/\p{L}/u.test(line.text)) continue;
      total++;
      if (line.isRtl) rtl++;
    }
  }
  if (rtl * 2 <= total) return table;
  return { ...table, rows: table.rows.map((row) => row.toReversed()) };
}
