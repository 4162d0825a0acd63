import type { PdfWord } from '../pdf-page.ts';
import { median } from './box.ts';
import { toRegions } from './columns.ts';
import { type Row, toRow, toRows } from './rows.ts';
import type { RulingLine } from './ruling-lines.ts';
import type { FoundTable } from './ruled-table.ts';
import { columnAt, findColumns, toPieces } from './table-columns.ts';
import { isNumeric, LIST_MARK, type Table } from './table.ts';
import { toUnruledTable } from './unruled-table.ts';

const MIN_RULE = 50;
const MAX_RULES = 300;
/** Two rules with more space between them and nothing in it are not of one table, points. */
const MAX_EMPTY = 60;
/** Lines of a table without rules. */
const MAX_ROWS = 400;

/** Tables with rules above, below and between their rows, but none between their columns. */
export function findOpenTables(rules: readonly RulingLine[], words: readonly PdfWord[]): FoundTable[] {
  const long = rules.filter(({ from, to }) => to - from >= MIN_RULE);
  if (long.length < 2 || long.length > MAX_RULES) return [];
  const found: FoundTable[] = [];
  for (const group of sameExtent(long)) {
    const from = Math.min(...group.map((rule) => rule.from)) - 3;
    const to = Math.max(...group.map((rule) => rule.to)) + 3;
    const inside = words.filter(({ box }) => {
      const middle = (box.left + box.right) / 2;
      return middle >= from && middle <= to;
    });
    for (const run of tabularRuns(group, inside, words)) {
      if (run.bands === 1) extend(run, inside, to - from);
      const table = toUnruledTable(run.rows, {
        isRuled: true,
        rules: rules.filter(({ at }) => at >= run.top - 2 && at <= run.bottom + 2),
      });
      if (table === undefined) continue;
      table.box = { left: from + 3, right: to - 3, top: run.top, bottom: run.bottom };
      found.push({ table, words: new Set(run.rows.flatMap((row) => row.words)) });
    }
  }
  return found;
}

/** Rules that begin and end below each other, from the top down. */
function sameExtent(rules: readonly RulingLine[]): RulingLine[][] {
  const groups: RulingLine[][] = [];
  for (const rule of rules.toSorted((a, b) => a.at - b.at)) {
    const group = groups.find(
      ([first]) =>
        first !== undefined && Math.abs(first.from - rule.from) < 4 && Math.abs(first.to - rule.to) < 4,
    );
    if (group === undefined) groups.push([rule]);
    else group.push(rule);
  }
  return groups.filter((group) => group.length >= 2);
}

interface Run {
  rows: Row[];
  /** Spaces between two rules. */
  bands: number;
  top: number;
  bottom: number;
}

/** Neighbouring spaces between rules that hold no prose. */
function tabularRuns(
  rules: readonly RulingLine[],
  words: readonly PdfWord[],
  all: readonly PdfWord[],
): Run[] {
  const runs: Run[] = [];
  let run: Run | undefined;
  const finish = (): void => {
    if (run !== undefined && run.rows.length >= 2) runs.push(run);
    run = undefined;
  };
  for (let index = 1; index < rules.length; index++) {
    const top = (rules[index - 1] as RulingLine).at;
    const bottom = (rules[index] as RulingLine).at;
    const isBetween = ({ baseline }: PdfWord): boolean => baseline > top && baseline <= bottom + 1;
    const band = toRows(words.filter(isBetween));
    const isWide = bottom - top > MAX_EMPTY && band.length === 0;
    if (
      isWide ||
      standsApart(band, top, bottom) ||
      isColumnsOfProse(band) ||
      isProse(band, rules[index] as RulingLine) ||
      crossesEnds(all.filter(isBetween), rules[index] as RulingLine)
    ) {
      finish();
      continue;
    }
    run ??= { rows: [], bands: 0, top, bottom };
    run.bands++;
    run.rows.push(...band);
    run.bottom = bottom;
  }
  finish();
  return runs;
}

/** Rules only above and below the head: where a column or page ends, or by choice, there is none below the last row. */
function extend(run: Run, words: readonly PdfWord[], width: number): void {
  if (run.rows.length > 4) return;
  const below = toRows(words.filter(({ baseline }) => baseline > run.bottom + 1));
  let bottom = run.bottom;
  let taken = 0;
  let several = 0;
  for (const [index, row] of below.entries()) {
    const pieces = toPieces(row.words, 0.55);
    const [first] = pieces;
    const gap = (row.top - bottom) / row.size;
    const isPart = pieces.length > 1 || (first !== undefined && first.right - first.left < width * 0.45);
    if (!isPart || gap > 1.5 || hasEvenGaps(row.words)) break;
    bottom = row.bottom;
    if (pieces.length > 1) {
      several++;
      taken = index + 1;
    } else if (gap < 0.3 && taken === index) taken = index + 1;
  }
  if (several < 2) return;
  run.rows.push(...below.slice(0, taken));
  run.bottom = run.rows.at(-1)?.bottom ?? run.bottom;
}

