import type { InkMap } from './find-ink.ts';
import type { OcrBox } from './ocr-page.ts';

/** Rows of a table, at least. */
const MIN_ROWS = 3;
/** Rows of one table, at most; a longer one is read in parts. */
const MAX_ROWS = 80;
/** Least width of the strip between two columns, in heights of an `x`, and in blanks between words. */
const STRIP = 0.8;
const WIDER = 1.4;
/** One strip of a table is so wide, in heights of an `x`: columns are hardly all as near as that. */
const WIDE_STRIP = 1.3;
/** Heights of rows, in heights of a line. */
const LEAST_HEIGHT = 0.25;
const MOST_HEIGHT = 1.8;
/** Accents that stand alone above their row, and the space below them, are less high, in heights of a line. */
const ACCENT = 0.35;
const ACCENT_SPACE = 0.15;
/** White space between two rows, in heights of a line, at most. */
const MOST_SPACE = 2.5;
/** Ink with fewer inked neighbours is noise. */
const NEIGHBOURS = 3;
/** Rows with ink on both sides of a strip, at least, and their share. */
const MIN_PARTED = 2;
const LEAST_PARTED = 0.4;
/** Bullets before the items of a list are narrower, in heights of an `x`. */
const BULLET = 1.2;

/** Measures of the text of a page, pixels. */
export interface TextMeasures {
  xHeight: number;
  /** Height of a line. */
  height: number;
  /** Usual gap between two words. */
  blank: number;
}

/** From `from` to just before `to`, pixels. */
export interface PixelSpan {
  from: number;
  to: number;
}

/** A table as its ink shows it. */
export interface InkTable {
  rows: readonly PixelSpan[];
  columns: readonly PixelSpan[];
}

/** A row of ink, of text or not. */
export interface InkRow extends PixelSpan {
  left: number;
  right: number;
  /** White strips inside it, wide enough to part columns. */
  gaps: PixelSpan[];
}

/** Tables in some areas of a page: rows in which the same strips stay white, wider than blanks, whatever was read there. */
export function findInkTables(areas: readonly (readonly InkRow[])[], measures: TextMeasures): InkTable[] {
  const strip = leastStrip(measures);
  const wide = Math.max(measures.xHeight * WIDE_STRIP, strip);
  return areas.flatMap((rows) => {
    const tables: InkTable[] = [];
    for (let start = 0; start < rows.length;) {
      const run = runFrom(rows, start, { strip, height: measures.height });
      const table = run.strips.some(({ from, to }) => to - from >= wide) ? toTable(run, measures) : undefined;
      if (table !== undefined) tables.push(table);
      // A line of prose above may have left no wide strip.
      start += table === undefined ? 1 : run.rows.length;
    }
    return tables;
  });
}

/** Rows of ink in each of some areas of a page, from the top down. */
export function findInkRows(ink: InkMap, zones: readonly OcrBox[], measures: TextMeasures): InkRow[][] {
  const clean = withoutDots(ink);
  const strip = leastStrip(measures);
  return zones.map((zone) => rowsOf(clean, zone, { strip, height: measures.height }));
}

function leastStrip({ xHeight, blank }: TextMeasures): number {
  return Math.max(xHeight * STRIP, blank * WIDER);
}

function withoutDots({ width, height, data }: InkMap): InkMap {
  const clean = new Uint8Array(data.length);
  for (let y = 1; y < height - 1; y++) {
    for (let at = y * width + 1, end = at + width - 2; at < end; at++) {
      if (data[at] === 0) continue;
      const above = data[at - width - 1]! + data[at - width]! + data[at - width + 1]!;
      const below = data[at + width - 1]! + data[at + width]! + data[at + width + 1]!;
      if (above + below + data[at - 1]! + data[at + 1]! >= NEIGHBOURS) clean[at] = 1;
    }
  }
  return { width, height, data: clean };
}

/** Rows of ink with white above and below them; accents, and dots alone in their row, belong to the row next to them. */
function rowsOf(ink: InkMap, zone: OcrBox, { strip, height }: { strip: number; height: number }): InkRow[] {
  const left = Math.max(0, Math.floor(zone.left));
  const right = Math.min(ink.width, Math.ceil(zone.right));
  const bands: PixelSpan[] = [];
  let open: number | undefined;
  const bottom = Math.min(ink.height, Math.ceil(zone.bottom));
  for (let y = Math.max(0, Math.floor(zone.top)); y <= bottom; y++) {
    const hasInk = y < bottom && ink.data.subarray(y * ink.width + left, y * ink.width + right).includes(1);
    if (hasInk) open ??= y;
    else if (open !== undefined) {
      const before = bands.at(-1);
      const isPart =
        before !== undefined &&
        open - before.to <= height * ACCENT_SPACE &&
        Math.min(y - open, before.to - before.from) < height * ACCENT;
      if (isPart) before.to = y;
      else bands.push({ from: open, to: y });
      open = undefined;
    }
  }
  return bands.flatMap(({ from, to }) => toInkRow(ink, { left, right, top: from, bottom: to }, strip) ?? []);
}

