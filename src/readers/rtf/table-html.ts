import { sectionsOf, withStrongHeadings } from '../office/cell-headings.ts';
import type { CellDefinition, RowDefinition } from './row-definition.ts';

/** A row as it was read: its cells in order, and how they are laid out. */
export interface RtfRow {
  cells: readonly string[];
  definition: RowDefinition;
}

interface PlacedCell {
  html: string;
  columns: number;
  rows: number;
}

const MAX_SPAN = 1_000;
/** Edges that are nearer to each other than this are one: 4 points, in twips. */
const EDGE_TOLERANCE = 80;

/**
 * A table of RTF. Its rows know edges and no columns: columns are what lies between the edges of all rows, and a cell
 * that reaches over several of them spans them.
 */
export function tableHtml(rows: readonly RtfRow[]): string {
  const sections = sectionsOf(
    rows,
    ({ cells }) => cells,
    ({ definition }) => definition.cells.some(({ vertical }) => vertical !== undefined),
  );
  return sections
    .map((section) => ('heading' in section ? section.heading : sectionHtml(section.rows)))
    .join('\n');
}

function sectionHtml(rows: readonly RtfRow[]): string {
  const columnOf = columnsOf(rows);
  const open = new Map<number, PlacedCell>();
  const content = withStrongHeadings(rows.map(({ cells }) => cells));
  const placed = rows.map((row) => placeRow({ ...row, cells: row.cells.map(content) }, columnOf, open));
  const firstBody = rows.findIndex(({ definition }) => !definition.isHead);
  const said = firstBody === -1 ? rows.length : firstBody;
  const head = said === 0 && isStrongAlone(placed) ? 1 : said;
  const write = (cells: readonly PlacedCell[], index: number): string =>
    `<tr>${cells.map((cell) => cellHtml(cell, index < head ? 'th' : 'td')).join('')}</tr>`;
  const lines = placed.map(write);
  if (head === 0) return `<table>\n${lines.join('\n')}\n</table>`;
  const body = lines.slice(head).join('\n');
  return `<table><thead>\n${lines.slice(0, head).join('\n')}\n</thead>${body === '' ? '' : `<tbody>\n${body}\n</tbody>`}</table>`;
}

/** Whether the first row, and no other, is all strong; a cell that goes on in other rows would be cut. */
function isStrongAlone([first = [], ...others]: readonly PlacedCell[][]): boolean {
  const filled = first.filter(({ html }) => html !== '');
  return (
    filled.length > 1 &&
    filled.every(({ html, rows }) => rows === 1 && isStrong(html)) &&
    others.some((cells) => cells.some(({ html }) => html !== '' && !isStrong(html)))
  );
}

const STRONG_ENDS = ['</strong></p>', '</strong>'];

/** True for one strong text and nothing beside it. */
function isStrong(html: string): boolean {
  const end = STRONG_ENDS.find((one) => html.endsWith(one));
  return (
    end !== undefined &&
    /^(?:<p>)?<strong>/.test(html) &&
    html.indexOf('</strong>') === html.length - end.length
  );
}

/** Number of the column that begins at an edge. */
function columnsOf(rows: readonly RtfRow[]): (edge: number) => number {
  const edges = new Set<number>();
  for (const { definition } of rows) {
    edges.add(definition.left);
    for (const { right } of definition.cells) edges.add(right);
  }
  const columns = new Map<number, number>();
  let column = -1;
  let last = -Infinity;
  for (const edge of [...edges].toSorted((one, other) => one - other)) {
    if (edge - last > EDGE_TOLERANCE) {
      column++;
      last = edge;
    }
    columns.set(edge, column);
  }
  return (edge) => columns.get(edge) ?? 0;
}

/** Cells of a row; `open` has those that further rows may be joined to, by column. */
function placeRow(
  { cells, definition }: RtfRow,
  columnOf: (edge: number) => number,
  open: Map<number, PlacedCell>,
): PlacedCell[] {
  const placed: PlacedCell[] = [];
  let column = columnOf(definition.left);
  for (const [index, html] of cells.entries()) {
    const cell: CellDefinition | undefined = definition.cells[index];
    // Some programs end more cells than they have defined.
    if (cell === undefined && html === '' && definition.cells.length > 0) continue;
    const end = cell === undefined ? column + 1 : Math.max(column + 1, columnOf(cell.right));
    const left = placed.at(-1);
    const above = open.get(column);
    if (cell?.isJoinedLeft === true && left !== undefined) {
      left.columns += end - column;
      left.html = joined(left.html, html);
    } else if (cell?.vertical === 'joined' && above !== undefined) {
      above.rows++;
      above.html = joined(above.html, html);
    } else {
      const own: PlacedCell = { html, columns: end - column, rows: 1 };
      placed.push(own);
      if (cell?.vertical === 'first') open.set(column, own);
      else open.delete(column);
    }
    column = end;
  }
  return placed;
}

function joined(one: string, other: string): string {
  if (one === '' || other === '') return one + other;
  return `${one}\n${other}`;
}

function cellHtml({ html, columns, rows }: PlacedCell, tag: 'th' | 'td'): string {
  const colspan = columns > 1 ? ` colspan="${Math.min(columns, MAX_SPAN)}"` : '';
  const rowspan = rows > 1 ? ` rowspan="${Math.min(rows, MAX_SPAN)}"` : '';
  // Cells of a head are bold as such.
  const content = tag === 'th' ? html.replaceAll(/<\/?strong>/g, '') : html;
  return `<${tag}${colspan}${rowspan}>${content}</${tag}>`;
}
