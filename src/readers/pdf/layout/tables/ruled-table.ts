import type { Box, PdfWord } from '../../pdf-page.ts';
import { clusters, type RulingLine, type RulingLines } from './ruling-lines.ts';
import { splitRow } from './split-rows.ts';
import { cellOf, guessHeadRows, type Table, type PrintedCell } from './table.ts';
import { partitionPoint } from '../../../../lib/partition-point.ts';

/** Ends of the lines of the other direction further out than this are an outer edge that is not drawn, points. */
const OPEN_SIDE = 10;
const OPEN_TOP = 5;
/** Lines may miss the middle of their edge by so much more, points. */
const EDGE_SLACK = 1;
/** Edges of columns, and fields, that a grid has at least; with fewer it is a frame around text. */
const MIN_EDGES_ACROSS = 3;
const MIN_FIELDS = 3;
/** Fields with text that tell a table from a frame with labels. */
const MIN_FILLED = 3;
/** Rows of the grid of coloured areas, above which it is a table by itself. */
const MAX_COLOURED_ROWS = 2;
/** A grid of more fields of which fewer than this share hold text is that of a chart. */
const MAX_SPARSE_FIELDS = 16;
const LEAST_FILLED = 0.2;

/** Lines that miss each other by less still meet, points. */
const REACH = 3;
/** Lines of a grid may be this far from one another and still be one edge. */
const EDGE = 3;
/** A component with more lines is a drawing. */
const MAX_GRID = 400;
/** An empty row or column of less is no part of the table, points. */
const MIN_STEP = { row: 7, column: 12 };
/** Pairs of lines that are compared; a page with more is a drawing. */
const MAX_PAIRS = 400_000;

export interface FoundTable {
  table: Table;
  words: Set<PdfWord>;
}

/** Tables whose cells are drawn, with merged cells where the drawing leaves out an edge. */
export function findRuledTables(lines: RulingLines, words: readonly PdfWord[]): FoundTable[] {
  const found: FoundTable[] = [];
  for (const component of components(lines)) {
    const grid = toGrid(component);
    if (grid === undefined) continue;
    const table = fillGrid(grid, words);
    if (table === undefined) continue;
    // Coloured rows with uncoloured ones between them are only parts of a table.
    const isDrawn = [...component.horizontal, ...component.vertical].some((line) => line.isDrawn);
    if (isDrawn || table.table.rows.length > MAX_COLOURED_ROWS) found.push(table);
  }
  return found;
}

/** Lines that touch one another, directly or over others. */
function components({ horizontal, vertical }: RulingLines): RulingLines[] {
  if (horizontal.length * vertical.length > MAX_PAIRS) return [];
  const parents = Array.from({ length: horizontal.length + vertical.length }, (_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parents[root] !== root) root = parents[root]!;
    for (let at = index; at !== root;) {
      const next = parents[at]!;
      parents[at] = root;
      at = next;
    }
    return root;
  };
  for (const [row, across] of horizontal.entries()) {
    for (const [column, down] of vertical.entries()) {
      if (down.at < across.from - REACH || down.at > across.to + REACH) continue;
      if (across.at < down.from - REACH || across.at > down.to + REACH) continue;
      parents[rootOf(row)] = rootOf(horizontal.length + column);
    }
  }
  const groups = new Map<number, RulingLines>();
  const groupOf = (index: number): RulingLines => {
    const root = rootOf(index);
    let group = groups.get(root);
    if (group === undefined) groups.set(root, (group = { horizontal: [], vertical: [] }));
    return group;
  };
  for (const [index, line] of horizontal.entries()) groupOf(index).horizontal.push(line);
  for (const [index, line] of vertical.entries()) groupOf(horizontal.length + index).vertical.push(line);
  return [...groups.values()];
}

interface Grid {
  xs: number[];
  ys: number[];
  /** Whether there is a line at `xs[column]` beside row `row`, and at `ys[row]` above column `column`. */
  hasLeft(row: number, column: number): boolean;
  hasTop(row: number, column: number): boolean;
}

