import { median } from './box.ts';
import type { Row } from './rows.ts';
import type { RulingLine } from './ruling-lines.ts';
import type { PlacedPiece } from './table-columns.ts';
import { isNumeric } from './table.ts';

/** A line of text in a table, and its cells from left to right. */
export interface LineOfCells {
  row: Row;
  cells: PlacedPiece[];
}

export interface GroupedRows {
  groups: LineOfCells[][];
  /** Undefined when nothing drawn tells. */
  headRows: number | undefined;
}

/** Lines as rows of the table: by rules, by the space between them, else by which cells they fill. */
export function groupRows(
  lines: readonly LineOfCells[],
  columnCount: number,
  rules: readonly RulingLine[],
): GroupedRows {
  const parts = partsByRules(lines, rules);
  if (parts.length >= 3 && isRuledByRow(parts)) {
    const groups = parts.flatMap((part, index) => (index === 0 ? headGroups(part) : [part]));
    return {
      groups,
      headRows: parts.length > 0 ? headGroups(parts[0] as LineOfCells[]).length : 0,
    };
  }
  if (parts.length >= 2) {
    const [head = [], ...body] = parts;
    const headLines = headGroups(head);
    // Only above few lines that a rule closes: else the rule closes a block of rows.
    const isHead = head.length <= 5 && head.length < lines.length;
    const groups = isHead ? headLines : groupBySpace(head, columnCount);
    return {
      groups: [...groups, ...body.flatMap((part) => groupBySpace(part, columnCount))],
      headRows: isHead ? groups.length : undefined,
    };
  }
  return { groups: groupBySpace(lines, columnCount), headRows: undefined };
}

/** A rule under a header cell only is no border of a row: it has to reach over most of the table. */
function partsByRules(lines: readonly LineOfCells[], rules: readonly RulingLine[]): LineOfCells[][] {
  const left = Math.min(...lines.map(({ row }) => row.words[0]?.box.left ?? Infinity));
  const right = Math.max(...lines.map(({ row }) => row.words.at(-1)?.box.right ?? -Infinity));
  const across = rules.filter(
    ({ from, to }) => Math.min(to, right) - Math.max(from, left) >= (right - left) * 0.8,
  );
  const parts: LineOfCells[][] = [];
  let before: LineOfCells | undefined;
  for (const line of lines) {
    const isDivided =
      before === undefined ||
      across.some(
        ({ at }) =>
          at > (before as LineOfCells).row.baseline - 1 && at < line.row.baseline - line.row.size * 0.45,
      );
    if (isDivided) parts.push([]);
    (parts.at(-1) as LineOfCells[]).push(line);
    before = line;
  }
  return parts;
}

/** Rules between all rows, not only under the head and between blocks. */
function isRuledByRow(parts: readonly LineOfCells[][]): boolean {
  const body = parts.slice(1);
  const short = body.filter((part) => part.filter(({ cells }) => cells.length > 1).length <= 1).length;
  if (short >= body.length * 0.6 && body.length >= 2) return true;
  return body.length >= 4 && body.every((part) => part.length <= 6) && short >= body.length * 0.3;
}

/** A head of several lines is one row, but lines with cells across several columns stand for themselves. */
function headGroups(lines: readonly LineOfCells[]): LineOfCells[][] {
  const groups: LineOfCells[][] = [];
  let wasSpanning = true;
  for (const line of lines) {
    const isSpanning = line.cells.some(({ columns }) => columns > 1);
    const group = groups.at(-1);
    if (group !== undefined && ((!wasSpanning && !isSpanning) || continuesSpans(line, group)))
      group.push(line);
    else groups.push([line]);
    wasSpanning = (groups.at(-1) as LineOfCells[]).some(({ cells }) =>
      cells.some(({ columns }) => columns > 1),
    );
  }
  return groups;
}

/** The second line of texts that span columns: close below, and under the same columns. */
function continuesSpans({ row, cells }: LineOfCells, group: readonly LineOfCells[]): boolean {
  const above = group.at(-1) as LineOfCells;
  if (row.top - above.row.bottom > row.size * 0.3) return false;
  const first = (group[0] as LineOfCells).cells;
  return cells.every(({ column, columns }) =>
    first.some(
      (cell) =>
        column >= cell.column && column + columns <= cell.column + cell.columns && columns > cell.columns - 1,
    ),
  );
}

function groupBySpace(lines: readonly LineOfCells[], columnCount: number): LineOfCells[][] {
  if (lines.length < 2) return lines.map((line) => [line]);
  const gaps: number[] = [];
  let bottom = (lines[0] as LineOfCells).row.bottom;
  for (const { row } of lines.slice(1)) {
    gaps.push((row.top - bottom) / Math.max(row.size, 1));
    bottom = Math.max(bottom, row.bottom);
  }
  const threshold = jumpOf(gaps);
  if (threshold !== undefined) {
    const groups: LineOfCells[][] = [[lines[0] as LineOfCells]];
    for (const [index, gap] of gaps.entries()) {
      const line = lines[index + 1] as LineOfCells;
      if (gap > threshold) groups.push([line]);
      else (groups.at(-1) as LineOfCells[]).push(line);
    }
    if (areRows(groups, columnCount)) return groups;
  }
  return groupByCells(lines, columnCount);
}

