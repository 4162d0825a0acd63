import type { Box, PdfWord } from '../../pdf-page.ts';
import { median, unionOf } from '../box.ts';
import { areJustified } from '../justified.ts';
import { isMathFont } from '../math-font.ts';
import type { Row } from '../rows.ts';
import type { RulingLine } from './ruling-lines.ts';
import {
  type Columns,
  findColumns,
  type LineOfCells,
  type PlacedPiece,
  placePieces,
  toTextEnds,
  withNames,
} from './table-columns.ts';
import { groupRows } from './table-rows.ts';
import { cellOf, guessHeadRows, isNumeric, type Table, type PrintedCell } from './table.ts';
import { partTightColumns } from './tight-columns.ts';
import { CELL_GAP, RULED_CELL_GAP } from './tolerances.ts';

/** Widest gap that parts the texts of a row once the columns are known, in sizes of the text. */
const PLACED_GAP = 0.6;
/** Share of the rows with several cells, below which spaced rows are blocks of one text, and unruled lines labels of a drawing. */
const LEAST_BESIDE = 0.4;
/** Confidence from which rows are a table; with rules only around its head more is asked for. */
const LEAST_CONFIDENCE = 0.5;
const LEAST_WEAK_CONFIDENCE = 0.6;
/** Rows, and share of them, below the first rule, from which that rule closes the head. */
const MIN_BODY_ROWS = 3;
const LEAST_BODY = 0.5;
/** Rows from which one may cross a strip between columns. */
const CROSSABLE_ROWS = 4;
/** Share of the rows that may cross a strip. */
const CROSSING_SHARE = 0.25;
/** Rows that may cross a strip, at most. */
const MAX_CROSSING = 12;
/** Share of the rows that have a text in a column; fewer are an accident of gaps. */
const LEAST_USED = 0.3;
const LEAST_USED_RULED = 0.2;
/** Rows with several cells that two columns without rules need; with rules or more columns two are enough. */
const MIN_PAIRS = 3;
/** Share of the rows that reach over several columns, above which the columns are none. */
const MOST_CROSSING = 0.35;
/** Share of the cells that are only centred, above which texts without numbers are lines of a title page. */
const MOST_CENTRED = 0.6;
/** Confidence in any texts that stand in columns. */
const BASE = 0.35;
/** Confidence that aligned edges add when all are. */
const FOR_ALIGNED = 0.3;
/** Confidence that numbers add, times their share. */
const FOR_NUMBERS = 0.4;
/** Share of numbers from which more add nothing. */
const ENOUGH_NUMBERS = 0.5;
/** Confidence that rules add. */
const FOR_RULES = 0.3;
/** Confidence that rules around the head alone add. */
const FOR_WEAK_RULES = 0.05;
/** Confidence that a third column adds: prose is hardly set in so many. */
const FOR_COLUMNS = 0.1;
/** Confidence that enough rows add. */
const FOR_ROWS = 0.05;
/** Rows with several cells that are enough for that. */
const ENOUGH_ROWS = 4;
/** Letters of the middle cell from which texts are rather columns of prose, and what that takes off the confidence. */
const PROSE_LETTERS = 40;
const FOR_PROSE = 0.25;
/** Share of the cells that hold text, below which lines are the labels of a drawing. */
const LEAST_FILLED = 0.35;
/** Share of the lines that begin with a bullet, from which they are a list. */
const MOST_BULLETS = 0.6;
/** Share of the lines that begin with another mark, from which they are a list if the marks are narrow. */
const MOST_MARKED = 0.8;
/** Share of monospaced lines, from which they are code with remarks behind it. */
const MOST_MONOSPACED = 0.8;
/** Share of numbers among monospaced texts between rules, from which they are a table. */
const LEAST_NUMBERS = 0.3;
/** Marks and the gap behind them are narrower, points. */
const MARK_POINTS = 30;
/** Share of the entries that end in a page number, from which few dots tell a table of contents. */
const MOST_PAGED = 0.7;
/** Share of the entries with dots that is enough then. */
const LEAST_LEADERS_PAGED = 0.2;
/** Share of the entries with dots that is needed otherwise. */
const LEAST_LEADERS = 0.5;
/** Entries of a table of contents without dots, at least. */
const MIN_ENTRIES = 3;
/** Cells of an entry, at most: number, title, page. */
const MAX_ENTRY_CELLS = 3;
/** Entries below which numbers in front have to tell. */
const FEW_ENTRIES = 4;
/** Entries with a number in front that tell it then. */
const MIN_NUMBERED = 2;
/** Share of the letters in fonts and signs of formulas, above which texts are parts of one. */
const MOST_MATH = 0.4;
/** Edges of the texts of a column are nearer to the middle one of them, points. */
const NEAR_POINTS = 2.5;

