import { chosenAlternative } from '../inline/alternate-content.ts';
import { childOf, childrenOf, type XmlElement } from '../../xml/xml-element.ts';
import { toInteger, toggleOf, valueOf } from '../property-value.ts';
import { spend } from '../reading-ended.ts';
import type { DocxDocument } from '../story.ts';
import { type TableCell, type TableRow, tableHtml } from './table-html.ts';
import { withoutNarrowColumns } from './narrow-columns.ts';
import type { ParagraphPlace } from './write-paragraph.ts';

/** Gives the HTML of the blocks in a cell. */
export type ReadCell = (cell: XmlElement, place: ParagraphPlace) => string;

/** Columns that a cell may be said to span. */
const MAX_SPAN = 10_000;
/** Bit of `w:tblLook` for a first row that looks different (ECMA-376 part 1, section 17.4.56). */
const FIRST_ROW = 0x0020;

/**
 * Reads a table (`w:tbl`). A table of a single cell only frames what is in it, and gives that alone. `indent` is that of
 * the table, in twentieths of a point.
 */
export function readTable(
  table: XmlElement,
  document: DocxDocument,
  readCell: ReadCell,
): { html: string; indent: number } {
  const properties = childOf(table, 'w:tblPr');
  const indent = toInteger(childOf(properties, 'w:tblInd')?.attributes['w:w']) ?? 0;
  const rows = within(table, 'w:tr')
    .filter((row) => isShown(childOf(row, 'w:trPr')))
    .map((row) => ({ row, cells: within(row, 'w:tc') }))
    .filter(({ cells }) => cells.length > 0);
  const [first] = rows;
  if (first === undefined) return { html: '', indent };
  if (rows.length === 1 && first.cells.length === 1) {
    return { html: readCell(first.cells[0] as XmlElement, 'flow'), indent };
  }
  const look = childOf(properties, 'w:tblLook')?.attributes;
  const isFirstRowSpecial =
    /^(?:1|true|on)$/.test(look?.['w:firstRow'] ?? '') ||
    (Number.parseInt(look?.['w:val'] ?? '0', 16) & FIRST_ROW) !== 0;
  const html = tableHtml(
    withoutNarrowColumns(
      rows.map(({ row, cells }) => readRow(row, cells, readCell)),
      gridOf(table),
    ),
    isFirstRowSpecial && document.styles.hasFirstRow(valueOf(properties, 'w:tblStyle')),
  );
  spend(document.budget, rows.length * '<tr></tr>'.length);
  return { html, indent };
}

/** Widths of the columns of the grid, twentieths of a point; NaN for one that has none. */
function gridOf(table: XmlElement): number[] {
  return childrenOf(childOf(table, 'w:tblGrid'), 'w:gridCol').map(({ attributes }) =>
    Number(attributes['w:w']),
  );
}

/** Not deleted, and not hidden. */
function isShown(properties: XmlElement | undefined): boolean {
  return childOf(properties, 'w:del') === undefined && toggleOf(properties, 'w:hidden') !== true;
}

/** Rows of a table or cells of a row, also those inside of content controls and the like. */
function within(parent: XmlElement, name: string): XmlElement[] {
  const found: XmlElement[] = [];
  const visit = (element: XmlElement): void => {
    for (const child of element.children) {
      if (typeof child === 'string') continue;
      if (child.name === name) found.push(child);
      else if (child.name === 'mc:AlternateContent') visit(chosenAlternative(child) ?? child);
      else if (/^w:(?:sdt|sdtContent|customXml|ins|moveTo|smartTag)$/.test(child.name)) visit(child);
    }
  };
  visit(parent);
  return found;
}

function readRow(row: XmlElement, cells: readonly XmlElement[], readCell: ReadCell): TableRow {
  const properties = childOf(row, 'w:trPr');
  let column = spanOf(valueOf(properties, 'w:gridBefore'), 0);
  const read: TableCell[] = [];
  for (const cell of cells) {
    const own = childOf(cell, 'w:tcPr');
    const columns = spanOf(valueOf(own, 'w:gridSpan'), 1);
    const end = column + columns;
    const last = read.at(-1);
    if (isContinued(own, 'w:hMerge') && last !== undefined) {
      last.end = end;
    } else if (childOf(own, 'w:cellDel') === undefined) {
      const goesOn = isContinued(own, 'w:vMerge');
      // The content of a cell that only goes on is not shown.
      const html = goesOn ? '' : readCell(cell, 'cell');
      read.push({ start: column, end, goesOn, isMerged: childOf(own, 'w:vMerge') !== undefined, html });
    }
    column = end;
  }
  return { cells: read, isHeader: toggleOf(properties, 'w:tblHeader') === true };
}

/** True for a merged cell that is not the first; a merge without a value goes on (section 17.4.84). */
function isContinued(properties: XmlElement | undefined, name: string): boolean {
  const merge = childOf(properties, name);
  return merge !== undefined && merge.attributes['w:val'] !== 'restart';
}

function spanOf(text: string | undefined, least: number): number {
  return Math.min(Math.max(toInteger(text) ?? least, least), MAX_SPAN);
}
