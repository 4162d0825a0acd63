import type { Box, PdfWord } from '../../pdf-page.ts';
import type { Block } from '../block.ts';
import { unionOf } from '../box.ts';
import type { FileStyle } from '../file-style.ts';
import { type Row, toRows } from '../rows.ts';
import { type TextLine, toLine } from '../text-line.ts';

/** Lines of text that tell where the text of a page begins and ends; with fewer it has none to stand beside. */
const MIN_LONG_LINES = 5;
/** Words of three letters that tell a note from numbers and marks beside the lines. */
const MIN_WORDS = 2;
/** Columns as near to a note as the nearest one, within so many points, are beside it. */
const SAME_DISTANCE = 40;
/** A block that begins so little above the note begins beside it, points. */
const SAME_TOP = 2;

/** Notes in a margin are set smaller than the text, by this or more. */
const NOTE_SIZE = 0.93;
/** White space between them and the text, in sizes. */
const LEAST_GAP = 0.5;
/** Share of the letters of a page that they have at most; with more, they are a column. */
const MOST_LETTERS = 0.25;
/** A line of text that tells where the text begins and ends has at least so many letters. */
const LONG_LINE = 40;
/** Words of one line are nearer to each other, in sizes. */
const NEAR = 0.8;
/** White space between two notes, in sizes. */
const BETWEEN = 0.9;

/** A page with more is a drawing. */
const MAX_NOTES = 100;

interface MarginNotes {
  notes: Block[];
  rest: readonly Row[];
}

/** Takes out the notes that stand beside the text in a margin, in smaller type: their lines are at the height of lines of the text. */
export function takeMarginNotes(rows: readonly Row[], style: FileStyle): MarginNotes {
  const text = extentOfText(rows, style.bodySize);
  if (text === undefined) return { notes: [], rest: rows };
  const sides: [PdfWord[], PdfWord[]] = [[], []];
  let taken = 0;
  for (const { words } of rows) {
    for (const side of [0, 1] as const) {
      if (sideOf(words.at(side === 0 ? 0 : -1)!, text) !== side) continue;
      const own = words.filter(
        (word) => word.size <= style.bodySize * NOTE_SIZE && sideOf(word, text) === side,
      );
      if (own.every(({ text: mark }) => /^[\d.]+$/.test(mark)) || runsOn(own, words)) continue;
      sides[side].push(...own);
      taken += own.reduce((sum, word) => sum + word.text.length, 0);
    }
  }
  const kept = sides.map((words) => (isText(words) ? words : []));
  const found = new Set(kept.flat());
  if (found.size === 0 || taken > lettersIn(rows) * MOST_LETTERS) return { notes: [], rest: rows };
  const rest: Row[] = [];
  for (const row of rows) {
    const words = row.words.filter((word) => !found.has(word));
    if (words.length > 0) rest.push(words.length === row.words.length ? row : { ...row, words });
  }
  const notes = kept.flatMap(toNotes);
  return notes.length > MAX_NOTES ? { notes: [], rest: rows } : { notes, rest };
}

function lettersIn(rows: readonly Row[]): number {
  let letters = 0;
  for (const { words } of rows) for (const { text } of words) letters += text.length;
  return letters;
}

/** Where lines of ordinary text begin and end; undefined when there are few. */
function extentOfText(rows: readonly Row[], size: number): { left: number; right: number } | undefined {
  const lefts: number[] = [];
  const rights: number[] = [];
  let longLines = 0;
  for (const { words } of rows) {
    let letters = 0;
    let first: PdfWord | undefined;
    let last: PdfWord | undefined;
    for (const word of words) {
      // An empty word stands for a table, and margins hold none.
      if (word.text === '') {
        lefts.push(word.box.left);
        rights.push(word.box.right);
      }
      if (Math.abs(word.size - size) >= size * (1 - NOTE_SIZE)) continue;
      first ??= word;
      last = word;
      letters += word.text.length;
    }
    if (first === undefined || last === undefined || letters < LONG_LINE) continue;
    longLines += 1;
    lefts.push(first.box.left);
    rights.push(last.box.right);
  }
  if (longLines < MIN_LONG_LINES) return undefined;
  return { left: Math.min(...lefts), right: Math.max(...rights) };
}

function sideOf({ box, size }: PdfWord, text: { left: number; right: number }): 0 | 1 | undefined {
  if (box.right < text.left - size * LEAST_GAP) return 0;
  return box.left > text.right + size * LEAST_GAP ? 1 : undefined;
}

/** A line of small type that begins or ends in the text is no note. */
function runsOn(own: readonly PdfWord[], words: readonly PdfWord[]): boolean {
  const first = words.indexOf(own[0]!);
  const before = words[first - 1];
  const next = words[first + own.length];
  const last = own.at(-1)!;
  const isNear = (one: PdfWord | undefined, other: PdfWord | undefined): boolean =>
    one !== undefined && other !== undefined && other.box.left - one.box.right < last.size * NEAR;
  return isNear(before, own[0]) || isNear(last, next);
}

/** Numbers and marks in a margin belong to the lines beside them. */
function isText(words: readonly PdfWord[]): boolean {
  return words.filter(({ text }) => /\p{L}{3}/u.test(text)).length >= MIN_WORDS;
}

function toNotes(words: readonly PdfWord[]): Block[] {
  const notes: Block[] = [];
  let lines: TextLine[] = [];
  const flush = (): void => {
    if (lines.length === 0) return;
    notes.push({ type: 'paragraph', lines, box: unionOf(lines.map(({ box }) => box)), confidence: 0.7 });
    lines = [];
  };
  for (const line of toRows(words).map((row) => toLine(row.words))) {
    const before = lines.at(-1);
    if (before !== undefined && line.box.top - before.box.bottom > line.size * BETWEEN) flush();
    lines.push(line);
  }
  flush();
  return notes;
}

/** Puts each note in front of the first block of the column beside it that begins below the note's first line. */
export function placeMarginNotes(notes: readonly Block[], blocks: Block[]): void {
  for (const note of notes) {
    const distances = blocks.map(({ box }) => distanceOf(box, note.box));
    const least = Math.min(...distances);
    const at = blocks.findIndex(
      ({ box }, index) => distances[index]! < least + SAME_DISTANCE && box.top > note.box.top - SAME_TOP,
    );
    if (at < 0) blocks.push(note);
    else blocks.splice(at, 0, note);
  }
}

/** Space between two boxes side by side; 0 where one stands above the other. */
function distanceOf(one: Box, other: Box): number {
  return Math.max(0, one.left - other.right, other.left - one.right);
}
