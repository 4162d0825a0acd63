import type { PdfWord } from '../pdf-page.ts';
import type { Block } from './block.ts';
import { unionOf } from './box.ts';
import type { FileStyle } from './file-style.ts';
import type { PageFrame } from './page-frame.ts';
import type { Row } from './rows.ts';
import type { Table } from './tables/table.ts';
import { SCRIPT_SIZE, type TextLine, toLine } from './text-line.ts';
import { RAISED } from './tolerances.ts';

/** Share of the page's height, from its top, above which no note stands. */
const NOTES_FROM = 0.35;
/** Lines at the bottom that tell whether notes run across the whole page. */
const LAST_LINES = 12;
/** A word reaches over the middle of the page by this on both sides when its line is no column, points. */
const OVER_MIDDLE = 2;
/** The mark of a note is raised by more than this, in sizes of the note: its type is small, and its mark hardly raised. */
const RAISED_LABEL = 0.1;

const LABEL = /^(?:\d{1,3}|[*∗⁎⋆†‡§¶‖#]{1,3}|[a-z])$/;
const LABELS = /^(?:(?:\d{1,3}|[*∗⁎⋆†‡§¶‖#]{1,3}|[a-z]),?)+$/;
/** Times the size of the text: notes are set smaller, but not always by much. */
const NOTE_SIZE = 0.95;

/**
 * Takes the notes off the end of a page: lines in smaller type at its bottom that begin with a raised mark which also stands,
 * raised, in the text above.
 */
export function takeFootnotes(
  rows: readonly Row[],
  places: ReadonlyMap<PdfWord, Table>,
  frame: PageFrame,
  style: FileStyle,
): { notes: Block[]; rest: readonly Row[] } {
  const references = raisedMarks(rows);
  if (references.size === 0) return { notes: [], rest: rows };
  const middle = frame.width / 2;
  const notes: Block[] = [];
  const taken = new Set<PdfWord>();
  for (const isInside of sides(rows, middle)) {
    const column = rows
      .map((row) => ({ row, words: row.words.filter((word) => isInside(word)) }))
      .filter(({ words }) => words.length > 0);
    const isSmallText = ({ words, row }: { words: PdfWord[]; row: Row }): boolean =>
      row.baseline >= frame.height * NOTES_FROM &&
      toLine(words).size <= style.bodySize * NOTE_SIZE &&
      !words.some((word) => places.has(word));
    const start = column.findLastIndex((line) => !isSmallText(line)) + 1;
    const lines = column.slice(start).map(({ words }) => toLine(words));
    const first = lines.findIndex((line) => isNote(line, references));
    if (first < 0) continue;
    for (const line of lines.slice(first)) {
      const label = noteLabel(line);
      if (label !== undefined && references.has(label)) notes.push(noteOf(label, withoutLabel(line)));
      else addLine(notes.at(-1), line);
      for (const word of line.words) taken.add(word);
    }
  }
  if (taken.size === 0) return { notes, rest: rows };
  const rest: Row[] = [];
  for (const row of rows) {
    const words = row.words.filter((word) => !taken.has(word));
    if (words.length > 0) rest.push(words.length === row.words.length ? row : { ...row, words });
  }
  return { notes, rest };
}

/** The whole width when a line at the bottom crosses the middle, else each half. */
function sides(rows: readonly Row[], middle: number): ((word: PdfWord) => boolean)[] {
  const last = rows.slice(-LAST_LINES);
  const crossing = last.some(({ words }) =>
    words.some(({ box }) => box.left < middle - OVER_MIDDLE && box.right > middle + OVER_MIDDLE),
  );
  if (crossing) return [() => true];
  return [({ box }) => box.left < middle, ({ box }) => box.left >= middle];
}

/** Marks that stand raised behind a word. */
function raisedMarks(rows: readonly Row[]): Set<string> {
  const marks = new Set<string>();
  for (const { words, size, baseline } of rows) {
    for (const [index, word] of words.entries()) {
      if (index === 0 || word.size > size * SCRIPT_SIZE || !LABELS.test(word.text)) continue;
      if (baseline - word.baseline > size * RAISED) for (const mark of word.text.split(',')) marks.add(mark);
    }
  }
  return marks;
}

function isNote(line: TextLine, references: ReadonlySet<string>): boolean {
  const label = noteLabel(line);
  return label !== undefined && references.has(label);
}

function noteLabel({ words, size, baseline }: TextLine): string | undefined {
  const [first, second] = words;
  if (first === undefined || second === undefined) return undefined;
  const isRaised = first.size <= size * SCRIPT_SIZE && baseline - first.baseline > size * RAISED_LABEL;
  if (isRaised && LABEL.test(first.text)) return first.text;
  const plain = /^(\d{1,3})[.)]?$/.exec(first.text);
  return plain?.[1];
}

function withoutLabel(line: TextLine): TextLine {
  return toLine(line.words.slice(1).toSorted((a, b) => a.box.left - b.box.left));
}

function noteOf(label: string, line: TextLine): Block {
  return { type: 'footnote', label, lines: [line], box: line.box, confidence: 0.85 };
}

function addLine(note: Block | undefined, line: TextLine): void {
  if (note?.type !== 'footnote') return;
  note.lines.push(line);
  note.box = unionOf(note.lines.map(({ box }) => box));
}
