import { median } from './box.ts';
import { numberingDepth } from './headings/heading-levels.ts';
import { areUnlike, lookOf } from './headings/line-look.ts';
import { listMark } from './list-mark.ts';
import { isMathFont } from './math-font.ts';
import type { TextLine } from './text-line.ts';
import { SAME_TEXT_SIZE } from './tolerances.ts';

/** Lines whose size is further from the usual one, as a share of it, say nothing about where the text begins and ends. */
const OTHER_SIZE = 0.15;
/** Distances of baselines that are those of lines of one text, in sizes: less is overprinting, more is a break. */
const LEAST_PITCH = 0.7;
const MOST_PITCH = 2.6;
/** The pitch of a column is that of its narrower distances: share of the distances that are narrower. */
const NARROW_SHARE = 0.25;
/** Pitch of a column where no two lines tell it, in sizes. */
const USUAL_PITCH = 1.25;
/** A line further down than so many times the pitch, or than the pitch and so many sizes, begins a paragraph. */
const PITCH_RATIO = 1.22;
const PITCH_SLACK = 0.12;
/** A line that stands higher than the one before by more begins a paragraph, in sizes. */
const MOST_UP = 0.3;
/** An indent is wider, in sizes; less is a blank or an uneven edge. */
const INDENT = 0.7;
/** A line that ends nearer than this to the end of its column is full, in sizes of the text: it was broken there, not ended. */
const FULL_LINE = 2.5;
/** Room behind a sentence's end for a blank, and some more, in sizes: another word would have fitted. */
const ROOM_BEHIND = 1.5;
/** Distance of baselines that is no more in the middle of a sentence, in sizes. */
const MOST_WIDE_PITCH = 2.2;
/** Sizes, and distances of baselines, that are the same in widely set lines, points. */
const WIDE_SAME_SIZE = 0.5;
const SAME_DISTANCE = 0.6;
/** Lines of a formula overlap by this at least, in sizes, and have no more letters. */
const STACKED = 0.4;
const MAX_FORMULA_LETTERS = 60;
/** Shares of the size by which another size differs, and by which a word is of the other line's size. */
const OTHER_LOOK = 0.07;
const SHARED_SIZE = 0.04;
/** Both lines have more letters where a change to or from a monospaced font begins another text; a short one may be a name of a command. */
const FONT_LETTERS = 12;
/** Baselines of two lines of a numbered heading are nearer, in sizes. */
const HEADING_PITCH = 1.4;
/** Points that the second line of a numbered heading may begin further left. */
const EDGE_SLACK = 1;
/** Letters of the first line of a numbered heading are fewer. */
const MAX_HEADING_LETTERS = 90;
/** Middles of centred lines differ by less, points, and their left edges by more, in sizes. */
const CENTRED_POINTS = 1.5;
const CENTRED_EDGE = 0.7;

/** Where the text of a column begins and ends. */
export interface ColumnFrame {
  left: number;
  right: number;
  /** Distance of two baselines inside a paragraph, in sizes of the text. */
  pitch: number;
}

const ENDS_SENTENCE = /[.!?:;。！？…]["'”’»)\]]*$/;

const STARTS_LOW = /^[\p{Ll},;)]/u;

export function frameOf(lines: readonly TextLine[]): ColumnFrame {
  let left = Infinity;
  let right = -Infinity;
  const pitches: number[] = [];
  let before: TextLine | undefined;
  // A page number or a title reaches further than the text.
  const size = median(lines.map((line) => line.size));
  for (const line of lines) {
    if (Math.abs(line.size - size) < size * OTHER_SIZE) {
      left = Math.min(left, line.box.left);
      right = Math.max(right, line.box.right);
    }
    if (before !== undefined && Math.abs(before.size - line.size) < SAME_TEXT_SIZE) {
      const pitch = (line.baseline - before.baseline) / Math.max(line.size, 1);
      if (pitch > LEAST_PITCH && pitch < MOST_PITCH) pitches.push(pitch);
    }
    before = line;
  }
  const sorted = pitches.toSorted((a, b) => a - b);
  return { left, right, pitch: sorted[Math.floor(sorted.length * NARROW_SHARE)] ?? USUAL_PITCH };
}

/** Whether a paragraph ends before `line`. `lines` are those of the paragraph so far. */
function breaksBefore(lines: readonly TextLine[], line: TextLine, frame: ColumnFrame): boolean {
  const before = lines.at(-1)!;
  const size = Math.max(before.size, line.size);
  const distance = line.baseline - before.baseline;
  if (isStacked(before, line)) return false;
  const most = size * Math.max(frame.pitch * PITCH_RATIO, frame.pitch + PITCH_SLACK);
  if (distance < -size * MOST_UP || (distance > most && !isWidelySet(lines, line, frame))) return true;
  if (hasOtherLook(before, line, frame)) return true;
  if (isCentred(before, line) || isHeadingPart(before, line, distance)) return false;
  if (STARTS_LOW.test(line.text)) return false;
  return startsAnew(lines, line, frame);
}

/** Told by the indent of a line and the length of the one before. */
function startsAnew(lines: readonly TextLine[], line: TextLine, frame: ColumnFrame): boolean {
  const before = lines.at(-1)!;
  const size = Math.max(before.size, line.size);
  const isFull = endGap(before, frame) < size * FULL_LINE;
  const shift = startOf(line, frame) - startOf(before, frame);
  // A hanging indent goes on in the middle of a sentence; a first line does not.
  if (shift > size * INDENT) return lines.length > 1 || !isFull || /[.!?]$/.test(before.text);
  if (shift < -size * INDENT) return lines.length > 1 || !isFull;
  const next = line.words[0];
  const width = next === undefined ? 0 : next.box.right - next.box.left;
  return ENDS_SENTENCE.test(before.text) && endGap(before, frame) > width + size * ROOM_BEHIND;
}

