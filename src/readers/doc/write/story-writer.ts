import { NestedTables } from '../../text-document/nested-tables.ts';
import { TEXT_ROLE } from '../../text-document/paragraph-role.ts';
import type { ItemMark } from '../../text-document/list-item.ts';
import { TextDocumentWriter } from '../../text-document/text-document-writer.ts';
import type { TextRuns } from '../../text-document/text-runs.ts';
import type { DocumentContext } from '../document-context.ts';
import { FieldTracker } from '../fields/field-tracker.ts';
import { roleOf } from '../formatting/role-of.ts';
import { readRowLayout } from '../formatting/row-format.ts';
import { CELL_MARK, type WordParagraph } from '../text/word-text.ts';
import { ParagraphWriter } from './paragraph-writer.ts';

const PARAGRAPH_MARK = 0x0d;
const MAX_BOX_DEPTH = 3;
/** Lists of Word 6 have no number, and all items the same one. */
const AUTO_LIST = 'auto';

/** Writes a part of the text, such as the main one or that of a footnote, as HTML. */
export class StoryWriter {
  readonly #context: DocumentContext;
  readonly #fields: FieldTracker;
  readonly #paragraphs: ParagraphWriter;
  readonly #start: number;
  readonly #end: number;
  readonly #depth: number;
  readonly #writer: TextDocumentWriter;
  readonly #tables: NestedTables;
  /** Items of an old list in a row. */
  #autoNumber = 0;

  /** `depth`: number of text boxes that it is in. */
  constructor(context: DocumentContext, start: number, end: number, { depth = 0, isNote = false } = {}) {
    this.#context = context;
    this.#depth = depth;
    this.#start = start;
    this.#end = end;
    this.#fields = new FieldTracker(context.text.text, start, end);
    this.#paragraphs = new ParagraphWriter(context, this.#fields);
    this.#writer = new TextDocumentWriter(context.budget, isNote);
    this.#tables = new NestedTables(this.#writer, context.budget);
  }

  /** Stops where the output gets too long. */
  write(): string {
    this.#read();
    return this.#writer.finish();
  }

  /** The content of a note. */
  writeNote(): string {
    this.#read();
    return this.#writer.finishCell().html;
  }

  #read(): void {
    const { budget, text } = this.#context;
    for (const paragraph of text.paragraphs(this.#start, this.#end)) {
      if (budget.isExceeded) break;
      this.#paragraphs.write(paragraph);
      if (paragraph.mark === PARAGRAPH_MARK && this.#goesOn(paragraph)) continue;
      this.#endParagraph(paragraph, this.#paragraphs.end());
    }
    const runs = this.#paragraphs.end();
    this.#tables.writerAt(this.#tables.depth).paragraph({ role: TEXT_ROLE, runs });
    this.#tables.closeTo(0);
    this.#context.losses.equations += this.#fields.embeddedEquations;
    this.#context.losses.objects ||= this.#fields.embeddedObjects > 0;
  }

  /** A deleted mark joins its paragraph with the next one; so does that of a large first letter. */
  #goesOn({ end, format }: WordParagraph): boolean {
    const { properties } = format;
    if (properties.tableDepth > 0 && (properties.isInnerCell || properties.isRowEnd)) return false;
    return properties.isDropCap || this.#context.text.charactersAt(end, format.style).isDeleted;
  }

  #endParagraph(paragraph: WordParagraph, runs: TextRuns): void {
    const { properties, sprms } = paragraph.format;
    const isCellMark = paragraph.mark === CELL_MARK;
    const depth = Math.max(properties.tableDepth, isCellMark ? 1 : 0);
    const writer = this.#tables.writerAt(depth);
    const isRowEnd = properties.isRowEnd && (isCellMark || depth > 1);
    if (!isRowEnd || !runs.isEmpty) this.#write(writer, paragraph, runs);
    if (depth === 0) return;
    if (isRowEnd) this.#tables.endRow(depth, readRowLayout(sprms, this.#context.fib.generation));
    else if (isCellMark || properties.isInnerCell) this.#tables.endCell(depth);
  }

  /** Writes a paragraph and the text boxes that are anchored in it. */
  #write(writer: TextDocumentWriter, { start, end, format }: WordParagraph, runs: TextRuns): void {
    const { properties, style } = format;
    const name = this.#context.bookmarks.nameIn(start, end);
    const { mark, indent: listIndent } = this.#markOf(format);
    // The list's own indent counts more than that of a style.
    const isOwn = properties.leftIndent !== style.paragraph.leftIndent;
    const indent = (isOwn ? undefined : listIndent) ?? properties.leftIndent ?? 0;
    const ids = name === undefined ? [] : [name];
    writer.paragraph({ role: roleOf(format), runs, mark, ids, indent, isBold: style.character.isBold });
    for (const box of this.#paragraphs.takeBoxes()) {
      // Real boxes hold none; their anchors may lead anywhere in a damaged file.
      if (this.#depth >= MAX_BOX_DEPTH) break;
      const inner = new StoryWriter(this.#context, box.start, box.end, { depth: this.#depth + 1 });
      writer.block(inner.write(), Infinity);
    }
  }

  #markOf({ properties }: WordParagraph['format']): {
    mark: ItemMark | undefined;
    indent: number | undefined;
  } {
    const { list, listLevel, autoNumber } = properties;
    const mark = this.#context.lists.next(String(list), listLevel);
    if (mark !== undefined) {
      // LibreOffice gives a list that begins anew a list of its own for its first item.
      return { mark: { ...mark, look: `${mark.type} ${mark.template}` }, indent: mark.indent };
    }
    this.#autoNumber = autoNumber === 'number' && list === 0 ? this.#autoNumber + 1 : 0;
    if (autoNumber === 'none' || list !== 0) return NO_MARK;
    const value = Math.max(1, this.#autoNumber);
    const label = autoNumber === 'number' ? `${value}.` : '';
    const shown = { type: undefined, isJoined: false, box: undefined };
    return {
      mark: { kind: autoNumber, list: AUTO_LIST, level: 0, value, label, ...shown },
      indent: undefined,
    };
  }
}

const NO_MARK = { mark: undefined, indent: undefined };
