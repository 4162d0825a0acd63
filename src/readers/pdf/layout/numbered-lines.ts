import type { Row } from './rows.ts';
import { toPieces } from './tables/table-columns.ts';

/** Numbers of lines stand below each other within so many points at one of their ends; the rest of a line begins so far behind them. */
const SAME_EDGE = 2;
/** Share of the numbered lines with text behind the number. */
const LEAST_WITH_TEXT = 0.5;
/** Share of those that are one text without a wide gap; rows of tables have gaps. */
const LEAST_WHOLE = 0.85;
/** Share of those that look like code; numbered headings do not. */
const LEAST_CODE = 0.5;

export interface NumberedLines {
  /** First row, and the row behind the last. */
  from: number;
  to: number;
}

const NUMBER = /^(\d{1,4})(:?)$/;
/** Signs that programs have and prose hardly has. */
const CODE = /[;{}=<>←⇐]|\(\)|\bend\b|\b(?:if|for|while|return|then|else|do)\b/;
/** Lines of a listing, at least; fewer are a list. */
const MIN_LINES = 4;
/** Rows without a number in a row: the rest of a long line. */
const MAX_UNNUMBERED = 2;
/** A program is one text: a second column makes it a table. Gap before it, in sizes. */
const COLUMN_GAP = 1.8;

interface Run extends NumberedLines {
  last: number;
  /** Both ends of the numbers: they stand below each other at one of them. */
  left: number;
  right: number;
  rows: Row[];
}

/** Listings of programs and algorithms whose lines are numbered at their left: `1: if x then`. Their indents matter, and they are no tables. */
export function findNumberedLines(rows: readonly Row[]): NumberedLines[] {
  const found: NumberedLines[] = [];
  let run: Run | undefined;
  const finish = (): void => {
    if (run !== undefined && isListing(run)) found.push({ from: run.from, to: run.to });
    run = undefined;
  };
  for (const [index, row] of rows.entries()) {
    const number = numberOf(row);
    if (number !== undefined && run !== undefined && isNext(number, row, run)) {
      run.last = number;
      run.to = index + 1;
      run.rows.push(row);
      continue;
    }
    if (number === undefined && run !== undefined && isRest(row, index, run)) continue;
    finish();
    if (number === undefined) continue;
    const { left, right } = row.words[0]!.box;
    run = { from: index, to: index + 1, last: number, left, right, rows: [row] };
  }
  finish();
  return found;
}

function numberOf({ words }: Row): number | undefined {
  const match = NUMBER.exec(words[0]?.text ?? '');
  return match === null ? undefined : Number(match[1]);
}

function isNext(number: number, { words }: Row, { last, left, right }: Run): boolean {
  const { box } = words[0]!;
  return (
    number === last + 1 && (Math.abs(box.right - right) < SAME_EDGE || Math.abs(box.left - left) < SAME_EDGE)
  );
}

function isRest({ words }: Row, index: number, { to, right }: Run): boolean {
  return index - to < MAX_UNNUMBERED && words[0]!.box.left > right + SAME_EDGE;
}

/** Lines of one text each, that look like a program; numbered headings and rows of tables do not. */
function isListing({ rows }: Run): boolean {
  const texts = rows.map(({ words }) => words.slice(1)).filter((words) => words.length > 0);
  if (rows.length < MIN_LINES || texts.length < rows.length * LEAST_WITH_TEXT) return false;
  const whole = texts.filter((words) => toPieces(words, COLUMN_GAP).length === 1).length;
  if (whole < texts.length * LEAST_WHOLE) return false;
  const code = texts.filter(
    (words) =>
      words.every(({ font }) => font.isMonospaced) || CODE.test(words.map(({ text }) => text).join(' ')),
  );
  return code.length >= texts.length * LEAST_CODE;
}
