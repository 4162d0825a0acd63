import { median } from '../box.ts';
import type { RulingLine } from './ruling-lines.ts';
import { withLabelFirst } from './label-rows.ts';
import type { Columns, LineOfCells, PlacedPiece } from './table-columns.ts';
import { isNumeric } from './table.ts';

/** Parts between rules from which all rows may be ruled. */
const MIN_RULED_PARTS = 3;
/** Lines above the first rule that may be a head; more are a block of rows. */
const MAX_HEAD_LINES = 5;
/** Share of the table's width that a border of rows reaches over; a rule under one name of a column is shorter. */
const MOST_WIDTH = 0.8;
/** A rule stands at least so far above the baseline of the line below it, in sizes; and at most this above the baseline of the line above, points. */
const BELOW_RULE = 0.45;
const RULE_SLACK = 1;
/** Share of the parts that hold several rows, above which rules close blocks of rows. */
const MOST_BLOCKS = 0.35;
/** Share of the cells of two lines that stand in the same columns, from which the lines are compared. */
const LEAST_SHARED = 0.6;
/** Share of the columns, and number of cells, that are hardly ever all broken behind their only word. */
const MOST_BROKEN = 0.6;
const MANY_BROKEN = 3;
/** Width of a blank, in sizes of the text, and room for rounding, points: whether another word would fit in a cell. */
const BLANK = 0.3;
const ROOM_SLACK = 1;
/** Lines that fill the same columns from which they are rows. */
const MIN_EVEN = 3;
/** Share of the columns that the last row of a head names. */
const MOST_NAMED = 0.6;
/** White space above a row of the head, and above a second line of one of its texts, in sizes. */
const HEAD_ROW_SPACE = 0.55;
const HEAD_LINE_SPACE = 0.3;
/** Spaces inside rows and between them differ by at least this, in sizes; less is uneven setting. */
const LEAST_JUMP = 0.18;
/** White space between lines of one cell is less, in sizes. */
const MOST_INSIDE = 0.4;
/** Share of the close lines that are rows of their own, from which the spaces tell no rows. */
const MOST_OWN = 0.5;
/** Lines, and the gap between a term and its explanation in sizes, that tell a list of terms from narrow columns of prose. */
const MIN_TERMS = 4;
const TERM_GAP = 2;
/** Width of terms as a share of that of their explanations, at most. */
const TERM_WIDTH = 0.7;
/** Share of the full lines that begin small as a habit, when the first does and when it does not. */
const HABIT_SHARE = 0.5;
const NEARLY_ALL = 0.8;
/** White space above a line that continues a row, in sizes; and above one that begins in the middle of a sentence. */
const CONTINUED_SPACE = 0.8;
const SENTENCE_SPACE = 0.6;

/** Years are names of columns as well. */
const YEAR = /^(?:19|20)\d\d$/;

export interface GroupedRows {
  groups: LineOfCells[][];
  /** Undefined when nothing drawn tells. */
  headRows: number | undefined;
}

/** Lines as rows of the table: by rules, by the space between them, else by which cells they fill. */
export function groupRows(
  lines: readonly LineOfCells[],
  spans: Columns['spans'],
  rules: readonly RulingLine[],
): GroupedRows {
  const parts = partsByRules(lines, rules);
  if (parts.length >= MIN_RULED_PARTS && isRuledByRow(parts, spans)) {
    const [head = [], ...body] = parts;
    const names = headGroups(head);
    return { groups: [...names, ...body], headRows: headLength(names, spans.length) };
  }
  if (parts.length >= 2) {
    const [head = [], ...body] = parts;
    const headLines = headGroups(head);
    // Only above few lines that a rule closes: else the rule closes a block of rows.
    const isHead = head.length <= MAX_HEAD_LINES && head.length < lines.length && !haveNumbers(head);
    const groups = isHead ? headLines : groupAroundLabels(head, spans);
    return {
      groups: [...groups, ...body.flatMap((part) => withLabelFirst(groupAroundLabels(part, spans)))],
      headRows: isHead ? headLength(groups, spans.length) : undefined,
    };
  }
  return { groups: groupAroundLabels(lines, spans), headRows: undefined };
}

