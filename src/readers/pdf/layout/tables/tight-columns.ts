import type { PdfWord } from '../../pdf-page.ts';
import { median } from '../box.ts';
import type { Row } from '../rows.ts';
import { wideStrip } from './pitched-blank.ts';
import { columnAt, type Columns } from './table-columns.ts';
import { isNumeric } from './table.ts';
import { ALIGNED_POINTS, CELL_GAP } from './tolerances.ts';

/** Least width of the strip between two columns, in sizes of the text: half as much again as a blank. */
const STRIP = 0.42;
/** How many times the blanks of the rows such a strip is wide where words stand beside it: numbers hardly stand beside each other otherwise. */
const WIDER = 1.5;
/** Share of the gaps in the rows that are no wider than a blank, at least. */
const BLANKS = 0.25;
/** Share of the texts beside a strip that are numbers, from which it parts numbers. */
const MOST_NUMBERS = 0.8;
/** Rows that have texts on both sides of such a strip, at least, and their share of those with a text in the column. */
const MIN_ROWS = 3;
const LEAST_ROWS = 0.8;
/** Share of the rows, and how many of them at most, where a word may cross such a strip: two cells of a scan may be read as one word. */
const CROSSING_SHARE = 0.2;
const MAX_CROSSING = 4;
/** Share of the texts on each side of it whose left, or right, edges stand below each other. */
const LEAST_ALIGNED = 0.8;
/** Groups of digits of one number, with a blank between them. */
const GROUP = /^\d{1,3}$/;
const NEXT_GROUP = /^\d{3}(?:[.,]\d+)?\D?$/;

interface Strip {
  left: number;
  right: number;
}

/**
 * Columns parted where another strip stays free in all rows, or in all but a few where one word crosses it: a strip that is narrower than
 * the gaps which tell a table, but wider than a blank, with texts on both sides of it that stand below each other.
 */
export function partTightColumns(rows: readonly Row[], columns: Columns): Columns {
  const cells = columns.spans.map((): PdfWord[][] => []);
  for (const { words } of rows) {
    const own = columns.spans.map((): PdfWord[] => []);
    for (const word of words) own[columnAt(columns, (word.box.left + word.box.right) / 2)]!.push(word);
    for (const [column, texts] of own.entries()) if (texts.length > 0) cells[column]!.push(texts);
  }
  const blank = blankOf(rows);
  const strips = cells.flatMap((texts) => tightStrips(texts, blank));
  if (strips.length === 0) return columns;
  const cuts = [...columns.cuts, ...strips.map(({ left, right }) => (left + right) / 2)].toSorted(
    (a, b) => a - b,
  );
  const ends = [...columns.spans.map(({ right }) => right), ...strips.map(({ left }) => left)];
  const starts = [...columns.spans.map(({ left }) => left), ...strips.map(({ right }) => right)];
  const rights = ends.toSorted((a, b) => a - b);
  return {
    spans: starts.toSorted((a, b) => a - b).map((left, index) => ({ left, right: rights[index]! })),
    cuts,
  };
}

/** Gives the width of the blanks in some rows, points: most of the narrow gaps. */
function blankOf(rows: readonly Row[]): number {
  const gaps: number[] = [];
  for (const { words, size } of rows) {
    for (let index = 1; index < words.length; index++) {
      const gap = words[index]!.box.left - words[index - 1]!.box.right;
      if (gap < size * CELL_GAP) gaps.push(gap);
    }
  }
  return Float64Array.from(gaps).toSorted()[Math.floor(gaps.length * BLANKS)] ?? 0;
}

/** Strips inside one column, `cells`: the words of each row in it. Those that stay free in all rows come first. */
function tightStrips(cells: readonly (readonly PdfWord[])[], blank: number): Strip[] {
  if (cells.length < MIN_ROWS) return [];
  const least = STRIP * median(cells.map(([first]) => first!.size));
  const words = cells.flat();
  const lefts = Float64Array.from(words, ({ box }) => box.left).toSorted();
  const rights = Float64Array.from(words, ({ box }) => box.right).toSorted();
  const wide = wideStrip(words[0]!) ?? blank * WIDER;
  const most = Math.min(Math.floor(cells.length * CROSSING_SHARE), MAX_CROSSING);
  const strips: Strip[] = [];
  for (let crossing = 0; crossing <= most; crossing++) {
    for (const strip of stripsOf(lefts, rights, crossing)) {
      const width = strip.right - strip.left;
      if (width < least || strips.some(({ left, right }) => left < strip.right && right > strip.left))
        continue;
      if (areCrossed(words, strip) && partsCells(cells, strip, width >= wide)) strips.push(strip);
    }
  }
  return strips;
}

/** Gives the strips that no more than `crossing` words stand in. */
function stripsOf(lefts: Float64Array, rights: Float64Array, crossing: number): Strip[] {
  const strips: Strip[] = [];
  let cover = 0;
  let free: number | undefined;
  for (let left = 0, right = 0; left < lefts.length;) {
    if (lefts[left]! <= rights[right]!) {
      cover++;
      if (cover > crossing && free !== undefined) {
        strips.push({ left: free, right: lefts[left]! });
        free = undefined;
      }
      left++;
    } else {
      cover--;
      if (cover === crossing) free = rights[right]!;
      right++;
    }
  }
  return strips;
}

/** Tells whether all words in a strip reach over the whole of it: one that ends inside of it makes the strip narrower. */
function areCrossed(words: readonly PdfWord[], strip: Strip): boolean {
  return words.every(
    ({ box }) =>
      box.right <= strip.left ||
      box.left >= strip.right ||
      (box.left <= strip.left && box.right >= strip.right),
  );
}

function partsCells(cells: readonly (readonly PdfWord[])[], strip: Strip, isWide: boolean): boolean {
  const both = cells.flatMap((words) => {
    const left = words.filter(({ box }) => box.right <= strip.left);
    const right = words.filter(({ box }) => box.left >= strip.right);
    return left.length === 0 || right.length === 0 ? [] : [{ left, right }];
  });
  if (both.length < Math.max(MIN_ROWS, cells.length * LEAST_ROWS)) return false;
  const numbers = both.filter(({ left, right }) => isNumeric(left.at(-1)!.text) && isNumeric(right[0]!.text));
  if (!isWide && numbers.length < both.length * MOST_NUMBERS) return false;
  if (both.every(({ left, right }) => GROUP.test(left.at(-1)!.text) && NEXT_GROUP.test(right[0]!.text)))
    return false;
  return areAligned(both.map(({ left }) => left)) && areAligned(both.map(({ right }) => right));
}

function areAligned(texts: readonly (readonly PdfWord[])[]): boolean {
  const share = (edges: readonly number[]): number => {
    const middle = median(edges);
    return edges.filter((edge) => Math.abs(edge - middle) < ALIGNED_POINTS).length / edges.length;
  };
  return (
    share(texts.map((words) => words[0]!.box.left)) >= LEAST_ALIGNED ||
    share(texts.map((words) => words.at(-1)!.box.right)) >= LEAST_ALIGNED
  );
}
