import { chosenAlternative } from '../inline/alternate-content.ts';
import { childOf, childrenOf, type XmlElement } from '../../xml/xml-element.ts';
import { toInteger, toggleOf, valueOf } from '../property-value.ts';
import { type CellContent, EMPTY_CELL } from '../../text-document/cell-content.ts';
import { EDGE_TOLERANCE, USUAL_WIDTH } from '../../text-document/table-columns.ts';
import type { TableCell, TableLook, TableRow } from '../../text-document/table-html.ts';
import type { DocxDocument } from '../story.ts';

/** Reads the blocks in a cell; one that is alone in its table is read like the text around it. */
export type ReadCell = (cell: XmlElement, isAlone: boolean) => CellContent;

export interface DocxTable {
  rows: TableRow[];
  look: TableLook;
  /** Twentieths of a point. */
  indent: number;
}

/** Columns that a cell may be said to span. */
const MAX_SPAN = 10_000;
/** Bit of `w:tblLook` for a first row that looks different (ECMA-376 part 1, section 17.4.56). */
const FIRST_ROW = 0x0020;

/** Reads a table (`w:tbl`). */
export function readTable(table: XmlElement, document: DocxDocument, readCell: ReadCell): DocxTable {
  const properties = childOf(table, 'w:tblPr');
  const rows = within(table, 'w:tr')
    .filter((row) => isShown(childOf(row, 'w:trPr')))
    .map((row) => ({ row, cells: within(row, 'w:tc') }))
    .filter(({ cells }) => cells.length > 0);
  const look = childOf(properties, 'w:tblLook')?.attributes;
  const isFirstRowSpecial =
    /^(?:1|true|on)$/.test(look?.['w:firstRow'] ?? '') ||
    (Number.parseInt(look?.['w:val'] ?? '0', 16) & FIRST_ROW) !== 0;
  const edges = edgesOf(table);
  const edgeAt = (column: number): number =>
    edges === undefined
      ? column
      : (edges[column] ?? edges.at(-1)! + (column - edges.length + 1) * USUAL_WIDTH);
  const isAlone = rows.length === 1 && rows[0]?.cells.length === 1;
  return {
    rows: rows.map(({ row, cells }) =>
      readRow(row, cells, { edgeAt, readCell: (cell) => readCell(cell, isAlone) }),
    ),
    look: {
      hasWidths: edges !== undefined,
      hasFirstRow: isFirstRowSpecial && document.styles.hasFirstRow(valueOf(properties, 'w:tblStyle')),
    },
    indent: toInteger(childOf(properties, 'w:tblInd')?.attributes['w:w']) ?? 0,
  };
}

/** Edges of the columns of the grid, twentieths of a point; undefined when most are too narrow to be columns. */
function edgesOf(table: XmlElement): number[] | undefined {
  const widths = childrenOf(childOf(table, 'w:tblGrid'), 'w:gridCol').map(({ attributes }) =>
    Number(attributes['w:w']),
  );
  const narrow = widths.filter((width) => width < EDGE_TOLERANCE).length;
  if (widths.length === 0 || narrow * 2 > widths.length || !widths.every((width) => width > 0))
    return undefined;
  const edges = [0];
  for (const width of widths) edges.push(edges.at(-1)! + width);
  return edges;
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

function readRow(
  row: XmlElement,
  cells: readonly XmlElement[],
  { edgeAt, readCell }: { edgeAt: (column: number) => number; readCell: (cell: XmlElement) => CellContent },
): TableRow {
  const properties = childOf(row, 'w:trPr');
  let column = spanOf(valueOf(properties, 'w:gridBefore'), 0);
  const read: TableCell[] = [];
  for (const cell of cells) {
    const own = childOf(cell, 'w:tcPr');
    const columns = spanOf(valueOf(own, 'w:gridSpan'), 1);
    const end = column + columns;
    const last = read.at(-1);
    if (isContinued(own, 'w:hMerge') && last !== undefined) {
      last.end = edgeAt(end);
    } else if (childOf(own, 'w:cellDel') === undefined) {
      const goesOn = isContinued(own, 'w:vMerge');
      // The content of a cell that only goes on is not shown.
      const content = goesOn ? EMPTY_CELL : readCell(cell);
      const isMerged = childOf(own, 'w:vMerge') !== undefined;
      read.push({ start: edgeAt(column), end: edgeAt(end), goesOn, isMerged, content });
    }
    column = end;
  }
  return { cells: read, isHead: toggleOf(properties, 'w:tblHeader') === true };
}

/** True for a merged cell that is not the first; a merge without a value goes on (section 17.4.84). */
function isContinued(properties: XmlElement | undefined, name: string): boolean {
  const merge = childOf(properties, name);
  return merge !== undefined && merge.attributes['w:val'] !== 'restart';
}

function spanOf(text: string | undefined, least: number): number {
  return Math.min(Math.max(toInteger(text) ?? least, least), MAX_SPAN);
}
