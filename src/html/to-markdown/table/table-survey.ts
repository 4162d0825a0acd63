import * as tags from '../../tags.ts';
import type { Tree } from '../../tree.ts';
import { isGutter } from '../code/gutter.ts';

/** data: written as a table; layout: its cells are blocks of the page; code: a listing with line numbers beside it. */
export type TableKind = 'data' | 'layout' | 'code';

interface OpenTable {
  readonly node: number;
  rows: number;
  cells: number;
  mostCells: number;
  hasHeader: boolean;
  isDeclaredLayout: boolean;
  hasBlocks: boolean;
  hasGutter: boolean;
  hasCode: boolean;
}

/** Elements that stand in a cell only when the table lays out a page. */
const LAYOUT_CONTENT = new Set([
  tags.TABLE,
  tags.H1,
  tags.H2,
  tags.H3,
  tags.H4,
  tags.H5,
  tags.H6,
  tags.PRE,
  tags.BLOCKQUOTE,
  tags.HR,
  tags.FORM,
  tags.ARTICLE,
  tags.SECTION,
  tags.NAV,
  tags.MAIN,
  tags.HEADER,
  tags.FOOTER,
  tags.FIGURE,
]);
const CODE_TABLE = /(?:^|\s)(?:lntable|highlighttable|rouge-table|hljs-ln)(?:\s|$)/;
const CODE_CELL = /(?:^|\s)(?:code|blob-code|hljs-ln-code|highlight__code|js-file-line)(?:\s|$)/;

/** Tells tables of data from tables that lay out a page, while the survey walks by. */
export class TableSurvey {
  readonly kinds = new Map<number, TableKind>();
  readonly #tree: Tree;
  readonly #open: OpenTable[] = [];

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  see(node: number, tag: number): void {
    if (this.#open.length === 0 && tag !== tags.TABLE) return;
    let table = this.#open.at(-1);
    while (table !== undefined && node >= this.#tree.end[table.node]!) {
      this.#close();
      table = this.#open.at(-1);
    }
    if (table !== undefined) this.#note(table, node, tag);
    if (tag === tags.TABLE) this.#open.push(this.#start(node));
  }

  finish(): ReadonlyMap<number, TableKind> {
    while (this.#open.length > 0) this.#close();
    return this.kinds;
  }

  #start(node: number): OpenTable {
    const role = this.#tree.attribute(node, 'role');
    return {
      node,
      rows: 0,
      cells: 0,
      mostCells: 0,
      hasHeader: role === 'table' || role === 'grid',
      isDeclaredLayout: role === 'presentation' || role === 'none',
      hasBlocks: false,
      hasGutter: CODE_TABLE.test(this.#tree.attribute(node, 'class') ?? ''),
      hasCode: false,
    };
  }

  #note(table: OpenTable, node: number, tag: number): void {
    if (tag === tags.TR) {
      table.rows++;
      table.cells = 0;
    } else if (tag === tags.TD || tag === tags.TH) {
      this.#noteCell(table, node, tag);
    } else if (tag === tags.THEAD || tag === tags.CAPTION) {
      table.hasHeader = true;
    } else if (tag === tags.CODE || tag === tags.PRE) {
      table.hasCode = true;
      if (tag === tags.PRE) table.hasBlocks = true;
    } else if (LAYOUT_CONTENT.has(tag)) {
      table.hasBlocks = true;
    }
  }

  #noteCell(table: OpenTable, node: number, tag: number): void {
    table.mostCells = Math.max(table.mostCells, ++table.cells);
    const hasAttributes = this.#tree.hasAttributes(node);
    if (hasAttributes && isGutter(this.#tree, node)) table.hasGutter = true;
    else if (tag === tags.TH) table.hasHeader = true;
    else if (hasAttributes && CODE_CELL.test(this.#tree.attribute(node, 'class') ?? '')) table.hasCode = true;
  }

  #close(): void {
    const table = this.#open.pop();
    if (table !== undefined) this.kinds.set(table.node, kindOf(table));
  }
}

function kindOf(table: OpenTable): TableKind {
  if (table.hasGutter && table.hasCode) return 'code';
  if (table.isDeclaredLayout) return 'layout';
  if (table.hasHeader) return 'data';
  return table.rows < 2 || table.mostCells < 2 || table.hasBlocks ? 'layout' : 'data';
}
