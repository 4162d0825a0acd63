import { partitionPoint } from '../../../../lib/partition-point.ts';
import { isRightToLeft } from '../normalise-character.ts';
import type { LineItem } from './line-item.ts';

/** Letters whose origins are this near in height are on one row, in sizes: letters under marks are sometimes drawn lower. */
const ROW = 0.35;
/** Text of other sizes than the letters of the row belongs to it only on the same baseline, in sizes. */
const SAME_BASELINE = 0.06;
const LEAST_SIZE = 0.86;
const SMALLEST_SIZE = 0.6;
/** Text further apart is not of one line, in sizes. */
const LEAP = 1.2;
/** Gaps from which there is a blank: where the file has one, and where it has none, in sizes. */
const LEAST_BLANK = 0.08;
const UNWRITTEN_BLANK = 0.16;
/** The second print of a letter, which makes it bold, is nearer to the first, in sizes. */
const SECOND_PRINT = 0.06;
/** Origins of marks stand above and below the baseline by less, in sizes. */
const MARK_SHIFT = 0.6;
/** Characters of a letter with its marks, at most: more at one place are a fault of the file. */
const MOST_MARKS = 32;
const MARKS = /^\p{M}+$/u;
const HAS_MARK = /\p{M}/u;
const LETTER = /^\p{L}/u;

/** A line with right-to-left text. */
export interface VisualLine {
  /** From left to right as shown. */
  items: LineItem[];
  baseline: number;
}

/** Finds the lines with right-to-left letters; on a page that is mostly of such, those beside them as well. */
export function findLines(items: readonly LineItem[], isMostlyRtl: boolean): VisualLine[] {
  const downwards = items.toSorted((a, b) => a.y - b.y);
  const marks = downwards.filter(({ text }) => MARKS.test(text));
  const rows: LineItem[][] = [];
  for (const item of downwards) {
    if (MARKS.test(item.text)) continue;
    const first = rows.at(-1)?.[0];
    const isSameRow =
      first !== undefined && item.y - first.y <= ROW * Math.max(first.style.size, item.style.size);
    if (isSameRow) rows.at(-1)!.push(item);
    else rows.push([item]);
  }
  return rows
    .filter((row) => row.some(hasRightToLeft))
    .flatMap((row) => partsOf(withMarks(row, marks)))
    .filter((part) => isMostlyRtl || part.some(hasRightToLeft))
    .map(toLine);
}

/** The line of a part of a row; without text of other sizes that stands higher or lower. */
function toLine(part: readonly LineItem[]): VisualLine {
  const middle = middleOf(part);
  return { items: withBlanks(part.filter((item) => isOnLine(item, middle))), baseline: middle.y };
}

/** The letter that half of the letters stand lower than. */
function middleOf(items: readonly LineItem[]): LineItem {
  const letters = items.filter(hasRightToLeft);
  const known = letters.length > 0 ? letters : items;
  return known.toSorted((a, b) => a.y - b.y)[known.length >> 1]!;
}

/** Marks, from the top down, whose origins are near the baseline of a letter. */
function marksNear(marks: readonly LineItem[], { y, style }: LineItem): LineItem[] {
  const from = partitionPoint(marks.length, (at) => marks[at]!.y < y - style.size * MARK_SHIFT);
  const to = partitionPoint(marks.length, (at) => marks[at]!.y < y + style.size * MARK_SHIFT);
  return marks.slice(from, to);
}

export function hasRightToLeft({ text }: LineItem): boolean {
  return isRightToLeft(text.codePointAt(0) ?? 0) && LETTER.test(text);
}

function isOnLine({ y, style }: LineItem, { y: baseline, style: { size } }: LineItem): boolean {
  const shift = Math.abs(y - baseline) / size;
  const ratio = Math.min(style.size, size) / Math.max(style.size, size);
  return ratio >= LEAST_SIZE || (ratio >= SMALLEST_SIZE && shift < SAME_BASELINE);
}