/** Lines that keep away from both rules stand between two tables, such as a heading. */
function standsApart(rows: readonly Row[], top: number, bottom: number): boolean {
  const [first] = rows;
  const last = rows.at(-1);
  if (first === undefined || last === undefined || rows.length > 4) return false;
  if (rows.some(({ words }) => toPieces(words, 0.55).length > 1)) return false;
  return bottom - top - (last.bottom - first.top) > first.size * 1.05;
}

/** Two columns of a page between two rules across it. */
function isColumnsOfProse(rows: readonly Row[]): boolean {
  return rows.length >= 12 && toRegions(rows).length > 1;
}

function isProse(rows: readonly Row[], { from, to }: RulingLine): boolean {
  if (rows.length === 0) return false;
  let whole = 0;
  let several = 0;
  for (const { words } of rows) {
    const pieces = toPieces(words, 0.55);
    if (pieces.length > 1) several++;
    const [first] = pieces;
    if (pieces.length === 1 && first !== undefined && first.right - first.left > (to - from) * 0.65) whole++;
  }
  if (several === 0) return rows.length > 2;
  return whole > rows.length * 0.4 && rows.length > 2;
}

/** Text that runs on over an end of the rules does not stand in a table between them. */
function crossesEnds(words: readonly PdfWord[], { from, to }: RulingLine): boolean {
  return words.some(
    ({ box }) => (box.left < from - 4 && box.right > from + 4) || (box.left < to - 4 && box.right > to + 6),
  );
}

export interface RegionTable {
  from: number;
  to: number;
  /** Undefined for texts that stand side by side and are read one after the other. */
  table: Table | undefined;
  /** Those texts, from left to right. */
  parts: Row[][];
}

/** Tables without any rules among the rows of a column. */
export function findRegionTables(rows: readonly Row[], rules: readonly RulingLine[]): RegionTable[] {
  const shapes = shapesOf(rows);
  const found: RegionTable[] = [];
  for (let start = 0; start < rows.length;) {
    if ((shapes[start] as RowShape).pieces < 2) {
      start++;
      continue;
    }
    const end = runEnd(rows, shapes, start);
    const table = bestTable(rows, start, end, rules);
    const next = table ?? sideBySide(rows, start, end);
    if (next === undefined) start = end;
    else {
      found.push(next);
      start = next.to;
    }
  }
  return found;
}

interface RowShape {
  /** Runs of words with wide gaps between them; 1 for a line of prose. */
  pieces: number;
  isProse: boolean;
  isBold: boolean;
}

function shapesOf(rows: readonly Row[]): RowShape[] {
  let left = Infinity;
  let right = -Infinity;
  for (const { words } of rows) {
    left = Math.min(left, (words[0] as PdfWord).box.left);
    right = Math.max(right, (words.at(-1) as PdfWord).box.right);
  }
  return rows.map(({ words, size }) => {
    const pieces = toPieces(words, 0.8);
    const [first] = pieces;
    const last = pieces.at(-1);
    const reach = first === undefined || last === undefined ? 0 : last.right - first.left;
    const isFull = reach > Math.min(right - left - size * 0.6, (right - left) * 0.94);
    const isStretched = isFull && pieces.length > 1 && hasEvenGaps(words);
    const isText = isStretched || (pieces.length === 1 && words.length >= 5 && reach > (right - left) * 0.62);
    const isBold = words.every(({ font }) => font.isBold);
    // A bullet and its text are one line, not two cells.
    const marks = isMarked(words) ? 1 : 0;
    return { pieces: isStretched ? 1 : pieces.length - marks, isProse: isText, isBold };
  });
}

/** A bullet on the left, or of right-to-left text on the right; a number with a stop only before a single text. */
function isMarked(words: readonly PdfWord[]): boolean {
  const pieces = toPieces(words, 0.8);
  const [first] = pieces;
  const last = pieces.at(-1);
  if (pieces.length < 2 || first === undefined || last === undefined) return false;
  const mark = (last.words[0] as PdfWord).isRtl || words[0]?.isRtl === true ? last.words : first.words;
  const text = mark.length === 1 ? (mark[0] as PdfWord).text : '';
  return /^[•◦▪‣●○■□▸►➢✓]$/.test(text) || (pieces.length === 2 && LIST_MARK.test(text));
}

/** A justified line with few words has wide gaps, but all of them alike. */
function hasEvenGaps(words: readonly PdfWord[]): boolean {
  if (words.length < 3) return false;
  let least = Infinity;
  let most = 0;
  for (let index = 1; index < words.length; index++) {
    const word = words[index] as PdfWord;
    const gap = word.box.left - (words[index - 1] as PdfWord).box.right;
    if (!word.hasSpaceBefore && gap < word.size * 0.1) continue;
    least = Math.min(least, gap);
    most = Math.max(most, gap);
  }
  return most < (words[0] as PdfWord).size * 3 && most < least * 1.6 + 1;
}

