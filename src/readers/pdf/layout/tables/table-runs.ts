import type { PdfWord } from '../../pdf-page.ts';
import { median } from '../box.ts';
import { ColumnSpans } from './column-spans.ts';
import { hasEvenGaps } from './even-gaps.ts';
import type { Row } from '../rows.ts';
import { type RowPiece, toPieces } from './table-columns.ts';
import { LIST_MARK } from './table.ts';
import { ALIGNED_POINTS, CELL_GAP, HEADING_RATIO } from './tolerances.ts';

/** A line that ends so near to the right edge is full: in sizes of the text, or as a share of the width, whichever is further left. */
const FULL_SLACK = 0.6;
const FULL_WIDTH = 0.94;
/** Words of a line of prose, at least. */
const MIN_PROSE_WORDS = 5;
/** Share of the width that a line of prose takes up more than. */
const PROSE_WIDTH = 0.62;
/** Share of the width that a line of prose is indented by less than. */
const PROSE_INDENT = 0.12;
/** Space between rows that is always wide, in sizes. */
const WIDE_SPACE = 1.9;
/** Space that is wide beside narrower ones, at least, in sizes. */
const LEAST_WIDE_SPACE = 0.75;
/** Space that is wide beside narrower ones is more than twice the usual one and this, in sizes. */
const WIDE_SPACE_SLACK = 0.3;
/** Space above a heading, at least in sizes, and in times the usual space. */
const HEADING_SPACE = 0.5;
const HEADING_SPACE_RATIO = 1.3;
/** Lines of one text in a row inside a table; with more, the table has ended. */
const MAX_SINGLE = 3;
/** Rows behind a wide space that are looked at. */
const NEXT_ROWS = 4;
/** Space between those rows, in sizes, at most. */
const NEXT_ROW_SPACE = 0.5;
/** Share of the texts behind a wide space that stand below others of the table. */
const LEAST_ALIGNED = 0.6;
/** Lines above and below a table that may be the rest of its cells. */
const MAX_REST = 3;
/** White space above the rest of a cell, in sizes, and its indent from the left edge, in sizes: other texts begin at that edge. */
const REST_SPACE = 0.35;
const REST_INDENT = 3;
/** At the left edge, within so many points, the rest of a cell has fewer words than this. */
const EDGE_POINTS = 2;
const MAX_REST_WORDS = 4;
/** A line overlaps the row that its text is beside, by this at least, in sizes. */
const OVERLAP = 0.25;

/** Lines of a column that a gap in the next row cuts through, from which that row is of another table. */
const MIN_UNDIVIDED = 2;

/** The widest space between two rows, in sizes of the text. */
const MAX_GAP = 2.8;
/** Lines of a table without rules. */
const MAX_ROWS = 400;

/** The shape of a row beside the others of its column. */
export interface RowShape {
  /** Runs of words with wide gaps between them; 1 for a line of prose. */
  pieces: number;
  isProse: boolean;
  isBold: boolean;
}

export function shapesOf(rows: readonly Row[]): RowShape[] {
  let left = Infinity;
  let right = -Infinity;
  for (const { words } of rows) {
    left = Math.min(left, words[0]!.box.left);
    right = Math.max(right, words.at(-1)!.box.right);
  }
  return rows.map(({ words, size }) => {
    const pieces = toPieces(words, CELL_GAP);
    const [first] = pieces;
    const last = pieces.at(-1);
    const reach = first === undefined || last === undefined ? 0 : last.right - first.left;
    const isFull = reach > Math.min(right - left - size * FULL_SLACK, (right - left) * FULL_WIDTH);
    const isStretched = isFull && pieces.length > 1 && hasEvenGaps(words);
    const isText =
      isStretched ||
      (pieces.length === 1 &&
        words.length >= MIN_PROSE_WORDS &&
        reach > (right - left) * PROSE_WIDTH &&
        first!.left - left < (right - left) * PROSE_INDENT);
    const isBold = words.every(({ font }) => font.isBold);
    // A bullet and its text are one line, not two cells.
    const marks = isMarked(words) ? 1 : 0;
    const areChoices = isChoice(words[0]!) && words.some((word, index) => index > 0 && isChoice(word));
    return {
      pieces: isStretched || areChoices ? 1 : pieces.length - marks,
      isProse: isText || areChoices,
      isBold,
    };
  });
}

/** A box to be ticked: several in a row are answers to one question. */
function isChoice({ text }: PdfWord): boolean {
  return /^[☐☑☒]/.test(text);
}

/** A bullet on the left, or of right-to-left text on the right; a number with a stop only before a single text. */
function isMarked(words: readonly PdfWord[]): boolean {
  const pieces = toPieces(words, CELL_GAP);
  const [first] = pieces;
  const last = pieces.at(-1);
  if (pieces.length < 2 || first === undefined || last === undefined) return false;
  const mark = last.words[0]!.isRtl || words[0]?.isRtl === true ? last.words : first.words;
  const text = mark.length === 1 ? mark[0]!.text : '';
  return /^[•◦▪‣●○■□▸►➢✓]$/.test(text) || (pieces.length === 2 && LIST_MARK.test(text));
}