/** How sure one can be before that it is a table. */
export interface TableHint {
  /** It stands between rules. */
  isRuled: boolean;
  /** Its rows are told apart by spaces, so that their cells may have many lines. */
  isSpaced?: boolean;
  /** The rules are only above and below its head. */
  isWeak?: boolean;
  /** The ordinary text of the file is monospaced, so that this says nothing of a line. */
  isMonospacedBody: boolean;
  /** Horizontal lines across it. */
  rules: readonly RulingLine[];
}

/** Rows with more columns are a drawing. */
const MAX_COLUMNS = 60;
const LEADER = /^[.·…_]{3,}$|\.{4,}|…{2,}/;
const MARK =
  /^(?:[•◦▪▫‣●○■□▸►▶✓✔➢➤–—*·-]|\[(?:\d{1,4}|\p{L}[\p{L}+*.-]{0,9}\d{2,4}[a-z]?)\]|\(?(?:\d{1,3}|[a-zA-Z]|[ivxlc]{1,6})[.)]|\d{1,2}(?:\.\d{1,2})*\.?)$/u;

/** Rows as a table, when their texts stand in columns; undefined when that is not what they are. */
export function toUnruledTable(rows: readonly Row[], hint: TableHint): Table | undefined {
  const gap = hint.isRuled ? RULED_CELL_GAP : CELL_GAP;
  const body = hint.isRuled ? belowHead(rows, hint.rules) : rows;
  const found = columnsOf(body, gap, hint.isRuled);
  const head = rows.slice(0, rows.length - body.length);
  const columns = head.length === 0 ? found : withNames(found, head, gap);
  const count = columns.spans.length;
  if (count < 2 || count > MAX_COLUMNS) return undefined;
  const lines: LineOfCells[] = rows.map((row) => ({
    row,
    cells: placePieces(row, columns, Math.min(gap, PLACED_GAP)),
  }));
  const { groups, headRows } = groupRows(lines, columns.spans, hint.rules);
  const beside = groups.filter(
    (group) => new Set(group.flatMap(({ cells }) => cells.map(({ column }) => column))).size > 1,
  );
  if (hint.isSpaced === true && beside.length < groups.length * LEAST_BESIDE) return undefined;
  const confidence = confidenceOf(lines, columns, hint);
  if (confidence < (hint.isWeak === true ? LEAST_WEAK_CONFIDENCE : LEAST_CONFIDENCE)) return undefined;
  const cells = groups.map((group) => cellsOf(group, count));
  if (cells.length < 2) return undefined;
  const box: Box = unionOf(rows.flatMap(({ words }) => words.map((word) => word.box)));
  return {
    box,
    rows: cells,
    columnCount: count,
    headRows: headRows ?? guessHeadRows(cells),
    edges: columns.spans.map(({ left }) => left),
    confidence,
  };
}

/** Rows below the first rule between rows: texts of the head often reach over several columns. */
function belowHead(rows: readonly Row[], rules: readonly RulingLine[]): readonly Row[] {
  const [first] = rows;
  if (first === undefined) return rows;
  const rule = rules
    .map(({ at }) => at)
    .filter((at) => at > first.baseline)
    .toSorted((a, b) => a - b)[0];
  const body = rule === undefined ? [] : rows.filter(({ baseline }) => baseline > rule);
  return body.length >= MIN_BODY_ROWS && body.length >= rows.length * LEAST_BODY ? body : rows;
}

/** Strips that stay free in all rows; those that a few rows cross count when the others keep them clearly. */
function columnsOf(rows: readonly Row[], gap: number, isRuled: boolean): Columns {
  const ends = toTextEnds(rows, gap);
  const strict = findColumns(ends, 0);
  let best = strict;
  const most = Math.min(
    Math.max(rows.length >= CROSSABLE_ROWS ? 1 : 0, Math.floor(rows.length * CROSSING_SHARE)),
    MAX_CROSSING,
  );
  for (let crossing = 1; crossing <= most; crossing++) {
    const columns = findColumns(ends, crossing);
    if (columns.spans.length <= best.spans.length) continue;
    if (isEachUsed(rows, columns, gap, isRuled)) best = columns;
  }
  return best.spans.length < 2 ? best : partTightColumns(rows, best);
}

