import type { PdfWord } from '../../pdf-page.ts';
import type { Row } from '../rows.ts';
import { isPitchedBlank } from './pitched-blank.ts';

/** Text is measured as if it had at least this size, points: gaps of tiny text would part every word. */
const LEAST_SIZE = 4;
/** Least gap inside a piece that may part two cells, in sizes of the text: more than a blank. */
const WIDE_BLANK = 0.42;
/** The same of monospaced text, whose blank is as wide as a letter, with the space that narrow letters leave beside it. */
const WIDE_MONOSPACED_BLANK = 0.9;
/** Ends of texts may miss the ends of the strip between two columns by this, points. */
const END_SLACK = 1.5;
/** A text that begins so little before the end of a column, or behind it, is of the next one, points. */
const STICKS_OUT = 1;
/** A text that reaches no further than this into a column does not stand in it, points. */
const TOUCHES = 2;

/** Words of a row without a wide gap between them. */
export interface RowPiece {
  words: PdfWord[];
  left: number;
  right: number;
}

export interface Columns {
  /** Left and right end of the text of each column, from left to right. */
  spans: { left: number; right: number }[];
  /** Middle of the strip before each column but the first. */
  cuts: number[];
}

/** Gaps from this width on divide a row, in sizes of its text. */
export function toPieces(words: readonly PdfWord[], gap: number): RowPiece[] {
  const pieces: RowPiece[] = [];
  let piece: RowPiece | undefined;
  for (const word of words) {
    const { left, right } = word.box;
    if (piece !== undefined && !isDivided(piece.words.at(-1)!, piece.right, word, gap)) {
      piece.words.push(word);
      piece.right = Math.max(piece.right, right);
    } else {
      piece = { words: [word], left, right };
      pieces.push(piece);
    }
  }
  return pieces;
}

/** Tells whether the gap between two words divides their row: it is wide for their size, and no blank between letters of one width. */
function isDivided(before: PdfWord, right: number, word: PdfWord, gap: number): boolean {
  const { size, font, box } = word;
  const least = font.isMonospaced ? Math.max(gap, WIDE_MONOSPACED_BLANK) : gap;
  return box.left - right >= least * Math.max(size, LEAST_SIZE) && !isPitchedBlank(before, word);
}

/** Where the texts of some rows begin and end, sorted, so that columns can be looked for more than once. */
export interface TextEnds {
  lefts: Float64Array;
  rights: Float64Array;
  /** Least width of the strip between two columns, points. */
  strip: number;
}

export function toTextEnds(rows: readonly Row[], gap: number): TextEnds {
  const lefts: number[] = [];
  const rights: number[] = [];
  let sizes = 0;
  for (const { words, size } of rows) {
    sizes += size;
    let right = -Infinity;
    let before: PdfWord | undefined;
    for (const word of words) {
      const { box } = word;
      if (before !== undefined && !isDivided(before, right, word, gap)) right = Math.max(right, box.right);
      else {
        if (before !== undefined) rights.push(right);
        lefts.push(box.left);
        ({ right } = box);
      }
      before = word;
    }
    if (before !== undefined) rights.push(right);
  }
  return {
    lefts: Float64Array.from(lefts).toSorted(),
    rights: Float64Array.from(rights).toSorted(),
    strip: (sizes / Math.max(rows.length, 1)) * gap,
  };
}

/**
 * Columns of rows: the strips that no text, or only text across several columns, stands in. At most `mostCrossing` rows may cross a strip.
 */
export function findColumns({ lefts, rights, strip }: TextEnds, mostCrossing: number): Columns {
  const spans: Columns['spans'] = [];
  let cover = 0;
  let open: number | undefined;
  for (let left = 0, right = 0; right < rights.length;) {
    const isLeft = left < lefts.length && lefts[left]! <= rights[right]!;
    const x = (isLeft ? lefts[left++] : rights[right++])!;
    cover += isLeft ? 1 : -1;
    if (open === undefined && cover > mostCrossing) open = x;
    else if (open !== undefined && cover <= mostCrossing) {
      const before = spans.at(-1);
      if (before !== undefined && open - before.right < strip) before.right = x;
      else spans.push({ left: open, right: x });
      open = undefined;
    }
  }
  return withCuts(spans);
}

function withCuts(spans: Columns['spans']): Columns {
  const cuts = spans
    .slice(1)
    .map(({ left }, index) => (left + (spans[index] as { right: number }).right) / 2);
  return { spans, cuts };
}

