import type { OutputBudget } from '../html-writer/output-budget.ts';
import type { CellContent } from './cell-content.ts';
import { layOutRows, NO_LAYOUT, type ReadRow, type RowLayout } from './row-layout.ts';
import { TextDocumentWriter } from './text-document-writer.ts';

interface OpenTable {
  rows: ReadRow[];
  /** Cells of the row that has not ended. */
  cells: CellContent[];
  cell: TextDocumentWriter;
}

/** Tables nest no deeper in any real file; what is deeper is put into the innermost. */
const MAX_DEPTH = 30;

/** The tables that are open, one in the other, of files that have them cell by cell and say how deep each paragraph is. */
export class NestedTables {
  readonly #body: TextDocumentWriter;
  readonly #budget: OutputBudget;
  readonly #tables: OpenTable[] = [];

  constructor(body: TextDocumentWriter, budget: OutputBudget) {
    this.#body = body;
    this.#budget = budget;
  }

  get depth(): number {
    return this.#tables.length;
  }

  /** True in a row whose first cell has ended. */
  get isInRow(): boolean {
    return (this.#tables[0]?.cells.length ?? 0) > 0;
  }

  /** Where paragraphs that stand in so many tables go; opens these, and ends those that they do not stand in. */
  writerAt(depth: number): TextDocumentWriter {
    const wanted = Math.min(depth, MAX_DEPTH);
    this.closeTo(wanted);
    while (this.#tables.length < wanted) {
      this.#tables.push({ rows: [], cells: [], cell: new TextDocumentWriter(this.#budget, true) });
    }
    return this.#tables.at(-1)?.cell ?? this.#body;
  }

  endCell(depth: number): void {
    this.writerAt(depth);
    const table = this.#tables.at(-1);
    if (table === undefined) return;
    table.cells.push(table.cell.finishCell());
    table.cell = new TextDocumentWriter(this.#budget, true);
  }

  endRow(depth: number, layout: RowLayout): void {
    if (this.#tables.length < Math.min(depth, MAX_DEPTH)) return;
    this.closeTo(Math.min(depth, MAX_DEPTH));
    const table = this.#tables.at(-1);
    if (table === undefined) return;
    endRest(table);
    if (table.cells.length > 0) table.rows.push({ cells: table.cells, layout });
    table.cells = [];
  }

  /** Ends tables; what follows the last end of a row, in a damaged file, is a row of its own. */
  closeTo(depth: number): void {
    while (this.#tables.length > depth) {
      const table = this.#tables.pop()!;
      endRest(table);
      if (table.cells.length > 0) table.rows.push({ cells: table.cells, layout: NO_LAYOUT });
      const outer = this.#tables.at(-1)?.cell ?? this.#body;
      outer.table(layOutRows(table.rows), { hasWidths: true, hasFirstRow: false });
    }
  }
}

function endRest(table: OpenTable): void {
  if (!table.cell.isEmpty) table.cells.push(table.cell.finishCell());
}