function toGrid({ horizontal, vertical }: RulingLines): Grid | undefined {
  if (horizontal.length < 2 || vertical.length < 1) return undefined;
  if (horizontal.length > MAX_GRID || vertical.length > MAX_GRID) return undefined;
  // A table may have no outer border on two sides: its other lines end there.
  const ends = (lines: readonly RulingLine[]): number[] => [
    Math.min(...lines.map(({ from }) => from)),
    Math.max(...lines.map(({ to }) => to)),
  ];
  const inner = clusters(
    vertical.map(({ at }) => at),
    EDGE,
  );
  const xs = withEnds(inner, ends(horizontal), OPEN_SIDE);
  const ys = withEnds(
    clusters(
      horizontal.map(({ at }) => at),
      EDGE,
    ),
    ends(vertical),
    OPEN_TOP,
  );
  if (xs.length < MIN_EDGES_ACROSS || ys.length < 2 || (xs.length - 1) * (ys.length - 1) < MIN_FIELDS)
    return undefined;
  const covers = (lines: readonly RulingLine[], at: number, from: number, to: number): boolean =>
    lines.some((line) => Math.abs(line.at - at) <= EDGE + EDGE_SLACK && line.from <= from && line.to >= to);
  const columns = xs.map((x) => vertical.filter(({ at }) => Math.abs(at - x) <= EDGE + EDGE_SLACK));
  const rows = ys.map((y) => horizontal.filter(({ at }) => Math.abs(at - y) <= EDGE + EDGE_SLACK));
  return {
    xs,
    ys,
    hasLeft(row, column) {
      const [top, bottom] = [ys[row]!, ys[row + 1]!];
      const third = (bottom - top) / 3;
      return covers(columns[column]!, xs[column]!, top + third, bottom - third);
    },
    hasTop(row, column) {
      const [left, right] = [xs[column]!, xs[column + 1]!];
      const third = (right - left) / 3;
      return covers(rows[row]!, ys[row]!, left + third, right - third);
    },
  };
}

function withEnds(inner: number[], ends: readonly number[], distance: number): number[] {
  const all = [...inner];
  for (const end of ends) {
    if (all.every((value) => Math.abs(value - end) > distance)) all.push(end);
  }
  return all.toSorted((a, b) => a - b);
}

interface Place {
  row: number;
  column: number;
  rows: number;
  columns: number;
}

function fillGrid(grid: Grid, words: readonly PdfWord[]): FoundTable | undefined {
  const { xs, ys } = grid;
  const box: Box = {
    left: xs[0]!,
    right: xs.at(-1)!,
    top: ys[0]!,
    bottom: ys.at(-1)!,
  };
  const places = toPlaces(grid);
  const owner = new Map<number, number>();
  const width = xs.length - 1;
  for (const [index, { row, column, rows, columns }] of places.entries()) {
    for (let y = row; y < row + rows; y++) {
      for (let x = column; x < column + columns; x++) owner.set(y * width + x, index);
    }
  }
  const contents: PdfWord[][] = places.map(() => []);
  const taken = new Set<PdfWord>();
  for (const word of words) {
    const x = (word.box.left + word.box.right) / 2;
    const y = (word.box.top + word.box.bottom) / 2;
    if (x < box.left || x > box.right || y < box.top || y > box.bottom) continue;
    const index = owner.get(stepOf(ys, y) * width + stepOf(xs, x));
    if (index === undefined) continue;
    contents[index]!.push(word);
    taken.add(word);
  }
  const table = toTable(grid, places, contents, box);
  return table === undefined ? undefined : { table, words: taken };
}

