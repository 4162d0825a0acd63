import { EMPTY_CELL, joinCells, type CellContent } from './cell-content.ts';
import { columnsOf, type CellExtent } from './table-columns.ts';
import { hasStrongHeadings, sectionsOf, withStrongHeading } from './table-sections.ts';

export interface TableCell extends CellExtent {
  content: CellContent;
  /** Part of the cell above. */
  goesOn: boolean;
  /** May reach down into further rows. */
  isMerged: boolean;
  /** Rows that it reaches down over, where the file says so and the cells below are not there. */
  rows?: number;
}

export interface TableRow {
  cells: TableCell[];
  /** Repeated at the top of every page, or said to be a head. */
  isHead: boolean;
}

export interface TableLook {
  /** Edges of cells are lengths and not lines of a grid. */
  hasWidths: boolean;
  /** The first row is shown in a way of its own. */
  hasFirstRow: boolean;
}

/** A cell of HTML. */
interface PlacedCell {
  content: CellContent;
  column: number;
  columns: number;
  rows: number;
}

/** HTML Standard, section 4.9.11. */
const MAX_SPAN = 1000;
/** A head of more rows is none. */
const MAX_HEAD = 5;

/** A table as HTML, parted where rows hold nothing but a heading; '' for one without content. */
export function tableHtml(rows: readonly TableRow[], look: TableLook): string {
  return sectionsOf(rows)
    .map((section) => {
      if ('heading' in section) return section.heading;
      return sectionHtml(section.rows, {
        ...look,
        hasFirstRow: look.hasFirstRow && section.rows[0] === rows[0],
      });
    })
    .join('');
}

function sectionHtml(given: readonly TableRow[], look: TableLook): string {
  if (given.every(({ cells }) => cells.every(({ content }) => content.html === ''))) return '';
  const rows = hasStrongHeadings(given) ? given.map(withStrongHeadings) : given;
  const placed = place(rows, look.hasWidths);
  const head = headRows(rows, placed, look.hasFirstRow);
  let html = '<table>';
  if (head > 0) html += '<thead>';
  for (const [index, cells] of placed.entries()) {
    if (index === head) html += head > 0 ? '</thead><tbody>' : '<tbody>';
    html += rowHtml(cells, index < head ? 'th' : 'td');
  }
  return `${html}</tbody></table>`;
}

function withStrongHeadings(row: TableRow): TableRow {
  return {
    ...row,
    cells: row.cells.map((cell) => ({ ...cell, content: withStrongHeading(cell.content) })),
  };
}

/** Finds the columns of cells, and adds rows that a cell goes on in to the one that it begins in. */
function place(rows: readonly TableRow[], hasWidths: boolean): PlacedCell[][] {
  const columnOf = columnsOf(
    rows.map(({ cells }) => cells.map((cell) => ({ ...cell, isFilled: cell.content.html !== '' }))),
    hasWidths,
  );
  let above = new Map<number, PlacedCell>();
  /** Rows that cells in the first column still reach down over. */
  let covered = 0;
  return rows.map(({ cells }) => {
    const below = new Map<number, PlacedCell>();
    const placed: PlacedCell[] = [];
    const before = columnOf(cells[0]?.start ?? 0);
    // A row may begin further right than the others.
    if (before > 0 && covered === 0)
      placed.push({ content: EMPTY_CELL, column: 0, columns: before, rows: 1 });
    covered = Math.max(0, covered - 1);
    for (const cell of cells) {
      const column = columnOf(cell.start);
      const columns = columnOf(cell.end) - column;
      // A column that is too narrow to be one.
      if (columns <= 0) continue;
      const begun = cell.goesOn ? above.get(column) : undefined;
      if (begun !== undefined) {
        begun.rows++;
        begun.content = joinCells(begun.content, cell.content);
        below.set(column, begun);
        continue;
      }
      const own = { content: cell.content, column, columns, rows: cell.rows ?? 1 };
      if (cell.isMerged) below.set(column, own);
      if (column === 0) covered = Math.max(covered, own.rows - 1);
      placed.push(own);
    }
    above = below;
    return placed;
  });
}

/** Number of rows that are the head: said so, shown so by the style, or alone in being bold. */
function headRows(rows: readonly TableRow[], placed: readonly PlacedCell[][], hasFirstRow: boolean): number {
  let head = rows.findIndex(({ isHead }) => !isHead);
  if (head === -1) head = 1;
  if (head === 0 && (hasFirstRow || isBoldAlone(placed))) head = 1;
  // Cells must not reach out of the head: HTML would cut them.
  for (let row = 0; row < head && row < placed.length; row++) {
    for (const { rows: down } of placed[row]!) head = Math.max(head, row + down);
  }
  return head > MAX_HEAD || head >= placed.length ? 0 : head;
}

function isBoldAlone([first = [], ...others]: readonly PlacedCell[][]): boolean {
  const filled = first.filter(({ content }) => content.html !== '');
  return (
    filled.length > 1 &&
    filled.every(({ content }) => content.isBold) &&
    others.some((row) => row.some(({ content }) => content.html !== '' && !content.isBold))
  );
}

function rowHtml(cells: readonly PlacedCell[], tag: 'th' | 'td'): string {
  let html = '<tr>';
  for (const { content, columns, rows } of cells) {
    // Cells of a head are bold by themselves.
    const shown = tag === 'th' && content.headings === 'none' ? content.plain : content.html;
    html += `<${tag}${span('colspan', columns)}${span('rowspan', rows)}>${shown}</${tag}>`;
  }
  return `${html}</tr>`;
}

function span(name: string, count: number): string {
  return count > 1 ? ` ${name}="${Math.min(count, MAX_SPAN)}"` : '';
}
