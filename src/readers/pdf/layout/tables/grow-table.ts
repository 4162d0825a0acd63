import type { PdfWord } from '../../pdf-page.ts';
import { median } from '../box.ts';
import { ColumnSpans } from './column-spans.ts';
import { hasEvenGaps } from './even-gaps.ts';
import type { Row } from '../rows.ts';
import { type RowPiece, toPieces } from './table-columns.ts';
import { RULED_CELL_GAP } from './tolerances.ts';

/** Rows above and below the drawn part that tell the size of its text. */
const SIZE_ROWS_ABOVE = 3;
const SIZE_ROWS_BELOW = 6;
/** Share of the width of the rules from which a line reaches across the table, as prose does and a cell hardly does. */
const WHOLE_WIDTH = 0.6;
/** Words from which a single text that wide is a line of prose. */
const MIN_PROSE_WORDS = 4;
/** Lines of one name in a head, and of one cell, are nearer than rows, in sizes of the text. */
const HEAD_LINE_GAP = 0.35;
const CELL_LINE_GAP = 0.3;
/** Share of the columns above which a text in the head names the table, not some of its columns. */
const MOST_SPANNED = 0.75;
/** The next gap in a head may be twice the one before and this more, in sizes, for rows are not set evenly. */
const HEAD_GAP_SLACK = 0.3;
/** The least that a next gap in a head may be, in sizes. */
const LEAST_HEAD_GAP = 0.7;
/** A single bold text further below than this begins something else, in sizes: nearer it names a group of rows. */
const LABEL_GAP = 0.9;

/** Rows below that are further from the table do not belong to it, in sizes of their text. */
const MAX_GAP = 1.6;
/** Rows above that are further from the table are no head of it, in sizes of their text. */
const MAX_HEAD_GAP = 1.1;
/** Lines of a head that is not drawn, at most. */
const MAX_HEAD_LINES = 4;
/** Rows that a table grows by, at most. */
const MAX_ROWS = 200;

export interface Growth {
  /** Rows above that belong to the table, from the top down. */
  above: Row[];
  below: Row[];
}

export interface Seed {
  /** Rows of the table so far; none when there is only a rule. */
  rows: readonly Row[];
  top: number;
  bottom: number;
  /** Ends of its rules. */
  from: number;
  to: number;
}

/** Rows next to what is drawn of a table that keep to its columns: nothing need be drawn above its head and below its last row. */
export function growTable(seed: Seed, around: { above: readonly Row[]; below: readonly Row[] }): Growth {
  const size = median(
    [...seed.rows, ...around.above.slice(-SIZE_ROWS_ABOVE), ...around.below.slice(0, SIZE_ROWS_BELOW)].map(
      (row) => row.size,
    ),
  );
  const spans = new ColumnSpans(size);
  // Heads that reach over several columns say nothing about them.
  for (const row of seed.rows) {
    const pieces = toPieces(row.words, RULED_CELL_GAP);
    if (spans.fits(pieces)) spans.add(pieces);
  }
  const head = seed.rows.length === 0 ? growUp(seed, around.above, spans) : [];
  const below = growDown(seed, around.below, spans);
  const above = seed.rows.length === 0 ? head : growUp(seed, around.above, spans);
  return { above, below };
}

function isWhole(row: Row, pieces: readonly RowPiece[], { from, to }: Seed): boolean {
  const [first] = pieces;
  const last = pieces.at(-1);
  if (first === undefined || last === undefined) return true;
  if (last.right - first.left < (to - from) * WHOLE_WIDTH) return false;
  return (pieces.length === 1 && row.words.length >= MIN_PROSE_WORDS) || hasEvenGaps(row.words);
}

function growUp(seed: Seed, rows: readonly Row[], spans: ColumnSpans): Row[] {
  const found: Row[] = [];
  let taken = 0;
  let top = seed.top;
  let most = MAX_HEAD_GAP;
  for (let index = rows.length - 1; index >= 0 && found.length < MAX_HEAD_LINES; index--) {
    const row = rows[index]!;
    const gap = (top - row.bottom) / row.size;
    const pieces = toPieces(row.words, RULED_CELL_GAP);
    if (gap > most || isWhole(row, pieces, seed)) break;
    if (pieces.length === 1 && (found.length === 0 || gap > HEAD_LINE_GAP || !spans.fits(pieces))) break;
    const isSpanning = !spans.fits(pieces);
    if (isSpanning && pieces.some((piece) => spans.reachOf(piece) > Math.max(2, spans.count * MOST_SPANNED)))
      break;
    found.unshift(row);
    if (!isSpanning) spans.add(pieces);
    if (pieces.length > 1) taken = found.length;
    // Twice the space that is left above the text of a row.
    if (found.length === 1) most = Math.min(Math.max(LEAST_HEAD_GAP, gap * 2 + HEAD_GAP_SLACK), MAX_HEAD_GAP);
    top = Math.min(top, row.top);
  }
  return found.slice(found.length - taken);
}

function growDown(seed: Seed, rows: readonly Row[], spans: ColumnSpans): Row[] {
  let bottom = seed.bottom;
  let taken = 0;
  let before = 0;
  let wraps = false;
  for (const [index, row] of rows.slice(0, MAX_ROWS).entries()) {
    const gap = (row.top - bottom) / row.size;
    const pieces = toPieces(row.words, RULED_CELL_GAP);
    if (gap > MAX_GAP || isWhole(row, pieces, seed)) break;
    const [first] = row.words as [PdfWord];
    const isBoldLabel = pieces.length === 1 && first.font.isBold;
    if (!spans.fits(pieces) || (isBoldLabel && gap > LABEL_GAP)) break;
    spans.add(pieces);
    if (pieces.length > 1) taken = index + 1;
    else if (taken === index && gap < CELL_LINE_GAP && (wraps || spans.columnOf(pieces[0]!) > 0))
      taken = index + 1;
    // Texts of the first column go on in another line as well.
    if (pieces.length > 1) {
      wraps ||= taken - before > 1;
      before = taken;
    }
    bottom = Math.max(bottom, row.bottom);
  }
  return rows.slice(0, taken);
}
