import { BlockWriter } from '../html-writer/block-writer.ts';
import { isElement, type XmlElement } from '../xml/xml-element.ts';
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
  if (rows[0] !== undefined && !rows[0].isHead && isHeadRow(context, rows[0].element)) rows[0].isHead = true;
  // Rows further down that say they are heads would be a second head.
  const headRows = rows.findIndex(({ isHead }) => !isHead);
  const head = headRows === -1 ? rows.length : headRows;
  out.raw('<table>');
  if (head > 0) out.raw('<thead>');
  for (const [index, { element }] of rows.entries()) {
    if (index === head && head > 0) out.raw('</thead><tbody>');
    writeRow(context, element, index < head, out);
  }
  if (head > 0) out.raw(head === rows.length ? '</thead>' : '</tbody>');
  out.raw('</table>');
}

function collectRows(container: XmlElement, isHead: boolean, rows: Row[]): void {
  for (const child of container.children) {
    if (!isElement(child)) continue;
    if (child.name === 'table:table-row') rows.push({ element: child, isHead });
    else if (child.name === 'table:table-header-rows') collectRows(child, true, rows);
    else if (ROW_GROUPS.has(child.name)) collectRows(child, isHead, rows);
  }
}

function writeRow(context: OdtContext, row: XmlElement, isHead: boolean, out: BlockWriter): void {
  const place: BlockPlace = { isTableHead: isHead, isInline: true };
  const cells: string[] = [];
  let isBlank = true;
  for (const cell of row.children) {
    if (!isElement(cell) || cell.name !== 'table:table-cell') continue;
    const html = writeCell(context, cell, place);
    isBlank &&= html.isBlank;
    const repeated = wholeNumber(cell.attributes['table:number-columns-repeated']) ?? 1;
    cells.push(
      html.html,
      ...repeat(context, html.html, html.isBlank ? Math.min(repeated, 100) : repeated, 1),
    );
  }
  if (cells.length === 0) return;
  const html = `<tr>${cells.join('')}</tr>`;
  out.raw(html);
  const repeated = isBlank ? 1 : (wholeNumber(row.attributes['table:number-rows-repeated']) ?? 1);
  for (const copy of repeat(context, html, repeated, cells.length)) out.raw(copy);
}

function writeCell(
  context: OdtContext,
  cell: XmlElement,
  place: BlockPlace,
): { html: string; isBlank: boolean } {
  const content = new BlockWriter();
  context.writeBlocks(cell.children, content, place);
  const html = content.finish();
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

/** The first row of tables whose paragraphs all have the style for heads. */
function isHeadRow(context: OdtContext, row: XmlElement): boolean {
  const paragraphs = row.children
    .filter(isElement)
    .flatMap((cell) => cell.children)
    .filter(isElement);
  return (
    paragraphs.length > 0 &&
    paragraphs.every(
      ({ name, attributes }) =>
        name === 'text:p' &&
        context.styles.resolve('paragraph', attributes['text:style-name'] ?? '').isTableHeading,
    )
  );
}
