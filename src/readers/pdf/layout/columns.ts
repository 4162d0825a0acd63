import type { PdfWord } from '../pdf-page.ts';
import { median } from './box.ts';
import { areRowsOfTable, toSide, isBesideRunningText, isPlace, isProse } from './column-sides.ts';
import { type Row, toRow } from './rows.ts';

/** Words that begin so little before the edge of a column belong to it, points. */
const EDGE_SLACK = 1.5;
/** Edges are counted by whole points: a column begins half a point before. */
const HALF_POINT = 0.5;
/** Share of the rows that a strip runs through when columns have nothing in common. */
const WHOLE_HEIGHT = 0.8;
/** An edge further right than this may be that of a column, in sizes: an indent is less. */
const INDENT = 4;
/** A gap before the edge of a column, in sizes: more than a blank. */
const LEAST_GAP = 0.6;
/** Strips that are counted, at least and at most. */
const MIN_STRIPS = 10;
const MAX_STRIPS = 2_000;
/** Share of the most covered strip, up to which a strip has little text. */
const LITTLE_TEXT = 0.3;
/** Distance of the lines that would fit in the place of a table, in sizes. */
const PLACE_PITCH = 1.4;
/** Rows only on the right that are read before both columns, at most, and white space below them, in sizes. */
const MAX_ABOVE = 3;
const ABOVE_SPACE = 1.5;
/** Text that begins nearer than this to the edge stands at it, points: less space before it is then enough, in sizes. */
const AT_EDGE = 2;
const GUTTER_AT_EDGE = 0.4;
/** Share of the lines at the same height, from which columns may be rows of a table, and lines of the shorter one. */
const MOST_SHARED = 0.5;
const MIN_SHORTER = 4;

/** Share of the shorter column whose lines stand beside lines of the other, at least; and of their heights that they share. */
const LEAST_BESIDE = 0.4;
const LEAST_OVERLAP = 0.3;

/** Columns within columns; a page with more is a table or a picture. */
const MAX_DEPTH = 10;
/** Edges of columns, and runs of rows beside them, that are looked at. */
const MAX_CANDIDATES = 16;
const MAX_RUNS = 40;
/** A page with more rows is no text in columns. */
const MAX_ROWS = 2_000;
/** Width of the white strip between two columns, in sizes of their text. */
const GUTTER = 0.75;
/** Width of the strips that are counted, points. */
const STRIP = 2;
/** A column has at least this many lines. */
const MIN_LINES = 3;
/** Cells of one row stand at the same height, points. */
const SAME_HEIGHT = 0.3;
/** So many lines on either side at heights of their own are columns, whatever stands in them. */
const MANY_LINES = 12;

/** Rows that are read one after another: a column, or what stands across all columns. */
export type Region = readonly Row[];

interface Gutter {
  /** Left edge of the column behind it. */
  x: number;
  from: number;
  to: number;
  score: number;
}

/** Cuts a page into regions in the order of reading: of right-to-left text the right column comes first. */
export function toRegions(rows: Region, isRtl = false, depth = 0): Region[] {
  if (rows.length < MIN_LINES || rows.length > MAX_ROWS || depth > MAX_DEPTH)
    return rows.length > 0 ? [rows] : [];
  const gutter = bestGutter(rows);
  if (gutter === undefined) return [rows];
  const { from, to, x } = gutter;
  const [left, right] = partAt(rows.slice(from, to), x);
  return [
    ...toRegions(rows.slice(0, from), isRtl, depth + 1),
    ...toRegions(isRtl ? right : left, isRtl, depth + 1),
    ...toRegions(isRtl ? left : right, isRtl, depth + 1),
    ...toRegions(rows.slice(to), isRtl, depth + 1),
  ];
}

/** The two sides of a strip that no word crosses. */
function partAt(rows: Region, x: number): [Row[], Row[]] {
  const left: Row[] = [];
  const right: Row[] = [];
  for (const row of rows) {
    const cut = row.words.findIndex((word) => word.box.left >= x - EDGE_SLACK);
    if (cut < 0) left.push(row);
    else if (cut === 0) right.push(row);
    else {
      left.push(toRow(row.words.slice(0, cut)));
      right.push(toRow(row.words.slice(cut)));
    }
  }
  return [left, right];
}

function bestGutter(rows: Region): Gutter | undefined {
  const size = median(rows.map((row) => row.size));
  return candidates(rows, size)
    .flatMap((x) => runsAt(rows, x, size))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_RUNS)
    .find(({ from, to, x }) => {
      const part = rows.slice(from, to);
      return (
        areBeside(part, x) &&
        (isBetweenColumns(part, x, size) ||
          (part.length > rows.length * WHOLE_HEIGHT && areIndependent(part, x)))
      );
    });
}