/** With the columns that only have a name: nothing stands below it. */
export function withNames({ spans, cuts }: Columns, head: readonly Row[], gap: number): Columns {
  const names: Columns['spans'] = [];
  for (const { words, size } of head) {
    const room = size * gap;
    const isFree = ({ left, right }: RowPiece): boolean =>
      spans.every((span) => span.right + room < left || span.left - room > right);
    for (const piece of toPieces(words, gap)) {
      if (!isFree(piece)) continue;
      const { left, right } = piece;
      const same = names.find((name) => name.left < right + room && name.right > left - room);
      if (same === undefined) names.push({ left, right });
      else {
        same.left = Math.min(same.left, left);
        same.right = Math.max(same.right, right);
      }
    }
  }
  if (names.length === 0) return { spans, cuts };
  return withCuts([...spans, ...names].toSorted((a, b) => a.left - b.left));
}

/** Index of the column that a point lies in. */
export function columnAt({ cuts }: Columns, x: number): number {
  let column = 0;
  while (column < cuts.length && x > cuts[column]!) column++;
  return column;
}

export interface PlacedPiece {
  piece: RowPiece;
  column: number;
  columns: number;
}

/** A line of text in a table, and its cells from left to right. */
export interface LineOfCells {
  row: Row;
  cells: PlacedPiece[];
}

/** Pieces of a row with the columns that they reach over. */
export function placePieces({ words }: Row, columns: Columns, gap: number): PlacedPiece[] {
  const placed: PlacedPiece[] = [];
  for (const piece of toPieces(words, gap)) {
    for (const part of dividePiece(piece, columns)) {
      const first = firstColumn(part, columns);
      const last = Math.max(first, lastColumn(part, columns));
      const before = placed.at(-1);
      if (before !== undefined && before.column + before.columns > first) {
        before.piece.words.push(...part.words);
        before.piece.right = Math.max(before.piece.right, part.right);
        before.columns = Math.max(before.columns, last - before.column + 1);
      } else placed.push({ piece: part, column: first, columns: last - first + 1 });
    }
  }
  return placed;
}

/** Two cells whose texts come near to each other: a gap of more than a blank lies right in the strip. */
function dividePiece(piece: RowPiece, columns: Columns): RowPiece[] {
  if (areHeadsOfOwn(piece.words, columns)) return piece.words.map((word) => pieceOf([word]));
  const parts: RowPiece[] = [];
  let start = 0;
  for (let index = 1; index < piece.words.length; index++) {
    const left = piece.words[index - 1]!;
    const right = piece.words[index]!;
    const gap = right.box.left - left.box.right;
    if (gap < right.size * WIDE_BLANK) continue;
    const isInStrip = columns.spans.some(
      (span, column) =>
        column > 0 &&
        right.box.left >= span.left - END_SLACK &&
        left.box.right <= (columns.spans[column - 1] as { right: number }).right + END_SLACK &&
        right.box.left > (columns.spans[column - 1] as { right: number }).right,
    );
    if (!isInStrip) continue;
    parts.push(pieceOf(piece.words.slice(start, index)));
    start = index;
  }
  parts.push(start === 0 ? piece : pieceOf(piece.words.slice(start)));
  return parts;
}

/** Tells whether each word of a monospaced scan stands in a column of its own: names of columns may have only a blank between them. */
function areHeadsOfOwn(words: readonly PdfWord[], { spans }: Columns): boolean {
  if (words.length < 2 || words[0]!.font.pitch === undefined) return false;
  let last = -1;
  for (const { box } of words) {
    const first = spans.findIndex(({ right }) => right > box.left);
    if (first <= last || spans[first]!.left >= box.right) return false;
    if ((spans[first + 1]?.left ?? Infinity) < box.right) return false;
    last = first;
  }
  return true;
}

function pieceOf(words: PdfWord[]): RowPiece {
  return {
    words,
    left: words[0]!.box.left,
    right: words.reduce((most, { box }) => Math.max(most, box.right), -Infinity),
  };
}

function firstColumn({ left, right }: RowPiece, { spans, cuts }: Columns): number {
  let column = 0;
  while (column < cuts.length && left > cuts[column]!) column++;
  // It only sticks a little out of the column behind.
  const next = spans[column + 1];
  const own = spans[column];
  if (next !== undefined && own !== undefined && right > next.left && left > own.right - STICKS_OUT)
    return column + 1;
  return column;
}

function lastColumn({ right }: RowPiece, { spans }: Columns): number {
  let column = spans.length - 1;
  while (column > 0 && (spans[column] as { left: number }).left > right - TOUCHES) column--;
  return column;
}
