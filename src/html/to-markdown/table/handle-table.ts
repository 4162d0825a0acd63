import * as tags from '../../tags.ts';
import type { Tree } from '../../tree.ts';
import { writeCode } from '../code/handle-code.ts';
import type { Handler } from '../handler.ts';
import { plainCellText } from './plain-cell.ts';
import { renderTable } from './table-grid.ts';
import { hasText, joinRow, type Alignment, type GridCell } from './table-row.ts';

/** WHATWG HTML section 4.9.11 caps spans at 1000 columns and 65534 rows. */
const MAX_COLUMN_SPAN = 1000;
const MAX_ROW_SPAN = 65_534;
const TEXT_ALIGN = /text-align\s*:\s*(left|center|right)/i;

export const table: Handler = {
  open(writer, node) {
    writer.boundary();
    const kind = writer.survey.tables.get(node) ?? 'layout';
    if (kind === 'code' && writeCode(writer, node)) return false;
    writer.tables.push({ node, kind: writer.isInFlow ? kind : 'flat', rows: [], row: undefined });
    return true;
  },
  close(writer) {
    writer.boundary();
    const rows = writer.tables.pop()?.rows.filter(hasText);
    if (rows !== undefined && rows.length > 0) writer.block(renderTable(rows));
  },
};

export const row: Handler = {
  open(writer) {
    writer.boundary();
    const open = writer.tables.at(-1);
    if (open?.kind !== 'data') return;
    open.row = [];
    open.rows.push(open.row);
  },
  close(writer) {
    writer.boundary();
    const open = writer.tables.at(-1);
    if (open?.row === undefined || open.kind !== 'data') return;
    open.rows[open.rows.length - 1] = joinRow(open.row);
    open.row = undefined;
  },
};

export const cell: Handler = {
  open(writer, node) {
    const open = writer.tables.at(-1);
    if (open?.kind !== 'data') {
      writer.space();
      return true;
    }
    writer.boundary();
    const plain = writer.isPlain ? plainCellText(writer.tree, node, writer.survey.isLeftOut) : undefined;
    if (plain !== undefined) {
      if (plain !== '') writer.lastImage = undefined;
      open.row?.push(contentOf(writer.tree, node, plain));
      return false;
    }
    writer.place = 'cell';
    writer.placeOwner = node;
    return true;
  },
  close(writer, node) {
    if (writer.placeOwner !== node) return writer.space();
    const text = writer.takeLine();
    writer.place = 'flow';
    writer.placeOwner = 0;
    writer.tables.at(-1)?.row?.push(contentOf(writer.tree, node, text));
  },
};

function contentOf(tree: Tree, node: number, text: string): GridCell {
  if (!tree.hasAttributes(node) && !tree.hasAttributes(tree.parent[node]!)) return text;
  return {
    text,
    columns: span(tree.attribute(node, 'colspan'), MAX_COLUMN_SPAN),
    rows: span(tree.attribute(node, 'rowspan'), MAX_ROW_SPAN),
    alignment: alignmentOf(tree, node),
  };
}

function span(value: string | undefined, most: number): number {
  const number = Number.parseInt(value ?? '1', 10);
  return number >= 1 ? Math.min(number, most) : 1;
}

/** Gives the alignment of the cell, else of its row. */
function alignmentOf(tree: Tree, cellNode: number): Alignment {
  for (const node of [cellNode, tree.parent[cellNode]!]) {
    if (tree.tag[node] === tags.TABLE) break;
    const value = tree.attribute(node, 'align') ?? TEXT_ALIGN.exec(tree.attribute(node, 'style') ?? '')?.[1];
    const name = value?.toLowerCase();
    if (name === 'left' || name === 'center' || name === 'right') return name;
  }
  return undefined;
}