/** Left edges behind a gap that several rows share, the most frequent first. */
function candidates(rows: Region, size: number): number[] {
  const counts = new Map<number, number>();
  let pageLeft = Infinity;
  for (const { words } of rows) pageLeft = Math.min(pageLeft, words[0]!.box.left);
  const count = (x: number): void => {
    const key = Math.round(x);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  };
  for (const { words } of rows) {
    const first = words[0]!.box.left;
    if (first > pageLeft + size * INDENT) count(first);
    for (let index = 1; index < words.length; index++) {
      const left = words[index]!.box.left;
      if (left - words[index - 1]!.box.right > size * LEAST_GAP) count(left);
    }
  }
  const frequent: [number, number][] = [];
  for (const [x, own] of counts) {
    const total = own + (counts.get(x - 1) ?? 0) + (counts.get(x + 1) ?? 0);
    const isPeak = own >= (counts.get(x - 1) ?? 0) && own >= (counts.get(x + 1) ?? 0);
    if (isPeak && total >= MIN_LINES) frequent.push([x, total]);
  }
  return frequent
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, MAX_CANDIDATES)
    .map(([x]) => x - HALF_POINT)
    .concat(valleys(rows, size));
}

/** Right ends of the strips that least text stands in: columns whose lines are indented in many ways have no common left edge. */
function valleys(rows: Region, size: number): number[] {
  let from = Infinity;
  let to = -Infinity;
  for (const { words } of rows) {
    from = Math.min(from, words[0]!.box.left);
    for (const { box } of words) to = Math.max(to, box.right);
  }
  const bins = Math.min(Math.ceil((to - from) / STRIP), MAX_STRIPS);
  if (!(bins > MIN_STRIPS)) return [];
  const steps = new Int32Array(bins + 2);
  for (const row of rows) {
    const weight = Math.ceil(linesIn(row, size));
    let last = -Infinity;
    for (const { box } of row.words) {
      // Blanks inside a line are covered by it.
      const left = box.left - last < size * GUTTER ? last : box.left;
      const start = binOf(Math.max(left, from), from, bins);
      const end = binOf(box.right, from, bins);
      if (end >= start) {
        steps[start] = steps[start]! + weight;
        steps[end + 1] = steps[end + 1]! - weight;
      }
      last = Math.max(last, box.right + STRIP);
    }
  }
  const cover: number[] = [];
  for (let bin = 0, sum = 0; bin < bins; bin++) cover.push((sum += steps[bin]!));
  return emptiestBins(cover, size).map((bin) => from + (bin + 1) * STRIP);
}

/** Finds the bin with the least text in each stretch that little text covers and that is wide enough for a gutter. */
function emptiestBins(cover: readonly number[], size: number): number[] {
  const bins = cover.length;
  const threshold = Math.max(...cover) * LITTLE_TEXT;
  const found: number[] = [];
  for (let bin = 0; bin < bins; bin++) {
    if (cover[bin]! > threshold) continue;
    let end = bin;
    let least = bin;
    while (end < bins && cover[end]! <= threshold) {
      if (cover[end]! <= cover[least]!) least = end;
      end++;
    }
    if (bin > 0 && end < bins && (end - bin) * STRIP >= size * GUTTER) found.push(least);
    bin = end;
  }
  return found.slice(0, MAX_CANDIDATES);
}

function binOf(x: number, from: number, bins: number): number {
  return Math.min(Math.max(Math.floor((x - from) / STRIP), 0), bins - 1);
}

/** Longest runs of rows that leave the strip before `x` free and have text on both sides of it. */
function runsAt(rows: Region, x: number, size: number): Gutter[] {
  const runs: Gutter[] = [];
  let start = 0;
  let left = 0;
  let right = 0;
  const finish = (end: number): void => {
    if (left >= MIN_LINES && right >= MIN_LINES) {
      const from = firstWithLeft(rows, start, x);
      const height = rows[end - 1]!.bottom - rows[from]!.top;
      // Both columns full is worth more than one long and one short one.
      runs.push({ x, from, to: end, score: Math.min(left, right) + height / Math.max(size, 1) / 2 });
    }
    left = 0;
    right = 0;
  };
  for (const [index, row] of rows.entries()) {
    const side = sideOf(row, x, size);
    if (side === 0) {
      finish(index);
      start = index + 1;
      continue;
    }
    const weight = linesIn(row, size);
    if ((side & 1) !== 0) left += weight;
    if ((side & 2) !== 0) right += weight;
  }
  finish(rows.length);
  return runs;
}

/** A table stands for as many lines as would fit in its place. */
function linesIn({ words, top, bottom }: Row, size: number): number {
  return words.some(isPlace) ? Math.max(1, (bottom - top) / Math.max(size * PLACE_PITCH, 1)) : 1;
}

