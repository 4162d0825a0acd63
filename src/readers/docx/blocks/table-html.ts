import { sectionsOf, withStrongHeadings } from '../../office/cell-headings.ts';

/** A cell by the lines of the table's grid that it begins and ends at. */
export interface TableCell {
  start: number;
  end: number;
  /** Part of the cell above. */
  goesOn: boolean;
  /** May reach down into further rows. */
  isMerged: boolean;
  html: string;
}

export interface TableRow {
  cells: TableCell[];
  /** Repeated at the top of every page. */
  isHeader: boolean;
}

/** A cell of HTML. */
interface PlacedCell {
  html: string;
  column: number;
  columns: number;
  rows: number;
}

/** HTML Standard, section 4.9.11. */
const MAX_COLSPAN = 1000;
/** A head of more rows is none. */
const MAX_HEAD = 5;

/** `hasHeader`: the style of the table has a look of its own for the first row. */
export function tableHtml(rows: readonly TableRow[], hasHeader: boolean): string {
  const sections = sectionsOf(
    rows,
    ({ cells }) => cells.map(({ html }) => html),
    ({ cells }) => cells.some(({ isMerged }) => isMerged),
  );
  return sections
    .map((section) => {
      if ('heading' in section) return section.heading;
      return sectionHtml(section.rows, hasHeader && section.rows[0] === rows[0]);
    })
    .join('');
}

function sectionHtml(given: readonly TableRow[], hasHeader: boolean): string {
  if (given.every(({ cells }) => cells.every(({ html }) => html === ''))) return '';
  const content = withStrongHeadings(given.map(({ cells }) => cells.map(({ html }) => html)));
  const rows = given.map((row) => ({
    ...row,
    cells: row.cells.map((cell) => ({ ...cell, html: content(cell.html) })),
  }));
  const placed = place(rows);
  const head = headRows(rows, placed, hasHeader);
  let html = '<table>';
  if (head > 0) html += '<thead>';
  for (const [index, cells] of placed.entries()) {
    if (index === head) html += head > 0 ? '</thead><tbody>' : '<tbody>';
    html += rowHtml(cells, index < head ? 'th' : 'td');
  }
  return `${html}${head === placed.length ? '</thead>' : '</tbody>'}</table>`;
}

/**
 * Columns are counted by the lines that cells really end at, since the grid of a file may have any number of others; and
 * rows that a cell goes on in are added to the one it begins in.
 */
function place(rows: readonly TableRow[]): PlacedCell[][] {
  const lines = new Set<number>([0]);
  for (const { cells } of rows) for (const { start, end } of cells) lines.add(start).add(end);
  const columnOf = new Map(
    [...lines].toSorted((one, other) => one - other).map((line, index) => [line, index]),
  );
  let above = new Map<number, PlacedCell>();
  return rows.map(({ cells }) => {
    const below = new Map<number, PlacedCell>();
    const placed: PlacedCell[] = [];
    const before = columnOf.get(cells[0]?.start ?? 0) ?? 0;
    // A row may begin further right than the others.
    if (before > 0) placed.push({ html: '', column: 0, columns: before, rows: 1 });
    for (const cell of cells) {
      const column = columnOf.get(cell.start) ?? 0;
      const begun = cell.goesOn ? above.get(column) : undefined;
      if (begun !== undefined) {
        begun.rows++;
        below.set(column, begun);
        continue;
      }
      const columns = (columnOf.get(cell.end) ?? column + 1) - column;
      const own = { html: cell.html, column, columns, rows: 1 };
      if (cell.isMerged) below.set(column, own);
      placed.push(own);
    }
    above = below;
    return placed;
  });
}

/** Number of rows that are the head: said so, shown so by the style, or alone in being strong. */
function headRows(rows: readonly TableRow[], placed: readonly PlacedCell[][], hasHeader: boolean): number {
  let head = rows.findIndex(({ isHeader }) => !isHeader);
  if (head === -1) head = 1;
  if (head === 0 && (hasHeader || isStrongAlone(placed))) head = 1;
  // Cells must not reach out of the head: HTML would cut them.
  for (let row = 0; row < head && row < placed.length; row++) {
    for (const { rows: down } of placed[row] as PlacedCell[]) head = Math.max(head, row + down);
  }
  return head > MAX_HEAD || head >= placed.length ? 0 : head;
}

function isStrongAlone([first = [], ...others]: readonly PlacedCell[][]): boolean {
  const filled = first.filter(({ html }) => html !== '');
  return (
    filled.length > 1 &&
    filled.every(({ html }) => isStrong(html)) &&
    others.some((row) => row.some(({ html }) => html !== '' && !isStrong(html)))
  );
}

/** True for one strong text and nothing beside it. */
function isStrong(html: string): boolean {
  return html.startsWith('<strong>') && html.indexOf('</strong>') === html.length - '</strong>'.length;
}

function rowHtml(cells: readonly PlacedCell[], tag: 'th' | 'td'): string {
  let html = '<tr>';
  for (const { html: content, columns, rows } of cells) {
    const shown = tag === 'th' ? withoutStrong(content) : content;
    html += `<${tag}${span('colspan', columns)}${span('rowspan', rows)}>${shown}</${tag}>`;
  }
  return `${html}</tr>`;
}

function span(name: string, count: number): string {
  return count > 1 ? ` ${name}="${Math.min(count, MAX_COLSPAN)}"` : '';
}

/** Cells of a head are strong by themselves. */
function withoutStrong(html: string): string {
  return isStrong(html) ? html.slice('<strong>'.length, -'</strong>'.length) : html;
}