/** Between the small gaps inside rows and the large ones between them; undefined when all are alike. */
function jumpOf(gaps: readonly number[]): number | undefined {
  const sorted = gaps.toSorted((a, b) => a - b);
  let widest = 0.18;
  let threshold: number | undefined;
  for (let index = 1; index < sorted.length; index++) {
    const low = sorted[index - 1] as number;
    const high = sorted[index] as number;
    // Lines of one cell stand close together.
    if (high - low > widest && low < 0.4) {
      widest = high - low;
      threshold = (low + high) / 2;
    }
  }
  return threshold;
}

/** Whether close lines are really one row: lines that are rows of their own fill their columns, also the first one. */
function areRows(groups: readonly LineOfCells[][], columnCount: number): boolean {
  if (groups.length < 2) return false;
  let full = 0;
  let total = 0;
  for (const group of groups) {
    if (group.length < 2) continue;
    for (const { cells } of group.slice(1)) {
      total++;
      if (cells[0]?.column === 0 && cells.length >= Math.max(2, columnCount * 0.6)) full++;
    }
  }
  return full < total * 0.5 || (columnCount === 2 && full < total * 0.75 && groups.length > 2);
}

/** A line that fills only some cells behind an empty first one continues the row above. */
function groupByCells(lines: readonly LineOfCells[], columnCount: number): LineOfCells[][] {
  const groups: LineOfCells[][] = [];
  const isHabit = columnCount === 2 && beginsSmall(lines);
  for (const line of lines) {
    const group = groups.at(-1);
    if (group !== undefined && continues(line, group, { columnCount, isHabit })) group.push(line);
    else groups.push([line]);
  }
  return groups;
}

/** Most of its texts begin in the middle of a sentence. */
function goesOn(cells: readonly PlacedPiece[]): boolean {
  const low = cells.filter(({ piece }) => /^[\p{Ll}(]/u.test(piece.words[0]?.text ?? '')).length;
  return low * 2 > cells.length || (low * 2 === cells.length && cells.length > 1);
}

/** Terms with their explanations: where also the first line begins with a small letter, or nearly all do, that tells nothing. */
function beginsSmall(lines: readonly LineOfCells[]): boolean {
  const [first] = lines;
  if (first === undefined || lines.length < 4) return false;
  // Stretched lines of a narrow column have gaps as well, but hardly so wide ones.
  const gaps = lines.flatMap(({ row, cells: [term, text] }) =>
    term === undefined || text === undefined ? [] : [(text.piece.left - term.piece.right) / row.size],
  );
  if (median(gaps) < 2 || widthOf(lines, 0) > widthOf(lines, 1) * 0.7) return false;
  const full = lines.filter(({ cells }) => cells.length === first.cells.length && cells[0]?.column === 0);
  if (goesOn(first.cells)) return full.length > lines.length * 0.5;
  const small = full.filter(({ cells }) => goesOn(cells));
  return small.length >= (lines.length - 1) * 0.8;
}

/** Of the texts in a column, the middle one. */
function widthOf(lines: readonly LineOfCells[], column: number): number {
  const pieces = lines.flatMap(({ cells }) => cells.filter((cell) => cell.column === column));
  return median(pieces.map(({ piece }) => piece.right - piece.left));
}

interface TableRows {
  columnCount: number;
  /** Cells begin with small letters anyway. */
  isHabit: boolean;
}

function continues(
  { row, cells }: LineOfCells,
  group: readonly LineOfCells[],
  { columnCount, isHabit }: TableRows,
): boolean {
  const above = group.at(-1) as LineOfCells;
  if (row.top - above.row.bottom > row.size * 0.8) return false;
  const filled = (group[0] as LineOfCells).cells;
  const isFull = isHabit && cells[0]?.column === 0 && cells.length >= filled.length;
  if (!isFull && row.top - above.row.bottom < row.size * 0.6 && goesOn(cells)) return true;
  if (cells.some(({ columns }) => columns > 1) || cells.length > Math.max(1, columnCount / 2)) return false;
  if (cells.length >= filled.length) return false;
  const texts = cells.map(({ piece }) => piece.words.map(({ text }) => text).join(' '));
  if (cells[0]?.column === 0) {
    return cells.length === 1 && /^[\p{Ll}(]/u.test(texts[0] as string);
  }
  return (
    texts.every((text) => !isNumeric(text)) &&
    cells.every(({ column }) => filled.some((cell) => cell.column === column))
  );
}