function toInkRow(ink: InkMap, box: OcrBox, strip: number): InkRow | undefined {
  const inked = new Uint8Array(box.right - box.left);
  for (let y = box.top; y < box.bottom; y++) {
    for (let x = box.left, at = y * ink.width + box.left; x < box.right; x++, at++) {
      if (ink.data[at] === 1) inked[x - box.left] = 1;
    }
  }
  const first = inked.indexOf(1);
  const last = inked.lastIndexOf(1);
  if (first < 0) return undefined;
  const gaps: PixelSpan[] = [];
  let white = first;
  for (let x = first; x <= last; x++) {
    if (inked[x] === 0) continue;
    if (x - white >= strip) gaps.push({ from: box.left + white, to: box.left + x });
    white = x + 1;
  }
  return { from: box.top, to: box.bottom, left: box.left + first, right: box.left + last + 1, gaps };
}

interface Run {
  rows: InkRow[];
  strips: PixelSpan[];
}

/** Rows that follow one another with strips that stay white in all of them. */
function runFrom(
  all: readonly InkRow[],
  start: number,
  { strip, height }: { strip: number; height: number },
): Run {
  const first = all[start]!;
  const run: Run = { rows: [first], strips: first.gaps };
  if (!isTextHigh(first, height)) return { rows: [first], strips: [] };
  for (const row of all.slice(start + 1, start + MAX_ROWS)) {
    const space = row.from - run.rows.at(-1)!.to;
    if (space > height * MOST_SPACE || !isTextHigh(row, height)) break;
    const strips = common(run.strips, row).filter(({ from, to }) => to - from >= strip);
    if (strips.length === 0) break;
    run.rows.push(row);
    run.strips = strips;
  }
  // Lines below that end before the first strip are no rows.
  while (run.rows.length > 1 && run.rows.at(-1)!.gaps.length === 0) run.rows.pop();
  return run;
}

function isTextHigh({ from, to }: InkRow, height: number): boolean {
  return to - from >= height * LEAST_HEIGHT && to - from <= height * MOST_HEIGHT;
}

/** Parts of strips that are white in a row, too; it is white on both its sides. */
function common(strips: readonly PixelSpan[], { left, right, gaps }: InkRow): PixelSpan[] {
  const white = [{ from: -Infinity, to: left }, ...gaps, { from: right, to: Infinity }];
  const parts: PixelSpan[] = [];
  for (let one = 0, other = 0; one < strips.length && other < white.length;) {
    const from = Math.max(strips[one]!.from, white[other]!.from);
    const to = Math.min(strips[one]!.to, white[other]!.to);
    if (from < to) parts.push({ from, to });
    if (strips[one]!.to < white[other]!.to) one++;
    else other++;
  }
  return parts;
}

function toTable({ rows, strips }: Run, { xHeight }: TextMeasures): InkTable | undefined {
  if (rows.length < MIN_ROWS) return undefined;
  const least = Math.max(MIN_PARTED, rows.length * LEAST_PARTED);
  const parting = strips.filter(
    ({ from, to }) => rows.filter(({ left, right }) => left < from && right > to).length >= least,
  );
  const [first] = parting;
  if (first === undefined) return undefined;
  const isList = rows.every(({ left }) => first.from - left < xHeight * BULLET);
  if (isList && parting.length === 1) return undefined;
  const edge = Math.round((first.to - first.from) / 2);
  const cuts = parting.map(({ from, to }) => Math.round((from + to) / 2));
  const ends = [
    Math.min(...rows.map(({ left }) => left)) - edge,
    ...cuts,
    Math.max(...rows.map(({ right }) => right)) + edge,
  ];
  return {
    rows: rows.map(({ from, to }) => ({ from, to })),
    columns: cuts
      .map((_, index) => ({ from: ends[index]!, to: ends[index + 1]! }))
      .concat({ from: cuts.at(-1)!, to: ends.at(-1)! }),
  };
}