/** Text that stands only on the right before the left column begins is read before both. */
function firstWithLeft(rows: Region, start: number, x: number): number {
  let index = start;
  while (rows[index]!.words[0]!.box.left >= x - EDGE_SLACK) index++;
  if (index === start || index - start > MAX_ABOVE) return start;
  // In the middle of a sentence, or close to the text below it, it is the top of the right column.
  if (/^\p{Ll}/u.test(rows[start]!.words[0]!.text)) return start;
  const last = rows[index - 1]!;
  const next = rows.slice(index).find(({ words }) => words.at(-1)!.box.left >= x - EDGE_SLACK);
  return next !== undefined && next.top - last.bottom < last.size * ABOVE_SPACE ? start : index;
}

/** 1: text on the left, 2: on the right, 3: on both sides, 0: text in the strip. */
function sideOf({ words, size: own }: Row, x: number, usual: number): number {
  // Blanks of a title are as wide as gaps between columns of the text.
  const size = Math.max(usual, own);
  let before: PdfWord | undefined;
  let next: PdfWord | undefined;
  let reach = -Infinity;
  for (const word of words) {
    if (word.box.left >= x - EDGE_SLACK) {
      next = word;
      break;
    }
    before = word;
    reach = Math.max(reach, word.box.right);
  }
  if (before !== undefined) {
    const isAtColumn = next !== undefined && next.box.left - x < AT_EDGE;
    if (reach > x - size * (isAtColumn ? GUTTER_AT_EDGE : GUTTER)) return 0;
  }
  return (before === undefined ? 0 : 1) + (next === undefined ? 0 : 2);
}

/** Columns stand beside one another: a sender on the right above an addressee on the left makes none. */
function areBeside(rows: Region, x: number): boolean {
  const sides = [toSpans(rows, x, true), toSpans(rows, x, false)] as const;
  const [less, more] = sides[0].length < sides[1].length ? sides : [sides[1], sides[0]];
  let beside = 0;
  let next = 0;
  let reach = -Infinity;
  for (const { top, bottom } of less) {
    const least = (bottom - top) * LEAST_OVERLAP;
    // Those that begin above the end of this one: the lowest of their ends tells whether one reaches into it.
    while (next < more.length && more[next]!.top < bottom - least) {
      reach = Math.max(reach, more[next]!.bottom);
      next++;
    }
    if (reach > top + least) beside++;
  }
  return beside >= less.length * LEAST_BESIDE;
}

/** From where to where the lines on one side of a strip reach. */
function toSpans(rows: Region, x: number, isLeft: boolean): { top: number; bottom: number }[] {
  return rows.filter(({ words }) =>
    isLeft ? words[0]!.box.left < x - EDGE_SLACK : words.at(-1)!.box.left >= x - EDGE_SLACK,
  );
}

function isBetweenColumns(rows: Region, x: number, size: number): boolean {
  const [left, right] = partAt(rows, x);
  const gaps: number[] = [];
  let both = 0;
  for (const { words } of rows) {
    const cut = words.findIndex((word) => word.box.left >= x - EDGE_SLACK);
    if (cut <= 0) continue;
    both++;
    gaps.push(words[cut]!.box.left - words[cut - 1]!.box.right);
  }
  if (gaps.length >= MIN_LINES && median(gaps) < size * GUTTER) return false;
  const one = toSide(left, size);
  const other = toSide(right, size);
  const isOneProse = isProse(one);
  const isOtherProse = isProse(other);
  if (isOneProse && isOtherProse) return !areRowsOfTable(one, other, both);
  if (isBesideRunningText(one, other) && !areRowsOfTable(one, other, both)) return true;
  // Columns whose lines do not stand at the same height are no rows of a table.
  const shared = both / Math.min(left.length, right.length);
  return (
    (isOneProse || isOtherProse) && shared < MOST_SHARED && Math.min(left.length, right.length) >= MIN_SHORTER
  );
}

/** Columns of the whole height whose lines stand at heights of their own, whatever stands in them. */
function areIndependent(rows: Region, x: number): boolean {
  let one = 0;
  let other = 0;
  let shared = 0;
  for (const { words } of rows) {
    const cut = words.findIndex((word) => word.box.left >= x - EDGE_SLACK);
    const left = cut < 0 ? words.at(-1) : words[cut - 1];
    const right = words[cut];
    if (left !== undefined) one++;
    if (right !== undefined) other++;
    if (left === undefined || right === undefined) continue;
    if (Math.abs(left.baseline - right.baseline) < SAME_HEIGHT) shared++;
  }
  const least = Math.min(one, other);
  return least >= MANY_LINES && shared < least * MOST_SHARED;
}