function isEachUsed(rows: readonly Row[], columns: Columns, gap: number, isRuled: boolean): boolean {
  const used = new Int32Array(columns.spans.length);
  for (const row of rows) {
    for (const { column, columns: across } of placePieces(row, columns, gap)) {
      if (across === 1) used[column] = used[column]! + 1;
    }
  }
  return used.every((count) => count >= Math.max(2, rows.length * (isRuled ? LEAST_USED_RULED : LEAST_USED)));
}

/** 0 to 1, from how well the texts keep to columns and how much they look like cells. */
function confidenceOf(lines: readonly LineOfCells[], columns: Columns, hint: TableHint): number {
  const count = columns.spans.length;
  const several = lines.filter(({ cells }) => cells.length > 1);
  if (several.length < (count > 2 || hint.isRuled ? 2 : MIN_PAIRS)) return 0;
  const crossing = lines.filter(({ cells }) => cells.some(({ columns: across }) => across > 1)).length;
  if (crossing > lines.length * MOST_CROSSING) return 0;
  const texts = several.map(({ cells }) =>
    cells.map(({ piece }) => piece.words.map(({ text }) => text).join(' ')),
  );
  if (isNoTable(lines, texts, columns, hint) || isSparse(lines, several.length, count, hint)) return 0;
  const { aligned, centred } = alignedShare(lines, columns);
  if (!hint.isRuled && centred > MOST_CENTRED && !texts.flat().some(isNumeric)) return 0;
  const letters = median(texts.flat().map(({ length }) => length));
  const numeric = texts.flat().filter(isNumeric).length / texts.flat().length;
  let confidence = BASE + aligned * FOR_ALIGNED + Math.min(numeric, ENOUGH_NUMBERS) * FOR_NUMBERS;
  if (hint.isRuled) confidence += hint.isWeak === true ? FOR_WEAK_RULES : FOR_RULES;
  if (count > 2) confidence += FOR_COLUMNS;
  if (several.length >= ENOUGH_ROWS) confidence += FOR_ROWS;
  // Long texts are rather columns of prose.
  if (letters > PROSE_LETTERS) confidence -= FOR_PROSE;
  return Math.min(confidence, 1);
}

/** Texts beside each other of another kind. */
function isNoTable(
  lines: readonly LineOfCells[],
  texts: readonly string[][],
  columns: Columns,
  hint: TableHint,
): boolean {
  return (
    isMarkedList(texts, columns) ||
    (!hint.isMonospacedBody && isListing(lines, texts, hint)) ||
    isContents(texts) ||
    isMath(lines) ||
    areJustified(lines.map(({ row }) => row.words))
  );
}

/** Too few lines with several cells, or too few cells: the labels of a drawing. */
function isSparse(
  lines: readonly LineOfCells[],
  several: number,
  count: number,
  { isRuled, isSpaced }: TableHint,
): boolean {
  if (!isRuled && isSpaced !== true && several < lines.length * LEAST_BESIDE) return true;
  const filled = lines.reduce((sum, { cells }) => sum + cells.length, 0);
  return count > 2 && filled < lines.length * count * LEAST_FILLED;
}

/** Marks and their items. */
function isMarkedList(texts: readonly string[][], { spans }: Columns): boolean {
  const isMarked = (text: string | undefined): boolean => text !== undefined && MARK.test(text);
  if (spans.length !== 2) return false;
  const marked = texts.filter(([first]) => isMarked(first)).length;
  const bullets = texts.filter(
    ([first]) => first !== undefined && /^[•◦▪▫‣●○■□▸►▶✓✔➢➤–—*·-]$/.test(first),
  ).length;
  return (
    bullets >= texts.length * MOST_BULLETS || (marked >= texts.length * MOST_MARKED && spansLikeList(spans))
  );
}

/** Code with remarks behind it; between rules numbers tell a table. */
function isListing(lines: readonly LineOfCells[], texts: readonly string[][], hint: TableHint): boolean {
  const numeric = texts.flat().filter(isNumeric).length;
  if (hint.isRuled && numeric >= texts.flat().length * LEAST_NUMBERS) return false;
  const monospaced = lines.filter(({ row }) => row.words.every(({ font }) => font.isMonospaced)).length;
  return monospaced >= lines.length * MOST_MONOSPACED;
}

