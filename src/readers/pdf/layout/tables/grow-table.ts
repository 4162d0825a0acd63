import type { PdfWord } from '../../pdf-page.ts';
import { median } from '../box.ts';
import { ColumnSpans } from './column-spans.ts';
import { hasEvenGaps } from './even-gaps.ts';
import type { Row } from '../rows.ts';
import { type RowPiece, toPieces } from './table-columns.ts';

/** Gaps between cells, in sizes of the text. */
const GAP = 0.55;
/** Rows further from the table than this do not belong to it, in sizes of their text. */
const MAX_GAP = 1.6;
const MAX_HEAD_GAP = 1.1;
const MAX_HEAD_LINES = 4;
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
    [...seed.rows, ...around.above.slice(-3), ...around.below.slice(0, 6)].map((row) => row.size),
  );
  const spans = new ColumnSpans(size);
  // Heads that reach over several columns say nothing about them.
  for (const row of seed.rows) {
    const pieces = toPieces(row.words, GAP);
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
  if (last.right - first.left < (to - from) * 0.6) return false;
  return (pieces.length === 1 && row.words.length >= 4) || hasEvenGaps(row.words);
}

function growUp(seed: Seed, rows: readonly Row[], spans: ColumnSpans): Row[] {
  const found: Row[] = [];
  let taken = 0;
  let top = seed.top;
  let most = MAX_HEAD_GAP;
  for (let index = rows.length - 1; index >= 0 && found.length < MAX_HEAD_LINES; index--) {
    const row = rows[index]!;
    const gap = (top - row.bottom) / row.size;
    const pieces = toPieces(row.words, GAP);
    if (gap > most || isWhole(row, pieces, seed)) break;
    if (pieces.length === 1 && (found.length === 0 || gap > 0.35 || !spans.fits(pieces))) break;
    const isSpanning = !spans.fits(pieces);
    if (isSpanning && pieces.some((piece) => spans.reachOf(piece) > Math.max(2, spans.count * 0.75))) break;
    found.unshift(row);
    if (!isSpanning) spans.add(pieces);
    if (pieces.length > 1) taken = found.length;
    // Twice the space that is left above the text of a row.
    if (found.length === 1) most = Math.min(Math.max(0.7, gap * 2 + 0.3), MAX_HEAD_GAP);
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
    const pieces = toPieces(row.words, GAP);
    if (gap > MAX_GAP || isWhole(row, pieces, seed)) break;
    const [first] = row.words as [PdfWord];
    const isBoldLabel = pieces.length === 1 && first.font.isBold;
    if (!spans.fits(pieces) || (isBoldLabel && gap > 0.9)) break;
    spans.add(pieces);
    if (pieces.length > 1) taken = index + 1;
    else if (taken === index && gap < 0.3 && (wraps || spans.columnOf(pieces[0]!) > 0)) taken = index + 1;
    // Texts of the first column go on in another line as well.
    if (pieces.length > 1) {
      wraps ||= taken - before > 1;
      before = taken;
    }
    bottom = Math.max(bottom, row.bottom);
  }
  return rows.slice(0, taken);
}
