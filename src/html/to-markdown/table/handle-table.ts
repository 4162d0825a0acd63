import * as tags from '../../tags.ts';
import type { Tree } from '../../tree.ts';
import { writeCode } from '../code/handle-code.ts';
import type { Handler } from '../handler.ts';
import { type Alignment, renderTable } from './table-grid.ts';

/** WHATWG HTML section 4.9.11 caps spans at 1000 columns and 65534 rows. */
const MAX_COLUMN_SPAN = 1000;
const MAX_ROW_SPAN = 65_534;
const TEXT_ALIGN = /text-align\s*:\s*(left|center|right)/i;

export const table: Handler = {
  open(writer, node) {
    writer.boundary();
    const kind = writer.survey.tables.get(node) ?? 'layout';
    if (kind === 'code' && writeCode(writer, node)) return false;
    writer.tables.push({ node, kind: writer.isInFlow ? kind : 'flat', rows: [] });
    return true;
  },
  close(writer) {
    writer.boundary();
    const rows = writer.tables.pop()?.rows.filter((row) => row.some(({ text }) => text !== ''));
    if (rows !== undefined && rows.length > 0) writer.block(renderTable(rows));
  },
};

export const row: Handler = {
  open(writer) {
    writer.boundary();
    const open = writer.tables.at(-1);
    if (open?.kind === 'data') open.rows.push([]);
  },
  close(writer) {
    writer.boundary();
  },
};

export const cell: Handler = {
  open(writer, node) {
    if (writer.tables.at(-1)?.kind !== 'data') return writer.space();
    writer.boundary();
    writer.place = 'cell';
    writer.placeOwner = node;
  },
  close(writer, node) {
    if (writer.placeOwner !== node) return writer.space();
    const text = writer.takeLine();
    writer.place = 'flow';
    writer.placeOwner = 0;
    const { tree } = writer;
    writer.tables
      .at(-1)
      ?.rows.at(-1)
      ?.push({
        text,
        columns: span(tree.attribute(node, 'colspan'), MAX_COLUMN_SPAN),
        rows: span(tree.attribute(node, 'rowspan'), MAX_ROW_SPAN),
        alignment: alignmentOf(tree, node),
      });
  },
};

function span(value: string | undefined, most: number): number {
  const number = Number.parseInt(value ?? '1', 10);
  return number >= 1 ? Math.min(number, most) : 1;
}

/** Of the cell, else of its row. */
function alignmentOf(tree: Tree, cellNode: number): Alignment {
  for (const node of [cellNode, tree.parent[cellNode] as number]) {
    if (tree.tag[node] === tags.TABLE) break;
    const value = tree.attribute(node, 'align') ?? TEXT_ALIGN.exec(tree.attribute(node, 'style') ?? '')?.[1];
    const name = value?.toLowerCase();
    if (name === 'left' || name === 'center' || name === 'right') return name;
  }
  return undefined;
}
