import type { PdfWord } from '../pdf-page.ts';
import { median } from './box.ts';
import type { Row } from './rows.ts';
import { PIECES_OF_WORD, UNEVEN_RATIO, UNEVEN_SLACK } from './tables/even-gaps.ts';

/** A gap inside a column that parts two pieces of a row, in sizes; and that of a justified line with few words. */
const PIECE_GAP = 1.2;
const STRETCHED = 4;
/** A line that ends nearer to the edge of its column is full, in sizes: before a line that goes on, and when it is stretched. */
const FULL = 1.5;
const FULL_STRETCHED = 0.2;
/** Times the usual distance of lines, from which a line begins something. */
const START_PITCH = 1.18;
/** Share of the words that are written in small letters, from which a line is no row of numbers. */
const LEAST_SMALL = 0.6;
/** Gaps that tell whether a line is stretched, at least. */
const MIN_GAPS = 2;
/** Share of the width that lines of prose fill; cells leave more of it free. */
const PROSE_FILL = 0.55;
/** Letters of an unbroken piece of prose, at least; cells are shorter. */
const PROSE_LETTERS = 17;
/** Words of an unbroken piece of prose, at least. */
const PROSE_WORDS = 2.6;
/** Letters of a piece that is prose even with fewer words: some languages have long ones. */
const LONG_LETTERS = 26;
/** Lines of a paragraph beside short lines, at least; a cell of a table hardly has so many. */
const MIN_PARAGRAPH = 8;
/** Share of those lines that begin in the middle of a sentence. */
const LEAST_CONTINUED = 0.4;
/** Short lines beside the paragraph, as a share of its lines: a row of a table has one for several. */
const LEAST_SHORT = 0.7;
/** Texts that begin at heights nearer than this begin together, points. */
const SAME_START = 1.5;
/** Starts on either side, and rows with both, from which columns may be rows of a table; the share of the starts that are shared. */
const MIN_STARTS = 3;
const LEAST_SHARED = 0.85;

/** The text on one side of a strip between columns. */
export interface Side {
  lines: number;
  /** Words of an unbroken piece of a line. */
  words: number;
  letters: number;
  /** Share of the width that text takes up, of the line in the middle. */
  fill: number;
  /** Rows that begin after a gap, by their baselines. */
  starts: number[];
  /** Baseline of the last. */
  bottom: number;
  /** Lines that begin in the middle of a sentence, behind a full line. */
  continued: number;
}

/** Looks at the text on one side; tables that are already found do not count. */
export function toSide(all: readonly Row[], size: number): Side {
  const rows = all.filter(({ words }) => !words.some(isPlace));
  let from = Infinity;
  let to = -Infinity;
  for (const { words } of rows) {
    from = Math.min(from, words[0]!.box.left);
    for (const { box } of words) to = Math.max(to, box.right);
  }
  const width = Math.max(to - from, 1);
  let pieces = 0;
  let words = 0;
  let letters = 0;
  const fills: number[] = [];
  const starts: number[] = [];
  const baselines = rows.map(({ baseline }) => baseline);
  const pitch = median(baselines.slice(1).map((baseline, index) => baseline - baselines[index]!));
  let before: Row | undefined;
  let continued = 0;
  let wasFull = false;
  for (const row of rows) {
    let covered = 0;
    let last = -Infinity;
    const piecesBefore = pieces;
    if (wasFull && /^\p{Ll}/u.test(row.words[0]!.text)) continued++;
    const piece = pieceGap(row.words, size, to);
    for (const { box, text } of row.words) {
      if (box.left - last > piece) pieces++;
      else if (box.left > last) covered += box.left - last;
      covered += box.right - box.left;
      last = box.right;
      words++;
      letters += text.length;
    }
    fills.push(covered / width);
    const end = row.words.at(-1)!.text;
    wasFull = pieces === piecesBefore + 1 && last > to - size * FULL && /[\p{L},;-]$/u.test(end);
    if (before === undefined || row.baseline - before.baseline > pitch * START_PITCH)
      starts.push(row.baseline);
    before = row;
  }
  return {
    lines: rows.length,
    words: words / pieces,
    letters: letters / pieces,
    fill: median(fills),
    starts,
    bottom: before?.baseline ?? 0,
    continued,
  };
}

/** Gaps as wide as this part the pieces of a row. Those of a line that is stretched to the width of its column are wide, but even. */
function pieceGap(words: readonly PdfWord[], size: number, right: number): number {
  const end = words.at(-1)!.box.right;
  const isFull = Math.abs(end - right) < size * FULL_STRETCHED;
  // Rows of numbers have even gaps as well.
  if (!isFull || words.filter(({ text }) => /\p{Ll}{2}/u.test(text)).length < words.length * LEAST_SMALL)
    return size * PIECE_GAP;
  let least = Infinity;
  let most = 0;
  let count = 0;
  for (let index = 1; index < words.length; index++) {
    const word = words[index]!;
    const gap = word.box.left - words[index - 1]!.box.right;
    if (!word.hasSpaceBefore && gap < size * PIECES_OF_WORD) continue;
    least = Math.min(least, gap);
    most = Math.max(most, gap);
    count++;
  }
  const isStretched =
    count >= MIN_GAPS && most < size * STRETCHED && most < least * UNEVEN_RATIO + UNEVEN_SLACK;
  return size * (isStretched ? STRETCHED : PIECE_GAP);
}

/** Long pieces that fill the width: several words or many letters, for some languages have long words. */
export function isProse({ lines, words, letters, fill }: Side): boolean {
  if (lines === 0) return true;
  return fill > PROSE_FILL && letters >= PROSE_LETTERS && (words >= PROSE_WORDS || letters >= LONG_LETTERS);
}

/** Tables that are already found have a word without text in their place. */
export function isPlace({ text }: PdfWord): boolean {
  return text === '';
}

/** As many short lines beside the lines of a paragraph: a row of a table has one of them for several of its lines. */
export function isBesideRunningText(one: Side, other: Side): boolean {
  const [text, short] = one.continued > other.continued ? [one, other] : [other, one];
  return (
    text.lines >= MIN_PARAGRAPH &&
    text.continued > text.lines * LEAST_CONTINUED &&
    short.lines > text.lines * LEAST_SHORT
  );
}

/** Long texts side by side that all begin at the same heights: cells of several lines. */
export function areRowsOfTable(one: Side, other: Side, both: number): boolean {
  const top = Math.max(one.starts[0] ?? 0, other.starts[0] ?? 0) - SAME_START;
  const bottom = Math.min(one.bottom, other.bottom);
  const starts = one.starts.filter((y) => y >= top && y <= bottom);
  const others = other.starts.filter((y) => y >= top && y <= bottom);
  if (starts.length < MIN_STARTS || others.length < MIN_STARTS || both < MIN_STARTS) return false;
  const shared = starts.filter((y) => others.some((found) => Math.abs(found - y) < SAME_START)).length;
  return (
    shared >= Math.min(starts.length, others.length) * LEAST_SHARED &&
    shared * 2 > Math.max(starts.length, others.length)
  );
}
