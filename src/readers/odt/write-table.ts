import { BlockWriter } from '../html-writer/block-writer.ts';
import { childrenOf, isElement, type XmlElement } from '../xml/xml-element.ts';
import { hasHeadRow } from './head-row.ts';
import { sectionsOf } from '../office/cell-headings.ts';
import { wholeNumber } from './list-styles.ts';
import type { BlockPlace, OdtContext } from './odt-context.ts';

const MAX_SPAN = 1_000;
/** Elements that only group rows (ODF 1.3 part 3, section 9.1). */
const ROW_GROUPS = new Set(['table:table-rows', 'table:table-row-group']);

interface Row {
  element: XmlElement;
  isHead: boolean;
}

/** Writes a table with its spans and head; cells that others cover are not written. */
export function writeTable(context: OdtContext, table: XmlElement, out: BlockWriter): void {
  const rows: Row[] = [];
  collectRows(table, false, rows);
  for (const section of sectionsOf(rows, outlineOf, isJoined)) {
    if ('rows' in section) writeRows(context, section.rows, out);
    else writeHeading(context, section.row, out);
  }
}

/** The cells of a row as `sectionsOf` wants to know them: '' for an empty one, and where the headings are. */
function outlineOf({ element }: Row): string[] {
  return childrenOf(element, 'table:table-cell').map((cell) => {
    const blocks = cell.children.filter(isElement);
    if (blocks.every((block) => block.name === 'text:p' && block.children.length === 0)) return '';
    if (blocks.some(({ name }) => name === 'text:h'))
      return blocks.length === 1 ? '<h1>x</h1>' : 'x<h1>x</h1>';
    return 'x';
  });
}

function isJoined({ element }: Row): boolean {
  return childrenOf(element, 'table:table-cell').some(
    ({ attributes }) => (wholeNumber(attributes['table:number-rows-spanned']) ?? 1) > 1,
  );
}

function writeHeading(context: OdtContext, { element }: Row, out: BlockWriter): void {
  const cells = childrenOf(element, 'table:table-cell');
  const headings = cells.flatMap((cell) => childrenOf(cell, 'text:h'));
  context.writeBlocks(headings, out, { isTableHead: false, isInline: false });
}

function writeRows(context: OdtContext, rows: Row[], out: BlockWriter): void {
  const [first] = rows;
  if (first?.isHead === false) {
    first.isHead = hasHeadRow(
      context,
      rows.map(({ element }) => element),
    );
  }
  // Rows further down that say they are heads would be a second head.
  const headRows = rows.findIndex(({ isHead }) => !isHead);
  const head = headRows === -1 ? rows.length : headRows;
  const areHeadingsStrong = isGrid(rows);
  out.raw('<table>');
  if (head > 0) out.raw('<thead>');
  for (const [index, { element }] of rows.entries()) {
    if (index === head && head > 0) out.raw('</thead><tbody>');
    writeRow(context, element, { isTableHead: index < head, isInline: true, areHeadingsStrong }, out);
  }
  if (head > 0) out.raw(head === rows.length ? '</thead>' : '</tbody>');
  out.raw('</table>');
}

/** Rows and columns of cells with a paragraph or heading each; anything else may be the layout of a page. */
function isGrid(rows: readonly Row[]): boolean {
  const cells = rows.map(({ element }) => element.children.filter(isElement));
  return (
    rows.length > 1 &&
    cells.some((row) => row.length > 1) &&
    cells.every((row) => row.every(({ children }) => isLine(children.filter(isElement))))
  );
}

function isLine(blocks: readonly XmlElement[]): boolean {
  return blocks.length < 2 && blocks.every(({ name }) => name === 'text:p' || name === 'text:h');
}

function collectRows(container: XmlElement, isHead: boolean, rows: Row[]): void {
  for (const child of container.children) {
    if (!isElement(child)) continue;
    if (child.name === 'table:table-row') rows.push({ element: child, isHead });
    else if (child.name === 'table:table-header-rows') collectRows(child, true, rows);
    else if (ROW_GROUPS.has(child.name)) collectRows(child, isHead, rows);
  }
}

function writeRow(context: OdtContext, row: XmlElement, place: BlockPlace, out: BlockWriter): void {
  const cells: string[] = [];
  let isBlank = true;
  const last = row.children.findLast(isElement);
  for (const cell of row.children) {
    if (!isElement(cell) || cell.name !== 'table:table-cell') continue;
    const html = writeCell(context, cell, place);
    isBlank &&= html.isBlank;
    if (cell === last && html.isBlank && isFiller(cell, 'columns')) continue;
    const repeated = wholeNumber(cell.attributes['table:number-columns-repeated']) ?? 1;
    cells.push(
      html.html,
      ...repeat(context, html.html, html.isBlank ? Math.min(repeated, 100) : repeated, 1),
    );
  }
  if (cells.length === 0 || (isBlank && isFiller(row, 'rows'))) return;
  const html = `<tr>${cells.join('')}</tr>`;
  out.raw(html);
  const repeated = isBlank ? 1 : (wholeNumber(row.attributes['table:number-rows-repeated']) ?? 1);
  for (const copy of repeat(context, html, repeated, cells.length)) out.raw(copy);
}

/** Rows of embedded sheets are filled up to the last column that there may be, and the sheet to its last row. */
function isFiller({ attributes }: XmlElement, what: 'columns' | 'rows'): boolean {
  return (wholeNumber(attributes[`table:number-${what}-repeated`]) ?? 1) > 1;
}

function writeCell(
  context: OdtContext,
  cell: XmlElement,
  place: BlockPlace,
): { html: string; isBlank: boolean } {
  const content = new BlockWriter();
  context.writeBlocks(cell.children, content, place);
  context.openLists.endTo(0, content);
  const written = content.finish();
  // Cells of a head are bold as such.
  const html = place.isTableHead ? written.replaceAll(/<\/?strong>/g, '') : written;
  const tag = place.isTableHead ? 'th' : 'td';
  const spans =
    span('colspan', cell.attributes['table:number-columns-spanned']) +
    span('rowspan', cell.attributes['table:number-rows-spanned']);
  return { html: `<${tag}${spans}>${html}</${tag}>`, isBlank: html === '' };
}

function span(name: string, value: string | undefined): string {
  const cells = wholeNumber(value) ?? 1;
  return cells > 1 ? ` ${name}="${Math.min(cells, MAX_SPAN)}"` : '';
}

/** Further copies of a cell or row, as far as all repeats of the file together stay bounded. */
function repeat(context: OdtContext, html: string, times: number, cells: number): string[] {
  const wanted = times - 1;
  if (wanted <= 0) return [];
  const copies = Math.max(0, Math.min(wanted, Math.floor(context.repeatedCells / cells)));
  context.repeatedCells -= copies * cells;
  if (copies < wanted) context.warnings.add('Some repeated cells of a table were left out.');
  if (copies === 0 || !context.budget.take(copies * html.length)) return [];
  return Array.from({ length: copies }, () => html);
}
