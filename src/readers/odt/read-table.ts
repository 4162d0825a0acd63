import { type CellContent } from '../text-document/cell-content.ts';
import type { TableCell, TableRow } from '../text-document/table-html.ts';
import { TextDocumentWriter } from '../text-document/text-document-writer.ts';
import { isElement, type XmlElement } from '../xml/xml-element.ts';
import { readWholeNumber } from './list-styles.ts';
import type { OdtContext } from './odt-context.ts';

const MAX_SPAN = 1_000;
/** Blank cells in a row that are written; more are no layout. */
const MAX_BLANK = 100;
/** Elements that only group rows (ODF 1.3 part 3, section 9.1). */
const ROW_GROUPS = new Set(['table:table-rows', 'table:table-row-group']);

interface RowElement {
  element: XmlElement;
  isHead: boolean;
}

/** Reads the rows of a table; cells that others cover are not there. */
export function readOdfTable(context: OdtContext, table: XmlElement): TableRow[] {
  const elements: RowElement[] = [];
  collectRows(table, false, elements);
  const rows: TableRow[] = [];
  for (const { element, isHead } of elements) {
    const { cells, isCovered } = readRow(context, element);
    const isBlank = cells.every(({ content }) => content.html === '');
    if ((cells.length === 0 && !isCovered) || (isBlank && isFiller(element, 'rows'))) continue;
    const row = { cells, isHead };
    rows.push(row);
    const repeated = isBlank ? 1 : timesOf(element, 'rows');
    const length = cells.reduce((sum, { content }) => sum + content.html.length, 0);
    rows.push(...repeat(context, row, { times: repeated, cells: cells.length, length }));
  }
  return rows;
}

function collectRows(container: XmlElement, isHead: boolean, rows: RowElement[]): void {
  for (const child of container.children) {
    if (!isElement(child)) continue;
    if (child.name === 'table:table-row') rows.push({ element: child, isHead });
    else if (child.name === 'table:table-header-rows') collectRows(child, true, rows);
    else if (ROW_GROUPS.has(child.name)) collectRows(child, isHead, rows);
  }
}

function readRow(context: OdtContext, row: XmlElement): { cells: TableCell[]; isCovered: boolean } {
  const cells: TableCell[] = [];
  let column = 0;
  let isCovered = false;
  const last = row.children.findLast(isElement);
  for (const cell of row.children.filter(isElement)) {
    if (cell.name === 'table:covered-table-cell') {
      isCovered = true;
      column += timesOf(cell, 'columns');
    }
    if (cell.name !== 'table:table-cell') continue;
    const content = readCell(context, cell);
    const isBlank = content.html === '';
    if (cell === last && isBlank && isFiller(cell, 'columns')) continue;
    const times = Math.min(timesOf(cell, 'columns'), isBlank ? MAX_BLANK : Infinity);
    const { length } = content.html;
    for (const one of [content, ...repeat(context, content, { times, cells: 1, length })]) {
      // Cells that are covered may be missing.
      const start = Math.max(column, cells.at(-1)?.end ?? 0);
      cells.push(placed(cell, one, start));
      column = start + 1;
    }
  }
  return { cells, isCovered };
}

function placed({ attributes }: XmlElement, content: CellContent, start: number): TableCell {
  const columns = spanOf(attributes['table:number-columns-spanned']);
  const rows = spanOf(attributes['table:number-rows-spanned']);
  return { content, start, end: start + columns, goesOn: false, isMerged: rows > 1, rows };
}

function spanOf(value: string | undefined): number {
  return Math.min(Math.max(1, readWholeNumber(value) ?? 1), MAX_SPAN);
}

function timesOf({ attributes }: XmlElement, what: 'columns' | 'rows'): number {
  return Math.max(1, readWholeNumber(attributes[`table:number-${what}-repeated`]) ?? 1);
}

/** Rows of embedded sheets are filled up to the last column that there may be, and the sheet to its last row. */
function isFiller(element: XmlElement, what: 'columns' | 'rows'): boolean {
  return timesOf(element, what) > 1;
}

function readCell(context: OdtContext, cell: XmlElement): CellContent {
  const out = new TextDocumentWriter(context.budget, true);
  context.writeBlocks(cell.children, out, { indent: 0 });
  return out.finishCell();
}

/** Further copies of a cell or row, as far as all repeats of the file together stay bounded. */
function repeat<Part>(
  context: OdtContext,
  part: Part,
  { times, cells, length }: { times: number; cells: number; length: number },
): Part[] {
  const wanted = times - 1;
  if (wanted <= 0) return [];
  const copies = Math.max(0, Math.min(wanted, Math.floor(context.repeatedCells / Math.max(1, cells))));
  context.repeatedCells -= copies * cells;
  if (copies < wanted) context.warnings.add('Some repeated cells of a table were left out.');
  if (copies === 0 || !context.budget.take(copies * length)) return [];
  return Array.from({ length: copies }, () => part);
}
