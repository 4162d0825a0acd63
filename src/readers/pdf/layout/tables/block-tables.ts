import type { Row } from '../rows.ts';
import type { RulingLine } from './ruling-lines.ts';
import type { FoundTable } from './ruled-table.ts';
import { leading, runEnd, shapesOf, trailing } from './table-runs.ts';
import { LIST_MARK, type Table, type PrintedCell } from './table.ts';
import { toUnruledTable } from './unruled-table.ts';

/** Rows with several cells, and cells that do not begin in the middle of a sentence: the share of each that tells a table from columns of prose. */
const MOST_OF_THEM = 0.75;
/** Rows with several lines, and texts in each column, that tell a table from a list of single lines. */
const MIN_BLOCKS = 2;

/** Rows of a table without rules, at least; with fewer the spaces between them tell little. */
const MIN_ROWS = 3;
/** Cells of more lines are rather columns of prose. */
const MAX_LINES = 10;
/** More space between rows than between the lines of one, in sizes of the text. */
const MORE_SPACE = 0.2;

/**
 * Tables without rules whose cells have several lines, found before a page is cut into columns, for they look like columns: told by
 * spaces that run across all their columns at the same heights. Rows of the whole page, from the top down.
 */
export function findBlockTables(
  rows: readonly Row[],
  rules: readonly RulingLine[],
  isMonospacedBody: boolean,
): FoundTable[] {
  const shapes = shapesOf(rows);
  const found: FoundTable[] = [];
  for (let start = 0; start < rows.length;) {
    if (shapes[start]!.pieces < 2) {
      start++;
      continue;
    }
    const end = trailing(rows, runEnd(rows, shapes, start));
    const part = rows.slice(leading(rows, start), end);
    const table = mayBeBlocks(part) ? tableOf(part, rules, isMonospacedBody) : undefined;
    if (table !== undefined) found.push({ table, words: new Set(part.flatMap(({ words }) => words)) });
    start = end;
  }
  return found;
}

function tableOf(
  rows: readonly Row[],
  rules: readonly RulingLine[],
  isMonospacedBody: boolean,
): Table | undefined {
  const top = rows[0]!.top;
  const bottom = rows.at(-1)!.bottom;
  const table = toUnruledTable(rows, {
    isRuled: false,
    isSpaced: true,
    isMonospacedBody,
    rules: rules.filter(({ at }) => at > top && at < bottom),
  });
  return table !== undefined && hasBlocks(table) ? table : undefined;
}

/** Two clearly different spaces between lines, the wider ones often enough. */
function mayBeBlocks(rows: readonly Row[]): boolean {
  if (rows.length < MIN_ROWS + 2) return false;
  let wide = 0;
  let bottom = -Infinity;
  for (const row of rows) {
    if (bottom > -Infinity && row.top - bottom > row.size * MORE_SPACE) wide++;
    bottom = Math.max(bottom, row.bottom);
  }
  return wide >= MIN_ROWS - 1 && wide < rows.length - 1;
}

function hasBlocks({ rows, columnCount }: Table): boolean {
  if (rows.length < MIN_ROWS) return false;
  let several = 0;
  let beside = 0;
  let begun = 0;
  let texts = 0;
  for (const row of rows) {
    const filled = row.filter(({ lines }) => lines.length > 0);
    const most = Math.max(...filled.map(({ lines }) => lines.length));
    if (most > MAX_LINES) return false;
    if (most > 1) several++;
    if (filled.length > 1) beside++;
    for (const cell of filled) {
      texts++;
      if (!beginsInside(cell)) begun++;
    }
    if (filled.some(({ lines }) => LIST_MARK.test(lines[0]?.words[0]?.text ?? ''))) return false;
  }
  return (
    several >= MIN_BLOCKS &&
    beside >= rows.length * MOST_OF_THEM &&
    begun >= texts * MOST_OF_THEM &&
    // Texts in each of the columns.
    Array.from({ length: columnCount }, (_, column) => column).every(
      (column) => rows.filter((row) => (row[column]?.lines.length ?? 0) > 0).length >= MIN_BLOCKS,
    ) &&
    areApart(rows)
  );
}

/** A row of prose goes on in the middle of a sentence. */
function beginsInside({ lines }: PrintedCell): boolean {
  return /^\p{Ll}/u.test(lines[0]?.text ?? '') && lines.length > 1;
}

/** Between the rows is more space than between the lines of any of their cells. */
function areApart(rows: readonly (readonly PrintedCell[])[]): boolean {
  let inside = 0;
  let between = Infinity;
  let bottom: number | undefined;
  for (const row of rows) {
    const lines = row.flatMap((cell) => cell.lines);
    if (lines.length === 0) continue;
    const size = Math.max(...lines.map((line) => line.size));
    for (const cell of row) {
      for (const [index, line] of cell.lines.entries()) {
        if (index > 0) inside = Math.max(inside, (line.box.top - cell.lines[index - 1]!.box.bottom) / size);
      }
    }
    const top = Math.min(...lines.map(({ box }) => box.top));
    if (bottom !== undefined) between = Math.min(between, (top - bottom) / size);
    bottom = Math.max(...lines.map(({ box }) => box.bottom));
  }
  return between > inside + MORE_SPACE;
}