/** Lines further apart than those of the rest of the column, but in the middle of a sentence. */
function isWidelySet(lines: readonly TextLine[], line: TextLine, frame: ColumnFrame): boolean {
  const before = lines.at(-1)!;
  const above = lines.at(-2);
  const distance = line.baseline - before.baseline;
  if (distance > line.size * MOST_WIDE_PITCH || endGap(before, frame) > line.size * FULL_LINE) return false;
  if (ENDS_SENTENCE.test(before.text) || Math.abs(before.size - line.size) > WIDE_SAME_SIZE) return false;
  if (line.words.some(({ font }) => isMathFont(font.name))) return false;
  const isEven = above !== undefined && Math.abs(before.baseline - above.baseline - distance) < SAME_DISTANCE;
  return isEven || /^\p{Ll}/u.test(line.text);
}

/** Fractions, limits and large brackets: lines of a formula that reach into each other. */
function isStacked(before: TextLine, line: TextLine): boolean {
  const overlap = before.box.bottom - line.box.top;
  if (overlap < Math.min(before.size, line.size) * STACKED || line.baseline < before.baseline) return false;
  if (before.length > MAX_FORMULA_LETTERS || line.length > MAX_FORMULA_LETTERS) return false;
  return [before, line].some(({ words }) => words.some(({ font }) => isMathFont(font.name)));
}

/** Another size, weight, kind of font or direction. */
function hasOtherLook(before: TextLine, line: TextLine, frame: ColumnFrame): boolean {
  const size = Math.max(before.size, line.size);
  if (Math.abs(before.size - line.size) > size * OTHER_LOOK && !sharesSize(before, line)) return true;
  if (before.isBold !== line.isBold) {
    const isFull = endGap(before, frame) < size * FULL_LINE;
    if (!isFull || !STARTS_LOW.test(line.text)) return true;
  }
  if (before.isMonospaced !== line.isMonospaced && line.length > FONT_LETTERS && before.length > FONT_LETTERS)
    return true;
  if (before.isRtl !== line.isRtl) return true;
  return looksUnlike(before, line, frame);
}

/** Another colour or family of fonts, or underlined. */
function looksUnlike(before: TextLine, line: TextLine, frame: ColumnFrame): boolean {
  const size = Math.max(before.size, line.size);
  // A title or an address in the middle of a sentence may fill a line.
  const goesOn =
    STARTS_LOW.test(line.text) ||
    (endGap(before, frame) < size * FULL_LINE && !ENDS_SENTENCE.test(before.text));
  if (goesOn || isCentred(before, line)) return false;
  if (before.isUnderlined !== line.isUnderlined) return true;
  const one = before.words.at(-1);
  const other = line.words.at(-1);
  // Mostly the last words tell that there is nothing to compare.
  if (one?.font.name === other?.font.name && one?.colour === other?.colour) return false;
  return areUnlike(lookOf(before), lookOf(line));
}

/** A long address or name in another size, in a line of ordinary text. */
function sharesSize(one: TextLine, other: TextLine): boolean {
  const has = (line: TextLine, size: number): boolean =>
    line.words.some((word) => Math.abs(word.size - size) < size * SHARED_SIZE && word.text.length > 1);
  return has(one, other.size) && has(other, one.size);
}

/** The second line of a numbered heading is indented, and the first one need not be full. */
function isHeadingPart(before: TextLine, line: TextLine, distance: number): boolean {
  return (
    before.isBold &&
    line.isBold &&
    distance < line.size * HEADING_PITCH &&
    line.box.left >= before.box.left - EDGE_SLACK &&
    numberingDepth(before.text) > 0 &&
    numberingDepth(line.text) === 0 &&
    before.length < MAX_HEADING_LETTERS
  );
}

function startOf(line: TextLine, frame: ColumnFrame): number {
  return line.isRtl ? frame.right - line.box.right : line.box.left - frame.left;
}

/** Space between the end of a line and the end of its column. */
export function endGap(line: TextLine, frame: ColumnFrame): number {
  return line.isRtl ? line.box.left - frame.left : frame.right - line.box.right;
}

function isCentred(one: TextLine, other: TextLine): boolean {
  const middle = (one.box.left + one.box.right) / 2;
  const otherMiddle = (other.box.left + other.box.right) / 2;
  return (
    Math.abs(middle - otherMiddle) < CENTRED_POINTS &&
    Math.abs(one.box.left - other.box.left) > one.size * CENTRED_EDGE
  );
}

/** Lines of a column as groups: paragraphs, lines of one style, or items of lists begin a new one. */
export function groupLines(lines: readonly TextLine[]): { groups: TextLine[][]; frame: ColumnFrame } {
  const frame = frameOf(lines);
  const groups: TextLine[][] = [];
  for (const line of lines) {
    const group = groups.at(-1);
    if (group === undefined || breaksBefore(group, line, frame) || beginsItem(line)) groups.push([line]);
    else group.push(line);
  }
  return { groups, frame };
}

/** Only bullets are sure enough to end a paragraph by themselves. */
function beginsItem(line: TextLine): boolean {
  const mark = listMark(line);
  return mark !== undefined && mark.value === undefined && !/^[-–—→·]/.test(line.text);
}
