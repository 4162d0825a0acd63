import type { PdfWord } from '../../pdf-page.ts';
import { median } from '../box.ts';
import { type Row, toRow } from '../rows.ts';
import type { RulingLine } from './ruling-lines.ts';
import { columnAt, findColumns, toTextEnds } from './table-columns.ts';
import { runEnd, shapesOf, trailing } from './table-runs.ts';
import { isNumeric, LIST_MARK, type Table } from './table.ts';
import { toUnruledTable } from './unruled-table.ts';
import { CELL_GAP } from './tolerances.ts';

/** Columns of blocks side by side, at most; with more they are cells. */
const MAX_PARTS = 6;
/** Sums of both ends of two texts that are centred under each other differ by less, points: twice the distance of their middles. */
const CENTRED_POINTS = 5;
/** Left edges of the lines of one block differ by less, points. */
const EDGE_POINTS = 2.5;
/** Lines at one left edge that tell a block; two may stand below each other by chance. */
const MIN_EDGE_LINES = 3;

/** Lines of the left text may end this far behind the others, in sizes, and are nearer to one another, in sizes. */
const OVER_RIGHT = 1;
const LINE_SPACE = 0.8;

export interface RegionTable {
  from: number;
  to: number;
  /** Undefined for texts that stand side by side and are read one after the other. */
  table: Table | undefined;
  /** Those texts, from left to right. */
  parts: Row[][];
}

/** Tables without any rules among the rows of a column. */
export function findRegionTables(
  rows: readonly Row[],
  rules: readonly RulingLine[],
  isMonospacedBody: boolean,
): RegionTable[] {
  const shapes = shapesOf(rows);
  const found: RegionTable[] = [];
  for (let start = 0; start < rows.length;) {
    if (shapes[start]!.pieces < 2) {
      start++;
      continue;
    }
    const end = runEnd(rows, shapes, start);
    const table = bestTable(rows, { start, end }, rules, isMonospacedBody);
    const next = table ?? sideBySide(rows, start, end);
    if (next === undefined) start = end;
    else {
      found.push(next);
      start = next.to;
    }
  }
  return found;
}

/** The rows as they are, else without those at the top or the bottom that belong to something else. */
function bestTable(
  rows: readonly Row[],
  { start, end }: { start: number; end: number },
  rules: readonly RulingLine[],
  isMonospacedBody: boolean,
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
    const top = part[0]!.top;
    const bottom = part.at(-1)!.bottom;
    const table = toUnruledTable(part, {
      isRuled: false,
      isMonospacedBody,
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
  const { spans, cuts } = findColumns(toTextEnds(part, CELL_GAP), 0);
  if (spans.length < 2 || spans.length > MAX_PARTS) return undefined;
  if (part.every(({ words }) => LIST_MARK.test(words[0]!.text) || words[0]!.font.isMonospaced))
    return undefined;
  const parts: Row[][] = spans.map(() => []);
  for (const row of part) {
    const cells: PdfWord[][] = spans.map(() => []);
    for (const word of row.words) cells[columnAt({ spans, cuts }, word.box.left)]?.push(word);
    for (const [column, words] of cells.entries()) if (words.length > 0) parts[column]?.push(toRow(words));
  }
  const isBlock = parts.every((column) => column.length >= 2 && areBelowEachOther(column));
  if (!isBlock) return undefined;
  const rest = restOf(parts[0]!, rows, to);
  parts[0]!.push(...rest);
  return { from, to: to + rest.length, table: undefined, parts };
}

/** Rows below that go on with the sentence of the left text, where the texts beside it have ended. */
function restOf(text: readonly Row[], rows: readonly Row[], from: number): Row[] {
  const left = Math.min(...text.map(({ words }) => words[0]!.box.left));
  const right = Math.max(...text.map(({ words }) => words.at(-1)!.box.right));
  const rest: Row[] = [];
  for (let index = from; index < rows.length; index++) {
    const row = rows[index]!;
    const before = rest.at(-1) ?? text.at(-1)!;
    const [first] = row.words;
    const isIn =
      first!.box.left > left - EDGE_POINTS && row.words.at(-1)!.box.right < right + row.size * OVER_RIGHT;
    const goesOn = /^\p{Ll}/u.test(first!.text) && !/[.!?:]$/.test(before.words.at(-1)!.text);
    if (!isIn || !goesOn || row.top - before.bottom > row.size * LINE_SPACE) break;
    rest.push(row);
  }
  return rest;
}

function areBelowEachOther(rows: readonly Row[]): boolean {
  const ends = rows.map(({ words }) => ({
    left: words[0]!.box.left,
    right: words.reduce((most, { box }) => Math.max(most, box.right), 0),
    text: words.map(({ text }) => text).join(' '),
  }));
  if (ends.some(({ text }) => text.endsWith(':') || isNumeric(text))) return false;
  const middle = median(ends.map(({ left, right }) => left + right));
  const edge = median(ends.map(({ left }) => left));
  const isCentred = ends.every(({ left, right }) => Math.abs(left + right - middle) < CENTRED_POINTS);
  return (
    isCentred ||
    (rows.length >= MIN_EDGE_LINES && ends.every(({ left }) => Math.abs(left - edge) < EDGE_POINTS))
  );
}
