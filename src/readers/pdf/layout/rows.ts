import type { Box, PdfWord } from '../pdf-page.ts';
import { SCRIPT_SIZE } from './text-line.ts';
import { partitionPoint } from '../../../lib/partition-point.ts';
import { OVERSIZED } from './tolerances.ts';

/** Words whose baselines are nearer stand on one row: points, and sizes of the text. */
const SAME_ROW_POINTS = 0.8;
const SAME_ROW = 0.16;
/** Letters of a large first letter with its quotation mark, or of a letter that stands lower, at most. */
const MAX_SHORT = 2;
/** Words of a row that may be scripts of another whatever their size, at most. */
const MAX_SCRIPT_WORDS = 6;
/** Baselines of a script's row and of its line are nearer, in sizes of the line. */
const SCRIPT_ROW = 0.75;
/** Sizes, and baselines, of neighbours that are the same, points. */
const SAME_POINTS = 0.5;
/** Words of one line are nearer, in sizes. */
const BLANK = 0.6;
/** Text below this size is that of a note, points. */
const NOTE_TEXT = 9.5;
/** Gap between a mark and the text of its note is less, in sizes of the text. */
const NOTE_MARK_GAP = 0.9;
/** Gap between a raised mark and other text behind it is less, in sizes of the text. */
const MARK_GAP = 0.5;
/** How far a script before a word may reach into it, in sizes of the word. */
const MARK_OVERLAP = 0.3;
/** A script stands behind its word by less, and reaches into it by less, in sizes of the word. */
const SCRIPT_GAP = 0.4;
const SCRIPT_OVERLAP = 0.6;
/** Times the size of a first letter below which the text beside it is no script of it. */
const BESIDE_CAP = 0.55;
/** A letter that stands lower inside a word, as in TeX: by less than this, with gaps less than this, in sizes. */
const SHIFT = 0.4;
const SHIFT_GAP = 0.25;
/** Baseline of a script is nearer than this to that of its word, in sizes of the word. */
const SCRIPT_SHIFT = 0.7;
/** Rows that a first letter may stand beside, and those that tell it. */
const MAX_CAP_ROWS = 8;
const MIN_CAP_ROWS = 2;
/** A first letter nearer to the rest of its word than this is part of it, in sizes. */
const CAP_BLANK = 0.45;
/** How many times the size of the words beside it a first letter is larger. */
const CAP_RATIO = 1.7;
/** Words beside a first letter reach into it by less, in their sizes. */
const CAP_OVERLAP = 0.5;
/** Words beside a first letter stand behind it by less, in their sizes. */
const CAP_GAP = 1.5;
/** Words beside a first letter stand lower than it by less, in their sizes. */
const CAP_DROP = 0.4;

/** A text below this share of the size of its row, and so many sizes away from it, is not part of its line. */
const OTHER_PART = 0.75;
const PART_GAP = 1.5;

/** Words on one baseline, across all columns, sorted by their left edges. */
export interface Row {
  words: PdfWord[];
  baseline: number;
  top: number;
  bottom: number;
  /** Size of its largest word, points. */
  size: number;
}

/** Words as rows, from the top down. */
export function toRows(words: readonly PdfWord[]): Row[] {
  const sorted = isDownwards(words)
    ? words
    : words.toSorted((a, b) => a.baseline - b.baseline || a.box.left - b.box.left);
  const groups: PdfWord[][] = [];
  let group: PdfWord[] = [];
  let reference = 0;
  for (const word of sorted) {
    if (group.length === 0 || word.baseline - reference > Math.max(SAME_ROW_POINTS, word.size * SAME_ROW)) {
      group = [];
      groups.push(group);
      reference = word.baseline;
    }
    group.push(word);
  }
  const rows = groups.map(toRow);
  attachScripts(rows);
  const filled = rows.filter(isFilled);
  attachDropCaps(filled);
  return filled.filter(isFilled).map((row) => toRow(row.words));
}

function isFilled({ words }: Row): boolean {
  return words.length > 0;
}

