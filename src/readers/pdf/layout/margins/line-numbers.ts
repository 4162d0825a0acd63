import type { PdfWord } from '../../pdf-page.ts';
import { median } from '../box.ts';

/** Lines are numbered one by one, by twos, or by a multiple of this; other steps are those of a table. */
const ROUND_STEP = 5;
/** Share of the distances that are even: a heading or a formula between two lines moves them apart. */
const MOST_EVEN = 0.6;
/** Share of the letters in a monospaced font, above which the numbers are those of a program and part of it. */
const MOST_CODE = 0.5;
/** Words from which a line beside the numbers is asked whether it is prose. */
const MIN_WORDS = 2;
/** Share of the width that a line of prose takes, at least. */
const PROSE_WIDTH = 0.5;
/** Gaps of prose are narrower, in sizes of the text; those of tables are wider. */
const WIDEST_GAP = 2.5;
/** Words of prose have more letters on average; cells of numbers have fewer. */
const LETTERS_PER_WORD = 2.5;

/** So many numbers below each other are a row of them; when each line has one, more are needed to tell it from a table. */
const MIN_STEPPED = 3;
const MIN_EVERY = 15;
/** Only so many columns of numbers on either side are looked at. */
const OUTERMOST = 3;
/** White space between a number and the text, in sizes of the number. */
const LEAST_GAP = 0.7;
/** Places of numbers that stand below each other, points. */
const ALIGNED = 2;
/** How unequal their distances may be, as a share of the usual one. */
const UNEVEN = 0.12;
/** Share of the letters that stand in the margin as well, in notes. */
const MOST_BEYOND = 0.05;
/** Share of the lines beside them that are lines of prose. */
const LEAST_PROSE = 0.6;

/**
 * Numbers of lines that are printed in a margin, as in bills, pleadings, poems and manuscripts under review: they grow by one step, stand at
 * even distances outside the text, and the lines beside them are prose. They are no part of it.
 */
export function findLineNumbers(words: readonly PdfWord[]): ReadonlySet<PdfWord> {
  const found = new Set<PdfWord>();
  const numbers = words.filter(({ text }) => /^\d{1,4}$/.test(text));
  if (numbers.length < MIN_STEPPED) return found;
  for (const edge of ['left', 'right'] as const) {
    const columns = columnsOf(numbers, edge === 'left' ? 'right' : 'left');
    for (const column of edge === 'left' ? columns.slice(0, OUTERMOST) : columns.slice(-OUTERMOST)) {
      if (isRow(column) && areOutside(column, words, edge)) for (const word of column) found.add(word);
    }
  }
  return found;
}

/** Numbers that share an edge, from the top down. */
function columnsOf(numbers: readonly PdfWord[], edge: 'left' | 'right'): PdfWord[][] {
  const sorted = numbers.toSorted((a, b) => a.box[edge] - b.box[edge]);
  const columns: PdfWord[][] = [];
  let last: PdfWord | undefined;
  for (const word of sorted) {
    if (last !== undefined && word.box[edge] - last.box[edge] < ALIGNED) columns.at(-1)?.push(word);
    else columns.push([word]);
    last = word;
  }
  return columns
    .filter(({ length }) => length >= MIN_STEPPED)
    .map((column) => column.toSorted((a, b) => a.baseline - b.baseline));
}

function isRow(column: readonly PdfWord[]): boolean {
  const values = column.map(({ text }) => Number(text));
  const step = values[1]! - values[0]!;
  if (step < 1 || (step > 1 && step !== 2 && step % ROUND_STEP !== 0)) return false;
  if (column.length < (step === 1 ? MIN_EVERY : MIN_STEPPED)) return false;
  if (values.some((value, index) => index > 0 && value - values[index - 1]! !== step)) return false;
  if (step > 1 && values.some((value) => value % step !== 0)) return false;
  const distances = column.slice(1).map(({ baseline }, index) => baseline - column[index]!.baseline);
  const usual = median(distances);
  const even = distances.filter((distance) => Math.abs(distance - usual) < usual * UNEVEN).length;
  return even >= distances.length * MOST_EVEN;
}

/** The text on one line beside the numbers, with its widest gap in sizes. */
interface Extent {
  words: number;
  letters: number;
  left: number;
  right: number;
  gap: number;
}

/** Whether all text beside the numbers keeps away from them, on one side, and is prose. */
function areOutside(column: readonly PdfWord[], words: readonly PdfWord[], edge: 'left' | 'right'): boolean {
  const size = median(column.map((word) => word.size));
  const own = new Set(column);
  const top = column[0]!.baseline - size;
  const bottom = column.at(-1)!.baseline + size;
  const end =
    edge === 'left'
      ? Math.max(...column.map(({ box }) => box.right)) + size * LEAST_GAP
      : Math.min(...column.map(({ box }) => box.left)) - size * LEAST_GAP;
  const lines = new Map<number, Extent>();
  let letters = 0;
  let code = 0;
  let beyond = 0;
  let left = Infinity;
  let right = -Infinity;
  for (const word of words) {
    if (own.has(word) || word.baseline < top || word.baseline > bottom) continue;
    const { box } = word;
    letters += word.text.length;
    if (word.font.isMonospaced) code += word.text.length;
    if (edge === 'left' ? box.left < end : box.right > end) {
      beyond += word.text.length;
      continue;
    }
    left = Math.min(left, box.left);
    right = Math.max(right, box.right);
    const key = Math.round(word.baseline);
    const line = lines.get(key);
    if (line === undefined)
      lines.set(key, { words: 1, letters: word.text.length, left: box.left, right: box.right, gap: 0 });
    else {
      line.words++;
      line.letters += word.text.length;
      line.gap = Math.max(line.gap, (box.left - line.right) / word.size);
      line.left = Math.min(line.left, box.left);
      line.right = Math.max(line.right, box.right);
    }
  }
  if (code > letters * MOST_CODE || beyond > letters * MOST_BEYOND) return false;
  return isProse([...lines.values()], right - left);
}

function isProse(lines: readonly Extent[], width: number): boolean {
  let prose = 0;
  let long = 0;
  for (const line of lines) {
    if (line.words < MIN_WORDS) continue;
    long++;
    if (
      line.right - line.left > width * PROSE_WIDTH &&
      line.gap < WIDEST_GAP &&
      line.letters > line.words * LETTERS_PER_WORD
    )
      prose++;
  }
  return long >= MIN_STEPPED && prose >= long * LEAST_PROSE;
}
