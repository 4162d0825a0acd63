import { TEXT_ROLE, type ParagraphRole } from '../html-writer/block-writer.ts';
import { InlineWriter, type RunStyle } from '../html-writer/inline-writer.ts';
import type { OutputBudget } from '../html-writer/output-budget.ts';
import { ListedBlocks, type ListItem } from './listed-blocks.ts';
import type { RowDefinition } from './row-definition.ts';
import { tableHtml, type RtfRow } from './table-html.ts';

/** What a paragraph is, as its end tells. */
export interface EndedParagraph {
  role: ParagraphRole;
  item: ListItem | undefined;
  /** HTML before the text of a heading: its number. */
  label: string;
  /** Where its lines begin, twips. */
  indent: number;
  /** Tables that it stands in; 0 for none. */
  nesting: number;
}

interface OpenTable {
  rows: RtfRow[];
  /** Cells of the row that is not ended yet. */
  cells: string[];
  cell: ListedBlocks;
  isCellEmpty: boolean;
}

/** What code cannot have in it. */
const OBJECT = /<(?:img|math)\b|<a href="#fn/;
/** Tables nest no deeper in any real file; what is deeper is put into the innermost. */
const MAX_NESTING = 20;
const NO_DEFINITION: RowDefinition = { left: 0, isHead: false, cells: [] };

/** One text of a file, such as its body or a footnote: a row of paragraphs, from which tables are put together. */
export class RtfFlow {
  /** How many texts it stands in. */
  readonly depth: number;
  readonly #inline: InlineWriter;
  readonly #blocks = new ListedBlocks();
  readonly #tables: OpenTable[] = [];
  readonly #targets: string[] = [];
  /** Blocks that are anchored to the paragraph. */
  #anchored: string[] = [];

  constructor(budget: OutputBudget, depth: number) {
    this.depth = depth;
    this.#inline = new InlineWriter(budget);
  }

  text(text: string, style: RunStyle): void {
    this.#inline.text(text, style);
  }

  atom(html: string, style: RunStyle): void {
    this.#inline.atom(html, style);
  }

  lineBreak(): void {
    this.#inline.lineBreak();
  }

  /** A place that links lead to; an empty paragraph leaves it to the next one. */
  target(html: string): void {
    this.#targets.push(html);
  }

  anchor(html: string): void {
    if (html !== '') this.#anchored.push(html);
  }

  /** True inside a row whose first cell has ended. */
  get isInRow(): boolean {
    return (this.#tables[0]?.cells.length ?? 0) > 0;
  }

  endParagraph({ role, item, label, indent, nesting }: EndedParagraph): void {
    const level = nesting === 0 && this.isInRow ? 1 : nesting;
    const isListing = level === 0 && item === undefined && role.type === 'text' && this.#inline.isAllCode;
    const mayBeCode = isListing || role.type === 'code';
    const written = this.#inline.finish(mayBeCode);
    const isCode = mayBeCode && !OBJECT.test(written);
    const html = written === '' || isCode ? written : this.#targets.splice(0).join('') + label + written;
    const anchored = this.#anchored.splice(0);
    if (html === '' && anchored.length === 0 && level > 0 && this.#tables.length < level) return;
    const blocks = this.#blocksAt(level);
    if (item !== undefined && role.type === 'text') {
      if (html !== '') blocks.item(item, html, indent);
    } else {
      blocks.paragraph(isCode ? { type: 'code' } : role.type === 'code' ? TEXT_ROLE : role, html, indent);
    }
    for (const block of anchored) blocks.append(block);
  }

  /** The paragraph before it has ended. */
  endCell(nesting: number): void {
    const level = Math.min(Math.max(1, nesting), MAX_NESTING);
    this.#blocksAt(level);
    const table = this.#tables[level - 1] as OpenTable;
    table.cells.push(table.cell.finish());
    table.cell = new ListedBlocks();
    table.isCellEmpty = true;
  }

  endRow(nesting: number, definition: RowDefinition): void {
    const level = Math.min(Math.max(1, nesting), MAX_NESTING);
    if (this.#tables.length < level) return;
    this.#closeTables(level);
    const table = this.#tables[level - 1] as OpenTable;
    if (!table.isCellEmpty) this.endCell(level);
    if (table.cells.length > 0) table.rows.push({ cells: table.cells, definition });
    table.cells = [];
  }

  finish(): string {
    if (!this.#inline.isEmpty || this.#anchored.length > 0) {
      this.endParagraph({
        role: { type: 'text' },
        item: undefined,
        label: '',
        indent: 0,
        nesting: this.#tables.length,
      });
    }
    this.#closeTables(0);
    return this.#blocks.finish();
  }

  /** Where paragraphs go; opens the tables that they stand in, and ends those that they do not. */
  #blocksAt(nesting: number): ListedBlocks {
    const level = Math.min(nesting, MAX_NESTING);
    this.#closeTables(level);
    while (this.#tables.length < level) {
      const outer = this.#tables.at(-1);
      if (outer !== undefined) outer.isCellEmpty = false;
      this.#tables.push({ rows: [], cells: [], cell: new ListedBlocks(), isCellEmpty: true });
    }
    const table = this.#tables.at(-1);
    if (table === undefined) return this.#blocks;
    table.isCellEmpty = false;
    return table.cell;
  }

  #closeTables(level: number): void {
    while (this.#tables.length > level) {
      const table = this.#tables.at(-1) as OpenTable;
      // A file that was cut off, or a table inside that has no ends of rows.
      if (!table.isCellEmpty) table.cells.push(table.cell.finish());
      if (table.cells.length > 0) table.rows.push({ cells: table.cells, definition: NO_DEFINITION });
      this.#tables.pop();
      const target = this.#tables.at(-1)?.cell ?? this.#blocks;
      if (table.rows.length > 0) target.raw(tableHtml(table.rows));
    }
  }
}