/** A row of words that stand on it. */
export function toRow(words: readonly PdfWord[]): Row {
  const sorted = isRightwards(words) ? words.slice() : words.toSorted((a, b) => a.box.left - b.box.left);
  let size = 0;
  let main: PdfWord | undefined;
  for (const word of words) {
    // A first letter over several lines is larger than its row.
    const isShort = word.text.length <= MAX_SHORT && words.length > 1;
    if (word.size > size && !isShort) {
      size = word.size;
      main = word;
    }
  }
  const first = main ?? sorted[0]!;
  const box: Box = { ...first.box };
  for (const word of sorted) {
    if (word.size < first.size * SCRIPT_SIZE || word.size > first.size * OVERSIZED) continue;
    box.top = Math.min(box.top, word.box.top);
    box.bottom = Math.max(box.bottom, word.box.bottom);
  }
  return {
    words: sorted,
    baseline: first.baseline,
    top: box.top,
    bottom: box.bottom,
    size: first.size,
  };
}

/** Most words come in order, and sorting what is sorted is most of what rows would cost. */
function isDownwards(words: readonly PdfWord[]): boolean {
  for (let index = 1; index < words.length; index++) {
    const before = words[index - 1]!;
    const word = words[index]!;
    const drop = word.baseline - before.baseline;
    if (!(drop > 0 || (drop === 0 && word.box.left >= before.box.left))) return false;
  }
  return true;
}

function isRightwards(words: readonly PdfWord[]): boolean {
  for (let index = 1; index < words.length; index++) {
    if (!(words[index]!.box.left >= words[index - 1]!.box.left)) return false;
  }
  return true;
}

/** Moves raised and lowered characters to the rows that they belong to. */
function attachScripts(rows: Row[]): void {
  for (const [index, row] of rows.entries()) {
    const near = [rows[index + 1], rows[index - 1], rows[index + 2], rows[index - 2]].filter(
      (other): other is Row =>
        other !== undefined &&
        (other.size * SCRIPT_SIZE >= smallest(row.words) || row.words.length <= MAX_SCRIPT_WORDS) &&
        Math.abs(other.baseline - row.baseline) < other.size * SCRIPT_ROW,
    );
    if (near.length === 0) continue;
    const homes = row.words.map((word) => near.find((other) => isScriptOf(word, other)));
    const rest: PdfWord[] = [];
    for (const [at, word] of row.words.entries()) {
      // Asked again, for a script may stand behind one that has moved there.
      const home = isAmongWords(row.words, homes, at)
        ? undefined
        : near.find((other) => isScriptOf(word, other));
      if (home === undefined) rest.push(word);
      else insert(home.words, word);
    }
    row.words = rest;
  }
}

/** A word in a line of words that stay: a small line below a large title. */
function isAmongWords(
  words: readonly PdfWord[],
  homes: readonly (Row | undefined)[],
  index: number,
): boolean {
  const word = words[index]!;
  if (!/\p{L}{3}/u.test(word.text)) return false;
  return [index - 1, index + 1].some((at) => {
    const other = words[at];
    if (other === undefined || homes[at] !== undefined || Math.abs(other.size - word.size) > SAME_POINTS)
      return false;
    const gap = at < index ? word.box.left - other.box.right : other.box.left - word.box.right;
    return gap < word.size * BLANK;
  });
}

/** A row without the small texts that stand far from its large ones, as a running head beside a title, and each of those. */
export function partsOfSizes(row: Row): Row[] {
  const { words, size } = row;
  const isSmall = (word: PdfWord): boolean => word.text !== '' && word.size < size * OTHER_PART;
  if (!words.some(isSmall)) return [row];
  const parts: PdfWord[][] = [];
  let before: PdfWord | undefined;
  for (const word of words) {
    const isApart =
      before === undefined ||
      (isSmall(word) !== isSmall(before) && word.box.left - before.box.right > size * PART_GAP);
    if (isApart) parts.push([word]);
    else parts.at(-1)!.push(word);
    before = word;
  }
  return parts.length === 1 ? [row] : parts.map(toRow);
}

function smallest(words: readonly PdfWord[]): number {
  return words.reduce((least, { size }) => Math.min(least, size), Infinity);
}

function isScriptOf(word: PdfWord, row: Row): boolean {
  const after = firstFrom(row.words, word.box.left);
  const left = row.words[after - 1];
  const right = row.words[after];
  if (left !== undefined && isScriptAfter(word, left)) return true;
  if (left !== undefined && right !== undefined && isShifted(word, left, right)) return true;
  if (right === undefined || !isSmaller(word, right)) return false;
  const gap = right.box.left - word.box.right;
  // Before the text there is only the mark of a footnote.
  // Notes are in small type, and often stand further from their marks.
  const most =
    after === 0 && right.size < NOTE_TEXT && /^(?:\d{1,3}|[*∗†‡§])$/.test(word.text)
      ? NOTE_MARK_GAP
      : MARK_GAP;
  return gap > right.size * -MARK_OVERLAP && gap < right.size * most && word.baseline < right.baseline;
}

