import type { PdfRectangle, PdfRule } from '../../pdf-page.ts';

/** Shares of the width and height of a page from which a rectangle is its background or frame. */
const PAGE_WIDTH = 0.95;
const PAGE_HEIGHT = 0.8;
/** The colour of white areas, 0xRRGGBB. */
const WHITE = 0xffffff;

/** A straight line: `at` is its y (or x), `from` and `to` its ends. */
export interface RulingLine {
  at: number;
  from: number;
  to: number;
  /** A line or the border of a frame, not only the edge of a coloured area. */
  isDrawn: boolean;
}

export interface RulingLines {
  horizontal: RulingLine[];
  vertical: RulingLine[];
}

/** Lines this near to each other are one, points. */
const NEAR = 1.6;
/** Gaps in a line that are closed, points: cells with their own borders leave some. */
const MAX_GAP = 4;
/** Shorter lines are ticks and dots, points. */
const MIN_LENGTH = 4;
/** A page with more is a drawing. */
const MAX_LINES = 20_000;

/** Rules, frames, and edges of coloured cells as straight lines, parts of one line joined. */
export function toRulingLines(
  rules: readonly PdfRule[],
  rectangles: readonly PdfRectangle[],
  page: { width: number; height: number },
): RulingLines {
  const horizontal: RulingLine[] = [];
  const vertical: RulingLine[] = [];
  for (const { box, isHorizontal } of rules) {
    if (isHorizontal)
      horizontal.push({ at: (box.top + box.bottom) / 2, from: box.left, to: box.right, isDrawn: true });
    else vertical.push({ at: (box.left + box.right) / 2, from: box.top, to: box.bottom, isDrawn: true });
  }
  for (const { box, fill, isStroked } of rectangles) {
    const width = box.right - box.left;
    const height = box.bottom - box.top;
    if (width < MIN_LENGTH || height < MIN_LENGTH) continue;
    if (width > page.width * PAGE_WIDTH && height > page.height * PAGE_HEIGHT) continue;
    // White areas are no borders: they only wipe out what is behind them.
    if (!isStroked && (fill === undefined || fill === WHITE)) continue;
    horizontal.push(
      { at: box.top, from: box.left, to: box.right, isDrawn: isStroked },
      { at: box.bottom, from: box.left, to: box.right, isDrawn: isStroked },
    );
    vertical.push(
      { at: box.left, from: box.top, to: box.bottom, isDrawn: isStroked },
      { at: box.right, from: box.top, to: box.bottom, isDrawn: isStroked },
    );
  }
  if (horizontal.length + vertical.length > MAX_LINES) return { horizontal: [], vertical: [] };
  return { horizontal: joinParts(horizontal), vertical: joinParts(vertical) };
}

function joinParts(lines: RulingLine[]): RulingLine[] {
  const sorted = lines.toSorted((a, b) => a.at - b.at);
  const joined: RulingLine[] = [];
  for (let start = 0; start < sorted.length;) {
    let end = start + 1;
    const first = sorted[start]!;
    while (end < sorted.length && sorted[end]!.at - first.at <= NEAR) end++;
    const band = sorted.slice(start, end).toSorted((a, b) => a.from - b.from);
    let open: RulingLine | undefined;
    for (const { at, from, to, isDrawn } of band) {
      if (open !== undefined && from <= open.to + MAX_GAP) {
        open.to = Math.max(open.to, to);
        open.isDrawn ||= isDrawn;
      } else joined.push((open = { at, from, to, isDrawn }));
    }
    start = end;
  }
  return joined.filter(({ from, to }) => to - from >= MIN_LENGTH);
}

/** Sorted positions, those nearer than `distance` made one. */
export function clusters(values: readonly number[], distance: number): number[] {
  const sorted = values.toSorted((a, b) => a - b);
  const found: number[] = [];
  let sum = 0;
  let count = 0;
  let last = -Infinity;
  for (const value of sorted) {
    if (value - last > distance && count > 0) {
      found.push(sum / count);
      sum = 0;
      count = 0;
    }
    sum += value;
    count++;
    last = value;
  }
  if (count > 0) found.push(sum / count);
  return found;
}