/** Cells from the top left, each as wide and high as no line divides it. */
function toPlaces({ xs, ys, hasLeft, hasTop }: Grid): Place[] {
  const width = xs.length - 1;
  const height = ys.length - 1;
  const used = new Uint8Array(width * height);
  const places: Place[] = [];
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      if (used[row * width + column] === 1) continue;
      let columns = 1;
      while (
        column + columns < width &&
        used[row * width + column + columns] === 0 &&
        !hasLeft(row, column + columns)
      ) {
        columns++;
      }
      let rows = 1;
      const isOpenBelow = (at: number): boolean => {
        for (let x = column; x < column + columns; x++) {
          if (hasTop(at, x) || used[at * width + x] === 1) return false;
          if (x > column && hasLeft(at, x)) return false;
        }
        return true;
      };
      while (row + rows < height && isOpenBelow(row + rows)) rows++;
      for (let y = row; y < row + rows; y++) used.fill(1, y * width + column, y * width + column + columns);
      places.push({ row, column, rows, columns });
    }
  }
  return places;
}

/** Which of the steps between ascending edges a value is in; what lies outside is in the first or the last. */
function stepOf(edges: readonly number[], value: number): number {
  // The first and the last edge bound nothing.
  return partitionPoint(Math.max(0, edges.length - 2), (index) => edges[index + 1]! <= value);
}

function toTable(
  { xs, ys }: Grid,
  places: readonly Place[],
  contents: readonly (readonly PdfWord[])[],
  box: Box,
): Table | undefined {
  const filled = contents.filter((words) => words.length > 0).length;
  const columnsWithText = new Set<number>();
  const rowsWithText = new Set<number>();
  for (const [index, { row, column }] of places.entries()) {
    if ((contents[index] as PdfWord[]).length === 0) continue;
    columnsWithText.add(column);
    rowsWithText.add(row);
  }
  if (filled < MIN_FILLED || columnsWithText.size < 2 || rowsWithText.size < 2) return undefined;
  // The grid of a chart has many fields and hardly any text in them.
  if (places.length > MAX_SPARSE_FIELDS && filled < places.length * LEAST_FILLED) return undefined;
  const keptRows = usedSteps(places, contents, ys, 'row');
  const keptColumns = usedSteps(places, contents, xs, 'column');
  const rows: PrintedCell[][] = keptRows.kept.map(() => []);
  for (const [index, place] of places.entries()) {
    const down = keptRows.span(place.row, place.rows);
    const across = keptColumns.span(place.column, place.columns);
    const row = rows[keptRows.at(place.row)];
    if (down === 0 || across === 0 || row === undefined) continue;
    row.push(cellOf(contents[index] as PdfWord[], across, down));
  }
  if (rows.length < 2 || keptColumns.kept.length < 2) return undefined;
  // Cells that reach over several rows count rows as they are drawn.
  const isPlain = rows.every((cells) => cells.every((cell) => cell.rows === 1));
  return {
    box,
    rows: isPlain ? rows.flatMap(splitRow) : rows,
    columnCount: keptColumns.kept.length,
    headRows: guessHeadRows(rows),
    edges: keptColumns.kept.map((step) => xs[step]!),
    confidence: 0.95,
  };
}

interface KeptSteps {
  kept: number[];
  at(step: number): number;
  span(step: number, count: number): number;
}

/** Rows (or columns) of the grid where cells begin; not those that are only the space between double lines. */
function usedSteps(
  places: readonly Place[],
  contents: readonly (readonly PdfWord[])[],
  edges: readonly number[],
  axis: 'row' | 'column',
): KeptSteps {
  const count = edges.length - 1;
  const begins = new Uint8Array(count);
  for (const [index, place] of places.entries()) {
    const step = place[axis];
    const isWide = edges[step + 1]! - edges[step]! >= MIN_STEP[axis];
    if (isWide || contents[index]!.length > 0) begins[step] = 1;
  }
  const before = new Int32Array(count + 1);
  for (let step = 0; step < count; step++) before[step + 1] = before[step]! + begins[step]!;
  return {
    kept: Array.from({ length: count }, (_, step) => step).filter((step) => begins[step] === 1),
    at: (step) => before[step]!,
    span: (step, steps) => before[step + steps]! - before[step]!,
  };
}