function isScriptAfter(word: PdfWord, left: PdfWord): boolean {
  if (!isSmaller(word, left) || isBesideDropCap(word, left)) return false;
  const gap = word.box.left - left.box.right;
  return gap < left.size * SCRIPT_GAP && gap > left.size * -SCRIPT_OVERLAP;
}

/** The text beside a first letter over several lines is much smaller than it, but not raised. */
function isBesideDropCap(word: PdfWord, cap: PdfWord): boolean {
  return (
    word.size < cap.size * BESIDE_CAP &&
    /^["'“‘«]?\p{Lu}$/u.test(cap.text) &&
    /\p{L}{2}|[\p{L},.]$/u.test(word.text)
  );
}

/** A letter of the ordinary size that stands a little lower inside a word, as in the name TeX. */
function isShifted(word: PdfWord, left: PdfWord, right: PdfWord): boolean {
  const { size } = word;
  return (
    word.text.length <= MAX_SHORT &&
    Math.abs(word.baseline - left.baseline) < size * SHIFT &&
    Math.abs(left.baseline - right.baseline) < SAME_POINTS &&
    Math.abs(word.box.left - left.box.right) < size * SHIFT_GAP &&
    Math.abs(right.box.left - word.box.right) < size * SHIFT_GAP
  );
}

/** Also beside another raised word of the row, as in x to the power of (a + b). */
function isSmaller(word: PdfWord, neighbour: PdfWord): boolean {
  if (word.size <= neighbour.size * SCRIPT_SIZE) {
    return Math.abs(word.baseline - neighbour.baseline) < neighbour.size * SCRIPT_SHIFT;
  }
  return (
    Math.abs(word.baseline - neighbour.baseline) < SAME_POINTS &&
    Math.abs(word.size - neighbour.size) < SAME_POINTS
  );
}

/** Index of the first word whose left edge is at or behind `x`. */
function firstFrom(words: readonly PdfWord[], x: number): number {
  return partitionPoint(words.length, (index) => words[index]!.box.left < x);
}

function insert(words: PdfWord[], word: PdfWord): void {
  words.splice(firstFrom(words, word.box.left), 0, word);
}

/** A first letter over several lines stands on the baseline of the last of them, but belongs to the first. */
function attachDropCaps(rows: Row[]): void {
  for (const [index, row] of rows.entries()) {
    const cap = row.words.find(
      (word) =>
        word.text.length <= MAX_SHORT && /^["'“‘«]?\p{Lu}$/u.test(word.text) && isDropCap(word, rows, index),
    );
    if (cap === undefined) continue;
    let home: Row | undefined;
    for (let above = index; above >= 0 && index - above < MAX_CAP_ROWS; above--) {
      const other = rows[above]!;
      if (other.words.some((word) => isBeside(word, cap)) && other.baseline > cap.box.top) home = other;
    }
    if (home === undefined) continue;
    row.words.splice(row.words.indexOf(cap), 1);
    const next = home.words.find((word) => isBeside(word, cap));
    if (next !== undefined && next.box.left - cap.box.right < next.size * CAP_BLANK)
      next.hasSpaceBefore = false;
    insert(home.words, cap);
  }
}

function isDropCap(cap: PdfWord, rows: readonly Row[], index: number): boolean {
  let beside = 0;
  for (let above = index; above >= 0 && index - above < MAX_CAP_ROWS; above--) {
    if (rows[above]!.words.some((word) => isBeside(word, cap))) beside++;
  }
  return beside >= MIN_CAP_ROWS;
}

function isBeside(word: PdfWord, cap: PdfWord): boolean {
  const gap = word.box.left - cap.box.right;
  return (
    word.size * CAP_RATIO < cap.size &&
    gap > -word.size * CAP_OVERLAP &&
    gap < word.size * CAP_GAP &&
    word.baseline > cap.baseline - cap.size &&
    word.baseline < cap.baseline + word.size * CAP_DROP
  );
}