/** Lines as rows; a label that stands half a line lower than its row, for it belongs to several, does not join two of them. */
function groupAroundLabels(lines: readonly LineOfCells[], spans: Columns['spans']): LineOfCells[][] {
  const labels = new Map<LineOfCells, LineOfCells>();
  for (const [index, line] of lines.entries()) {
    const [above, below] = [lines[index - 1], lines[index + 1]];
    if (above !== undefined && below !== undefined && isBetween(line, above, below, spans))
      labels.set(above, line);
  }
  if (labels.size === 0) return groupBySpace(lines, spans);
  const between = new Set(labels.values());
  const groups = groupBySpace(
    lines.filter((line) => !between.has(line)),
    spans,
  );
  return groups.map((group) =>
    group.flatMap((line) => {
      const label = labels.get(line);
      return label === undefined ? [line] : [line, label];
    }),
  );
}

/** Stands beside two rows, in columns that both leave empty. */
function isBetween(
  { row, cells }: LineOfCells,
  above: LineOfCells,
  below: LineOfCells,
  spans: Columns['spans'],
): boolean {
  const isBeside = row.top < above.row.bottom && row.bottom > below.row.top;
  const isEmpty = (line: LineOfCells): boolean =>
    line.cells.every(({ column }) => cells.every((cell) => cell.column !== column));
  return isBeside && isEmpty(above) && isEmpty(below) && areRowsOfTheirOwn(above, below, spans);
}

/** Lines with numbers below each other are rows, not names of columns. */
function haveNumbers(lines: readonly LineOfCells[]): boolean {
  const isNumber = (cell: PlacedPiece | undefined): boolean =>
    cell !== undefined && isNumeric(textOf(cell)) && !YEAR.test(textOf(cell));
  return lines.some(({ cells }, index) => {
    const above = lines[index - 1]?.cells ?? [];
    return cells.some(
      (cell) => isNumber(cell) && isNumber(above.find(({ column }) => column === cell.column)),
    );
  });
}

/** A rule under a header cell only is no border of a row: it has to reach over most of the table. */
function partsByRules(lines: readonly LineOfCells[], rules: readonly RulingLine[]): LineOfCells[][] {
  const left = Math.min(...lines.map(({ row }) => row.words[0]?.box.left ?? Infinity));
  const right = Math.max(...lines.map(({ row }) => row.words.at(-1)?.box.right ?? -Infinity));
  const across = rules.filter(
    ({ from, to }) => Math.min(to, right) - Math.max(from, left) >= (right - left) * MOST_WIDTH,
  );
  const parts: LineOfCells[][] = [];
  let before: LineOfCells | undefined;
  for (const line of lines) {
    const isDivided =
      before === undefined ||
      across.some(
        ({ at }) =>
          at > before!.row.baseline - RULE_SLACK && at < line.row.baseline - line.row.size * BELOW_RULE,
      );
    if (isDivided) parts.push([]);
    parts.at(-1)!.push(line);
    before = line;
  }
  return parts;
}

/** Rules between all rows, not only under the head and between blocks. */
function isRuledByRow(parts: readonly LineOfCells[][], spans: Columns['spans']): boolean {
  const body = parts.slice(1);
  const blocks = body.filter(
    (part) =>
      isEven(part) ||
      part.some((line, index) => index > 0 && areRowsOfTheirOwn(part[index - 1]!, line, spans)),
  );
  return body.length >= 2 && blocks.length <= body.length * MOST_BLOCKS;
}

/**
 * Two lines that are not of one row: they have numbers or the same words below each other, or the first words of the lower one would
 * have had room on the upper one, so that nothing was broken over two lines.
 */