/** Where rows stop that could be of one table: at prose, at a wide space, at a heading. */
function runEnd(rows: readonly Row[], shapes: readonly RowShape[], start: number): number {
  const gaps: number[] = [];
  let last = start;
  let single = 0;
  for (let index = start + 1; index < rows.length && index - start < MAX_ROWS; index++) {
    const row = rows[index] as Row;
    const before = rows[index - 1] as Row;
    const shape = shapes[index] as RowShape;
    const size = Math.max(row.size, before.size);
    const gap = (row.top - before.bottom) / size;
    if (shape.isProse || gap > 1.9) break;
    const usual = median(gaps);
    if (gaps.length >= 2 && gap > Math.max(0.75, usual * 2 + 0.3)) break;
    const isHeading =
      shape.pieces === 1 &&
      (shape.isBold || row.size > before.size * 1.08) &&
      !(shapes[index - 1] as RowShape).isBold;
    if (isHeading && gap > Math.max(0.5, usual * 1.3)) break;
    gaps.push(gap);
    if (shape.pieces > 1) {
      last = index;
      single = 0;
    } else if (++single > 3) break;
  }
  return last + 1;
}

/** The rows as they are, else without those at the top or the bottom that belong to something else. */
function bestTable(
  rows: readonly Row[],
  start: number,
  end: number,
  rules: readonly RulingLine[],
): RegionTable | undefined {
  const lastTo = trailing(rows, end);
  for (const [from, to] of [
    [start, lastTo],
    [start, end],
    [start + 1, lastTo],
    [start, end - 1],
    [start + 2, lastTo],
  ] as const) {
    if (to - from < 2) continue;
    const part = rows.slice(from, to);
    const top = (part[0] as Row).top;
    const bottom = (part.at(-1) as Row).bottom;
    const table = toUnruledTable(part, {
      isRuled: false,
      rules: rules.filter(({ at }) => at > top && at < bottom),
    });
    if (table !== undefined) return { from, to, table, parts: [] };
  }
  return undefined;
}

/** Blocks such as names with addresses: each line centred under the first, or all at one left edge. */
function sideBySide(rows: readonly Row[], from: number, to: number): RegionTable | undefined {
  const part = rows.slice(from, to);
  if (part.length < 2) return undefined;
  const { spans, cuts } = findColumns(part, 0.8, 0);
  if (spans.length < 2 || spans.length > 6) return undefined;
  if (part.every(({ words }) => LIST_MARK.test((words[0] as PdfWord).text))) return undefined;
  const parts: Row[][] = spans.map(() => []);
  for (const row of part) {
    const cells: PdfWord[][] = spans.map(() => []);
    for (const word of row.words) cells[columnAt({ spans, cuts }, word.box.left)]?.push(word);
    for (const [column, words] of cells.entries()) if (words.length > 0) parts[column]?.push(toRow(words));
  }
  const isBlock = parts.every((column) => column.length >= 2 && areBelowEachOther(column));
  return isBlock ? { from, to, table: undefined, parts } : undefined;
}

function areBelowEachOther(rows: readonly Row[]): boolean {
  const ends = rows.map(({ words }) => ({
    left: (words[0] as PdfWord).box.left,
    right: words.reduce((most, { box }) => Math.max(most, box.right), 0),
    text: words.map(({ text }) => text).join(' '),
  }));
  if (ends.some(({ text }) => text.endsWith(':') || isNumeric(text))) return false;
  const middle = median(ends.map(({ left, right }) => left + right));
  const edge = median(ends.map(({ left }) => left));
  const isCentred = ends.every(({ left, right }) => Math.abs(left + right - middle) < 5);
  return isCentred || (rows.length >= 3 && ends.every(({ left }) => Math.abs(left - edge) < 2.5));
}

/** With the lines below that can only be the rest of cells of the last row: close, short, and not at the left edge. */
function trailing(rows: readonly Row[], end: number): number {
  const left = Math.min(...rows.map(({ words }) => words[0]?.box.left ?? Infinity));
  let to = end;
  while (to < rows.length && to < end + 3) {
    const row = rows[to] as Row;
    const before = rows[to - 1] as Row;
    const isClose = row.top - before.bottom < row.size * 0.35;
    const indent = (row.words[0] as PdfWord).box.left - left;
    const isRest = indent < 2 && row.words.length < 4 && /^[\p{Ll}(]/u.test((row.words[0] as PdfWord).text);
    if (!isClose || (indent < row.size * 3 && !isRest)) break;
    to++;
  }
  return to;
}
