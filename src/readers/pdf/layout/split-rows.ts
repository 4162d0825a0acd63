import { isNumeric, type TableCell } from './table.ts';
import type { TextLine } from './text-line.ts';

/** Baselines of one row differ by less, points. */
const SAME = 1.5;

/**
 * A drawn row that holds several rows, for nothing is drawn between them, as in many invoices: told by numbers that stand beside each
 * other in several columns, or by three or more columns of three or more lines at the same heights of which none goes on with what is
 * above it. Otherwise the row as it is.
 */
export function splitRow(row: readonly TableCell[]): TableCell[][] {
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
function startsOf(row: readonly TableCell[]): number[] | undefined {
  const filled = row.filter(({ lines }) => lines.length > 0);
  if (filled.length < 2 || row.some(({ rows, columns }) => rows > 1 || columns > 1)) return undefined;
  const numbers = filled.filter(({ lines }) => lines.every(({ text }) => isNumeric(text)));
  const [first] = numbers;
  if (numbers.length >= 2 && first !== undefined && areBeside(numbers, 2)) return baselinesOf(first);
  // Cells with more lines have some that do not fit.
  const least = Math.min(...filled.map(({ lines }) => lines.length));
  const even = filled.filter(({ lines }) => lines.length === least);
  const goesOn = even.some(({ lines }) => lines.some(({ text }) => /^[\p{Ll},;)]/u.test(text)));
  return even.length >= 3 && !goesOn && areBeside(even, 3) ? baselinesOf(even[0] as TableCell) : undefined;
}

function baselinesOf({ lines }: TableCell): number[] {
  return lines.map(({ baseline }) => baseline);
}

/** All have the same number of lines, `least` or more, at the same heights. */
function areBeside(cells: readonly TableCell[], least: number): boolean {
  const [first] = cells;
  if (first === undefined || first.lines.length < least) return false;
  return cells.every(
    ({ lines }) =>
      lines.length === first.lines.length &&
      lines.every(
        ({ baseline }, index) => Math.abs(baseline - (first.lines[index] as TextLine).baseline) < SAME,
      ),
  );
}
