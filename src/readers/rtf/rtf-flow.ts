import type { OutputBudget } from '../html-writer/output-budget.ts';
import type { RowLayout } from '../text-document/row-layout.ts';
import { NestedTables } from '../text-document/nested-tables.ts';
import { TEXT_ROLE } from '../text-document/paragraph-role.ts';
import { type TextParagraph, TextDocumentWriter } from '../text-document/text-document-writer.ts';
import { TextRuns } from '../text-document/text-runs.ts';

/** The facts of a paragraph that are known at its end. */
export interface EndedParagraph extends Omit<TextParagraph, 'runs' | 'ids'> {
  /** Tables that it stands in; 0 for none. */
  nesting: number;
}

/** One text of a file, such as its body or a footnote: a row of paragraphs, from which tables are put together. */
export class RtfFlow {
  /** How many texts it stands in. */
  readonly depth: number;
  readonly #budget: OutputBudget;
  readonly #writer: TextDocumentWriter;
  readonly #tables: NestedTables;
  #runs: TextRuns;
  /** Ids of the bookmarks in the paragraph. */
  #ids: string[] = [];
  /** Blocks that are anchored to the paragraph. */
  #anchored: string[] = [];

  constructor(budget: OutputBudget, depth: number, isNote = false) {
    this.depth = depth;
    this.#budget = budget;
    this.#writer = new TextDocumentWriter(budget, isNote);
    this.#tables = new NestedTables(this.#writer, budget);
    this.#runs = new TextRuns(budget);
  }

  /** The text of the paragraph that has not ended. */
  get runs(): TextRuns {
    return this.#runs;
  }

  /** A place that links lead to. */
  target(id: string): void {
    this.#ids.push(id);
  }

  anchor(html: string): void {
    if (html !== '') this.#anchored.push(html);
  }

  endParagraph({ nesting, ...paragraph }: EndedParagraph): void {
    const depth = nesting === 0 && this.#tables.isInRow ? 1 : nesting;
    const runs = this.#runs;
    // An empty paragraph begins no table.
    if (runs.isEmpty && this.#anchored.length === 0 && this.#tables.depth < depth) return;
    this.#runs = new TextRuns(this.#budget);
    const writer = this.#tables.writerAt(depth);
    writer.paragraph({ ...paragraph, runs, ids: this.#ids.splice(0) });
    for (const html of this.#anchored.splice(0)) writer.block(html, Infinity);
  }

  /** The paragraph before it has ended. */
  endCell(nesting: number): void {
    this.#tables.endCell(Math.max(1, nesting));
  }

  endRow(nesting: number, layout: RowLayout): void {
    this.#tables.endRow(Math.max(1, nesting), layout);
  }

  /** Gives the text so far, as blocks. */
  finish(): string {
    this.#end();
    return this.#writer.finish();
  }

  /** Gives the text so far, as the content of a note. */
  finishNote(): string {
    this.#end();
    return this.#writer.finishCell().html;
  }

  #end(): void {
    if (!this.#runs.isEmpty || this.#anchored.length > 0) {
      this.endParagraph({ role: TEXT_ROLE, nesting: this.#tables.depth });
    }
    this.#tables.closeTo(0);
  }
}