function spansLikeList([first, second]: Columns['spans']): boolean {
  return (
    first !== undefined &&
    second !== undefined &&
    second.left - first.right < MARK_POINTS &&
    first.right - first.left < MARK_POINTS
  );
}

/** Entries with dots up to a page number, or page numbers that only grow. */
function isContents(texts: readonly string[][]): boolean {
  const leaders = texts.filter((cells) =>
    cells.some((text) => LEADER.test(text) || /(?:\. ){4}/.test(text)),
  ).length;
  const paged = texts.filter((cells) => /(?:^|\s)\d{1,4}$/.test(cells.at(-1) ?? '')).length;
  if (leaders >= texts.length * (paged >= texts.length * MOST_PAGED ? LEAST_LEADERS_PAGED : LEAST_LEADERS))
    return true;
  if (texts.length < MIN_ENTRIES || texts.some((cells) => cells.length > MAX_ENTRY_CELLS)) return false;
  const numbers = texts.map((cells) => Number((cells.at(-1) ?? '').match(/^\d{1,4}$/)?.[0] ?? Number.NaN));
  if (numbers.some(Number.isNaN)) return false;
  const grows = numbers.every((value, index) => index === 0 || value >= numbers[index - 1]!);
  if (!grows) return false;
  const numbered = texts.filter(([first]) =>
    /^(?:\d+(?:\.\d+)*|[IVXL]+|[A-Z])\.?(?:\s|$)/.test(first!),
  ).length;
  if (texts.length < FEW_ENTRIES) return numbered >= MIN_NUMBERED;
  return texts.every((cells) => cells.length === 2 || MARK.test(cells[0]!));
}

/** Parts of formulas stand beside one another as well. */
function isMath(lines: readonly LineOfCells[]): boolean {
  let math = 0;
  let total = 0;
  for (const { row } of lines) {
    for (const { font, text } of row.words) {
      total += text.length;
      if (isMathFont(font.name) || /[=∑∫√∏]/.test(text)) math += text.length;
    }
  }
  return math > total * MOST_MATH;
}

/** Shares of the cells that begin, end, or have their middle where most cells of their column have it, and of those that only have that. */
function alignedShare(
  lines: readonly LineOfCells[],
  { spans }: Columns,
): { aligned: number; centred: number } {
  let aligned = 0;
  let centred = 0;
  let total = 0;
  for (const column of spans.keys()) {
    const pieces: PlacedPiece['piece'][] = [];
    for (const { cells } of lines) {
      for (const cell of cells) if (cell.column === column && cell.columns === 1) pieces.push(cell.piece);
    }
    if (pieces.length === 0) continue;
    total += pieces.length;
    const atSide = Math.max(near(pieces.map(({ left }) => left)), near(pieces.map(({ right }) => right)));
    const atMiddle = near(pieces.map(({ left, right }) => (left + right) / 2));
    aligned += Math.max(atSide, atMiddle);
    if (atMiddle > atSide) centred += atMiddle;
  }
  return total === 0 ? { aligned: 0, centred: 0 } : { aligned: aligned / total, centred: centred / total };
}

function near(values: readonly number[]): number {
  const middle = median(values);
  return values.filter((value) => Math.abs(value - middle) < NEAR_POINTS).length;
}

/** The cells of one row of the table, from the lines that make it up. */
function cellsOf(group: readonly LineOfCells[], count: number): PrintedCell[] {
  const first = group.find(({ cells }) => cells.some(({ columns }) => columns > 1));
  const reaches = new Int32Array(count).fill(1);
  for (const { column, columns } of first?.cells ?? []) reaches[column] = columns;
  const words: PdfWord[][] = Array.from({ length: count }, () => []);
  const owner = Array.from({ length: count }, (_, column) => column);
  for (let column = 0; column < count; column++) {
    const reach = reaches[column]!;
    for (let at = column + 1; at < Math.min(column + reach, count); at++) owner[at] = owner[column]!;
  }
  for (const { cells } of group) {
    for (const { column, piece } of cells) words[owner[column]!]?.push(...piece.words);
  }
  const found: PrintedCell[] = [];
  for (let column = 0; column < count; column++) {
    if (owner[column] !== column) continue;
    let columns = 1;
    while (column + columns < count && owner[column + columns] === column) columns++;
    found.push(cellOf(words[column]!, columns));
  }
  return found;
}