export function areRowsOfTheirOwn(above: LineOfCells, below: LineOfCells, spans: Columns['spans']): boolean {
  const shared = below.cells.flatMap((lower) => {
    const upper = above.cells.find(({ column }) => column === lower.column);
    return upper === undefined || upper.columns > 1 || lower.columns > 1 ? [] : [{ upper, lower }];
  });
  if (shared.length < 2 || shared.length < Math.min(above.cells.length, below.cells.length) * LEAST_SHARED)
    return false;
  if (shared.some(({ upper }) => /.[-–—,&/(]$/.test(textOf(upper)))) return false;
  if (shared.some(({ upper, lower }) => isSameKind(textOf(upper), textOf(lower)))) return true;
  const roomy = shared.filter(({ upper, lower }) => hasRoom(upper, lower, spans)).length;
  // Narrow columns with single words do not tell how wide they are.
  const tight = shared.filter(
    ({ upper, lower }) => upper.piece.words.length > 1 && !hasRoom(upper, lower, spans),
  ).length;
  if (roomy + tight > 0) return roomy >= tight;
  // Hardly ever are all cells of a row broken behind their only word.
  const most = Math.max(above.cells.length, below.cells.length, spans.length * MOST_BROKEN);
  return shared.length >= most || (shared.length >= MANY_BROKEN && shared.length >= most - 1);
}

function isSameKind(upper: string, lower: string): boolean {
  return upper === lower || (isNumeric(upper) && isNumeric(lower));
}

/** The first word of the lower text would have had room behind the upper one. */
function hasRoom({ piece }: PlacedPiece, lower: PlacedPiece, spans: Columns['spans']): boolean {
  const span = spans[lower.column];
  const first = lower.piece.words[0]!;
  const word = first.isRtl ? lower.piece.words.at(-1)! : first;
  if (span === undefined) return false;
  const width = piece.right - piece.left + word.size * BLANK + word.box.right - word.box.left;
  return width < span.right - span.left - ROOM_SLACK;
}

function textOf({ piece }: PlacedPiece): string {
  return piece.words.map(({ text }) => text).join(' ');
}

/** Three or more lines that all fill the same columns: cells of one row hardly have all the same number of lines. */
function isEven(lines: readonly LineOfCells[]): boolean {
  const [first] = lines;
  if (first === undefined || lines.length < MIN_EVEN || first.cells.length < 2) return false;
  return lines.every(
    ({ cells }) =>
      cells.length === first.cells.length &&
      cells.every(({ column }, index) => column === first.cells[index]?.column),
  );
}

/** A head of several lines is one row, but lines with cells across several columns stand for themselves. */
function headGroups(lines: readonly LineOfCells[]): LineOfCells[][] {
  const groups: LineOfCells[][] = [];
  let wasSpanning = true;
  for (const line of lines) {
    const isSpanning = line.cells.some(({ columns }) => columns > 1);
    const group = groups.at(-1);
    const isNear = group !== undefined && !isApart(group, line);
    if (isNear && ((!wasSpanning && !isSpanning) || continuesSpans(line, group))) group.push(line);
    else groups.push([line]);
    wasSpanning = groups.at(-1)!.some(({ cells }) => cells.some(({ columns }) => columns > 1));
  }
  return groups;
}

/** Rows of the head end with the first one that names most columns; above the first rule may also stand a row behind the head. */
function headLength(groups: readonly LineOfCells[][], columnCount: number): number {
  const full = groups.findIndex((group) => {
    const filled = new Set(group.flatMap(({ cells }) => cells.map(({ column }) => column)));
    return (
      filled.size >= columnCount * MOST_NAMED &&
      !group.some(({ cells }) => cells.some(({ columns }) => columns > 1))
    );
  });
  return full < 0 ? groups.length : full + 1;
}

/** With more space above it than is between the lines of a text. */
function isApart(group: readonly LineOfCells[], { row }: LineOfCells): boolean {
  const bottom = Math.max(...group.map((line) => line.row.bottom));
  return row.top - bottom > row.size * HEAD_ROW_SPACE;
}

/** The second line of texts that span columns: close below, and under the same columns. */
function continuesSpans({ row, cells }: LineOfCells, group: readonly LineOfCells[]): boolean {
  const above = group.at(-1)!;
  if (row.top - above.row.bottom > row.size * HEAD_LINE_SPACE) return false;
  const first = group[0]!.cells;
  return cells.every(({ column, columns }) =>
    first.some(
      (cell) =>
        column >= cell.column && column + columns <= cell.column + cell.columns && columns > cell.columns - 1,
    ),
  );
}

/** Lines as rows: by the space between them, else by which cells they fill. */
export function groupBySpace(lines: readonly LineOfCells[], spans: Columns['spans']): LineOfCells[][] {
  if (lines.length < 2) return lines.map((line) => [line]);
  const gaps: number[] = [];
  let bottom = lines[0]!.row.bottom;
  for (const { row } of lines.slice(1)) {
    // Lines of cells beside each other may stand at heights of their own.
    gaps.push(Math.max((row.top - bottom) / Math.max(row.size, 1), LEAST_GAP));
    bottom = Math.max(bottom, row.bottom);
  }
  const threshold = jumpOf(gaps);
  if (threshold !== undefined) {
    const groups: LineOfCells[][] = [[lines[0]!]];
    for (const [index, gap] of gaps.entries()) {
      const line = lines[index + 1]!;
      if (gap > threshold) groups.push([line]);
      else groups.at(-1)!.push(line);
    }
    if (areRows(groups, spans)) return groups;
  }
  return groupByCells(lines, spans);
}

/** Between the small gaps inside rows and the large ones between them; undefined when all are alike. */
function jumpOf(gaps: readonly number[]): number | undefined {
  const sorted = gaps.toSorted((a, b) => a - b);
  let widest = LEAST_JUMP;
  let threshold: number | undefined;
  for (let index = 1; index < sorted.length; index++) {
    const low = sorted[index - 1]!;
    const high = sorted[index]!;
    // Lines of one cell stand close together.
    if (high - low > widest && low < MOST_INSIDE) {
      widest = high - low;
      threshold = (low + high) / 2;
    }
  }
  return threshold;
}

/** Whether close lines are really one row. */
function areRows(groups: readonly LineOfCells[][], spans: Columns['spans']): boolean {
  if (groups.length < 2) return false;
  let own = 0;
  let total = 0;
  for (const group of groups) {
    const even = isEven(group);
    for (const [index, line] of group.entries()) {
      if (index === 0) continue;
      total++;
      if (even || areRowsOfTheirOwn(group[index - 1]!, line, spans)) own++;
    }
  }
  return own < total * MOST_OWN;
}

/** A line that fills only some cells behind an empty first one continues the row above. */
function groupByCells(lines: readonly LineOfCells[], spans: Columns['spans']): LineOfCells[][] {
  const columnCount = spans.length;
  const groups: LineOfCells[][] = [];
  const isHabit = columnCount === 2 && beginsSmall(lines);
  for (const line of lines) {
    const group = groups.at(-1);
    if (group !== undefined && continues(line, group, { spans, isHabit })) group.push(line);
    else groups.push([line]);
  }
  return groups;
}

/** Addresses on the web begin small, and go on with nothing. */
function beginsLow(text: string): boolean {
  return /^[\p{Ll}(]/u.test(text) && !/^\S*(?:@\S|www\.|:\/\/)/.test(text);
}

/** Most of its texts begin in the middle of a sentence. */
function goesOn(cells: readonly PlacedPiece[]): boolean {
  const low = cells.filter(({ piece }) => beginsLow(piece.words[0]?.text ?? '')).length;
  return low * 2 > cells.length || (low * 2 === cells.length && cells.length > 1);
}

/** Terms with their explanations: where also the first line begins with a small letter, or nearly all do, that tells nothing. */
function beginsSmall(lines: readonly LineOfCells[]): boolean {
  const [first] = lines;
  if (first === undefined || lines.length < MIN_TERMS) return false;
  // Stretched lines of a narrow column have gaps as well, but hardly so wide ones.
  const gaps = lines.flatMap(({ row, cells: [term, text] }) =>
    term === undefined || text === undefined ? [] : [(text.piece.left - term.piece.right) / row.size],
  );
  if (median(gaps) < TERM_GAP || widthOf(lines, 0) > widthOf(lines, 1) * TERM_WIDTH) return false;
  const full = lines.filter(({ cells }) => cells.length === first.cells.length && cells[0]?.column === 0);
  if (goesOn(first.cells)) return full.length > lines.length * HABIT_SHARE;
  const small = full.filter(({ cells }) => goesOn(cells));
  return small.length >= (lines.length - 1) * NEARLY_ALL;
}

/** Gives the width of the middle one of the texts in a column. */
function widthOf(lines: readonly LineOfCells[], column: number): number {
  const pieces = lines.flatMap(({ cells }) => cells.filter((cell) => cell.column === column));
  return median(pieces.map(({ piece }) => piece.right - piece.left));
}

/** Lines that overlap more stand beside each other, in sizes of their text. */
const LEAST_GAP = -0.2;

interface TableRows {
  spans: Columns['spans'];
  /** Cells begin with small letters anyway. */
  isHabit: boolean;
}

function continues(
  { row, cells }: LineOfCells,
  group: readonly LineOfCells[],
  { spans, isHabit }: TableRows,
): boolean {
  const above = group.at(-1)!;
  if (row.top - above.row.bottom > row.size * CONTINUED_SPACE) return false;
  const filled = group[0]!.cells;
  const isTerm = isHabit && cells[0]?.column === 0 && cells.length >= filled.length;
  if (areRowsOfTheirOwn(above, { row, cells }, spans)) return false;
  if (!isTerm && row.top - above.row.bottom < row.size * SENTENCE_SPACE && goesOn(cells)) return true;
  const most = Math.min(Math.max(1, spans.length / 2), filled.length - 1);
  if (cells.length > most || cells.some(({ columns }) => columns > 1)) return false;
  const texts = cells.map(({ piece }) => piece.words.map(({ text }) => text).join(' '));
  if (cells[0]?.column === 0) {
    return cells.length === 1 && beginsLow(texts[0]!);
  }
  if (texts.some(isNumeric)) return false;
  return cells.every(({ column }) => filled.some((cell) => cell.column === column));
}
