import { toRow } from '../rows.ts';
import type { Columns, LineOfCells } from './table-columns.ts';
import { areRowsOfTheirOwn, groupBySpace } from './table-rows.ts';
import { isNumeric, type PrintedCell } from './table.ts';
import type { TextLine } from '../text-line.ts';

/** Columns of words, and lines in each, that tell rows: two columns with the same number of lines are often prose. */
const MIN_EVEN_COLUMNS = 3;
const MIN_EVEN_LINES = 3;
/** Columns of numbers, and numbers in each, that tell rows. */
const MIN_NUMBER_COLUMNS = 2;
const MIN_NUMBERS = 2;
/** Columns and lines of a row that tell rows without any number. */
const MIN_CLEAR_COLUMNS = 3;
const MIN_CLEAR_LINES = 4;
/** Share of the lines that begin rows of their own, without numbers and with them. */
const MOST_OWN = 0.8;
const HALF_OWN = 0.5;

/** Baselines of one row differ by less, points. */
const SAME = 1.5;
/** Lines of a drawn row from which it may hold several. */
const MIN_LINES = 3;

/**
 * A drawn row that holds several rows, for nothing is drawn between them, as in many invoices: told by numbers that stand beside each
 * other in several columns, or by three or more columns of three or more lines at the same heights of which none goes on with what is
 * above it. Otherwise the row as it is.
 */
export function splitRow(row: readonly PrintedCell[]): PrintedCell[][] {
  const starts = startsOf(row);
  if (starts === undefined) return [[...row]];
  return starts.map((start, index) => {
    const next = starts[index + 1] ?? Infinity;
    const isHere = ({ baseline }: TextLine): boolean =>
      (index === 0 || baseline > start - SAME) && baseline <= next - SAME;
    return row.map((cell) => ({ ...cell, lines: cell.lines.filter(isHere) }));
  });
}

/** Baselines that rows begin at; undefined when it is one row. */
function startsOf(row: readonly PrintedCell[]): number[] | undefined {
  const filled = row.filter(({ lines }) => lines.length > 0);
  if (filled.length < 2 || row.some(({ rows, columns }) => rows > 1 || columns > 1)) return undefined;
  const numbers = filled.filter(({ lines }) => lines.every(({ text }) => isNumeric(text)));
  const [first] = numbers;
  if (numbers.length >= MIN_NUMBER_COLUMNS && first !== undefined && areBeside(numbers, MIN_NUMBERS))
    return baselinesOf(first);
  // Cells with more lines have some that do not fit.
  const least = Math.min(...filled.map(({ lines }) => lines.length));
  const even = filled.filter(({ lines }) => lines.length === least);
  const goesOn = even.some(({ lines }) => lines.some(({ text }) => /^[\p{Ll},;)]/u.test(text)));
  if (even.length >= MIN_EVEN_COLUMNS && !goesOn && areBeside(even, MIN_EVEN_LINES))
    return baselinesOf(even[0]!);
  return startsOfLines(row);
}

/** The same for cells with different numbers of lines: most lines begin rows of their own. */
function startsOfLines(row: readonly PrintedCell[]): number[] | undefined {
  const spans: Columns['spans'] = row.map(({ lines }) => ({
    left: Math.min(...lines.map(({ box }) => box.left)),
    right: Math.max(...lines.map(({ box }) => box.right)),
  }));
  const lines = linesOf(row);
  if (lines.length < MIN_LINES) return undefined;
  let own = 0;
  let numbers = 0;
  for (const [index, line] of lines.entries()) {
    const above = lines[index - 1];
    if (above === undefined || !areRowsOfTheirOwn(above, line, spans)) continue;
    own++;
    if (haveNumbers(above, line)) numbers++;
  }
  const isClear =
    row.length >= MIN_CLEAR_COLUMNS &&
    lines.length >= MIN_CLEAR_LINES &&
    own >= (lines.length - 1) * MOST_OWN;
  if (!isClear && (own < (lines.length - 1) * HALF_OWN || numbers < MIN_NUMBERS)) return undefined;
  return groupBySpace(lines, spans).map(([first]) => first!.row.baseline);
}

/** Lines at the same height together, from the top down. */
function linesOf(row: readonly PrintedCell[]): LineOfCells[] {
  const all = row
    .flatMap(({ lines }, column) => lines.map((line) => ({ line, column })))
    .toSorted((a, b) => a.line.baseline - b.line.baseline || a.column - b.column);
  const groups: (typeof all)[] = [];
  for (const one of all) {
    const group = groups.at(-1);
    if (group !== undefined && one.line.baseline - group[0]!.line.baseline < SAME) group.push(one);
    else groups.push([one]);
  }
  return groups.map((group) => ({
    row: toRow(group.flatMap(({ line }) => line.words)),
    cells: group
      .toSorted((a, b) => a.column - b.column)
      .map(({ line: { words, box }, column }) => ({
        piece: { words: [...words], left: box.left, right: box.right },
        column,
        columns: 1,
      })),
  }));
}

function haveNumbers(above: LineOfCells, below: LineOfCells): boolean {
  const isNumber = ({ piece }: LineOfCells['cells'][number]): boolean =>
    isNumeric(piece.words.map(({ text }) => text).join(' '));
  return below.cells.some(
    (cell) => isNumber(cell) && above.cells.some((over) => over.column === cell.column && isNumber(over)),
  );
}

function baselinesOf({ lines }: PrintedCell): number[] {
  return lines.map(({ baseline }) => baseline);
}

/** All have the same number of lines, `least` or more, at the same heights. */
function areBeside(cells: readonly PrintedCell[], least: number): boolean {
  const [first] = cells;
  if (first === undefined || first.lines.length < least) return false;
  return cells.every(
    ({ lines }) =>
      lines.length === first.lines.length &&
      lines.every(({ baseline }, index) => Math.abs(baseline - first.lines[index]!.baseline) < SAME),
  );
}