/** Where rows stop that could be of one table: at prose, at a wide space, at a heading. */
export function runEnd(rows: readonly Row[], shapes: readonly RowShape[], start: number): number {
  const gaps: number[] = [];
  const columns = new ColumnSpans(rows[start]!.size);
  columns.add(toPieces(rows[start]!.words, CELL_GAP));
  let last = start;
  let single = 0;
  for (let index = start + 1; index < rows.length && index - start < MAX_ROWS; index++) {
    const row = rows[index]!;
    const before = rows[index - 1]!;
    const shape = shapes[index]!;
    const size = Math.max(row.size, before.size);
    const gap = (row.top - before.bottom) / size;
    if (shape.isProse || gap > MAX_GAP) break;
    const usual = median(gaps);
    const isWide = isWideSpace(gap, gaps);
    if (isWide && !isNextRow(rows, shapes, index, columns)) break;
    const isLarger = row.size > before.size * HEADING_RATIO;
    const isHeading = isHeadingShape(shape, shapes[index - 1]!, isLarger);
    if (isHeading && gap > Math.max(HEADING_SPACE, usual * HEADING_SPACE_RATIO)) break;
    if (!isWide) gaps.push(gap);
    if (shape.pieces > 1) {
      const pieces = toPieces(row.words, CELL_GAP);
      if (beginsOther(pieces, rows[index + 1], columns)) break;
      if (columns.fits(pieces)) columns.add(pieces);
      last = index;
      single = 0;
    } else if (++single > MAX_SINGLE) break;
  }
  return last + 1;
}

function isWideSpace(gap: number, gaps: readonly number[]): boolean {
  return (
    gap > WIDE_SPACE ||
    (gaps.length >= 2 && gap > Math.max(LEAST_WIDE_SPACE, median(gaps) * 2 + WIDE_SPACE_SLACK))
  );
}

/** Texts that cut through a column of the rows above, with others below them that begin where they do, as values below labels. */
function beginsOther(pieces: readonly RowPiece[], next: Row | undefined, columns: ColumnSpans): boolean {
  if (!columns.isDividedBy(pieces, MIN_UNDIVIDED)) return false;
  const below = next === undefined ? [] : toPieces(next.words, CELL_GAP);
  return (
    below.length === pieces.length &&
    below.every(({ left }, index) => Math.abs(left - pieces[index]!.left) < ALIGNED_POINTS)
  );
}

function isHeadingShape(shape: RowShape, before: RowShape, isLarger: boolean): boolean {
  return shape.pieces === 1 && (shape.isBold || isLarger) && !before.isBold;
}

/** Behind a wide space: texts that begin, end or have their middle where those above do, in the same columns. */
function isNextRow(
  rows: readonly Row[],
  shapes: readonly RowShape[],
  index: number,
  columns: ColumnSpans,
): boolean {
  for (let at = index; at < Math.min(index + NEXT_ROWS, rows.length); at++) {
    const row = rows[at]!;
    const shape = shapes[at]!;
    if (shape.isProse || (at > index && row.top - rows[at - 1]!.bottom > row.size * NEXT_ROW_SPACE))
      return false;
    const pieces = toPieces(row.words, CELL_GAP);
    if (!columns.fits(pieces)) return false;
    if (shape.pieces > 1) return columns.alignedShare(pieces) >= LEAST_ALIGNED;
    if (shape.isBold) return false;
  }
  return false;
}

/** With the lines below that can only be the rest of cells of the last row: close, short, and not at the left edge. */
export function trailing(rows: readonly Row[], end: number): number {
  const left = Math.min(...rows.map(({ words }) => words[0]?.box.left ?? Infinity));
  let to = end;
  while (to < rows.length && to < end + MAX_REST) {
    const row = rows[to]!;
    const before = rows[to - 1]!;
    const isClose = row.top - before.bottom < row.size * REST_SPACE;
    const indent = row.words[0]!.box.left - left;
    const isRest =
      indent < EDGE_POINTS && row.words.length < MAX_REST_WORDS && /^[\p{Ll}(]/u.test(row.words[0]!.text);
    if (!isClose || (indent < row.size * REST_INDENT && !isRest)) break;
    to++;
  }
  return to;
}

/** With the lines above that can only be the beginning of cells of the first row: beside its other cells, and not at the left edge. */
export function leading(rows: readonly Row[], start: number): number {
  let from = start;
  while (from > 0 && from > start - MAX_REST) {
    const row = rows[from - 1]!;
    const next = rows[from]!;
    const indent = row.words[0]!.box.left - next.words[0]!.box.left;
    const isBeside = next.top - row.bottom < row.size * -OVERLAP;
    if (!isBeside || indent < row.size * REST_INDENT || toPieces(row.words, CELL_GAP).length > 1) break;
    from--;
  }
  return from;
}