function partsOf(sorted: readonly LineItem[]): LineItem[][] {
  const parts: LineItem[][] = [];
  let part: LineItem[] = [];
  let end = -Infinity;
  for (const item of sorted) {
    if (item.text !== ' ') {
      if (end > -Infinity && item.start - end > LEAP * item.style.size) {
        parts.push(part);
        part = [];
      }
      end = Math.max(end, item.end);
    }
    part.push(item);
  }
  if (end > -Infinity) parts.push(part);
  return parts;
}

/** A row from left to right, its letters with the marks that are drawn over and under them. */
function withMarks(row: readonly LineItem[], marks: readonly LineItem[]): LineItem[] {
  const letters = row.filter(({ text }) => text !== ' ').toSorted((a, b) => a.x - b.x);
  for (const mark of marksNear(marks, middleOf(row))) {
    const letter = letterUnder(mark, letters);
    if (letter === undefined || letter.indices.length >= MOST_MARKS) continue;
    letter.text = (letter.text + mark.text).normalize('NFC');
    letter.indices.push(...mark.indices);
  }
  return row.toSorted((a, b) => a.x - b.x);
}

function letterUnder(mark: LineItem, letters: readonly LineItem[]): LineItem | undefined {
  const middle = (mark.box.left + mark.box.right) / 2;
  const behind = partitionPoint(letters.length, (at) => letters[at]!.start <= middle);
  const [left, right] = [letters[behind - 1], letters[behind]];
  const nearest = distanceOf(left, middle) <= distanceOf(right, middle) ? left : right;
  return distanceOf(nearest, middle) > mark.style.size * MARK_SHIFT ? undefined : nearest;
}

function distanceOf(item: LineItem | undefined, x: number): number {
  return item === undefined ? Infinity : Math.max(item.start - x, x - item.end, 0);
}

/** Without the blanks of PDFium, which stand where its order leaps, and with those that can be seen. */
function withBlanks(sorted: readonly LineItem[]): LineItem[] {
  const items: LineItem[] = [];
  let blank: LineItem | undefined;
  let last: LineItem | undefined;
  for (const item of sorted) {
    if (item.text === ' ') blank = widest(blank, item);
    if (item.text === ' ' || item.text === '') continue;
    if (last !== undefined && isSecondPrint(last, item)) {
      last.indices.push(...item.indices);
      continue;
    }
    if (last !== undefined && isApart(last, item, blank)) items.push({ ...item, text: ' ', indices: [] });
    items.push(item);
    last = item;
    blank = undefined;
  }
  return items;
}

function widest(blank: LineItem | undefined, other: LineItem): LineItem {
  return blank !== undefined && widthOf(blank) >= widthOf(other) ? blank : other;
}

function widthOf({ box, style }: LineItem): number {
  return (box.right - box.left) / style.size;
}

function isApart(last: LineItem, item: LineItem, blank: LineItem | undefined): boolean {
  const gap = (item.start - last.end) / item.style.size;
  if (blank === undefined) return gap > unwrittenBlank(last, item);
  return gap > LEAST_BLANK || (widthOf(blank) > LEAST_BLANK && isBetween(last, blank, item));
}

/** Slanted letters reach over the blank beside them, so only origins tell that it is beside them. */
function isBetween(last: LineItem, blank: LineItem, item: LineItem): boolean {
  const least = LEAST_BLANK * item.style.size;
  return blank.x - last.x > least && item.x - blank.box.right > -least;
}

/** A glyph that is drawn with its marks has the room of one of them only: the gap beside it tells nothing. */
function unwrittenBlank(last: LineItem, item: LineItem): number {
  return HAS_MARK.test(last.text) || HAS_MARK.test(item.text) ? Infinity : UNWRITTEN_BLANK;
}

function isSecondPrint(last: LineItem, { text, x, style }: LineItem): boolean {
  return last.text === text && Math.abs(last.x - x) < style.size * SECOND_PRINT;
}
