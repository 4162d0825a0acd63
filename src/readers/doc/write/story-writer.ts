import type { DocumentContext } from '../document-context.ts';
import { FieldTracker } from '../fields/field-tracker.ts';
import { FlowWriter, type ListPlace } from './flow-writer.ts';
import type { InlineContent } from './inline-writer.ts';
import type { ListNumber } from '../lists/list-counter.ts';
import { listTypeOf } from '../../office/number-format.ts';
import { ParagraphWriter } from './paragraph-writer.ts';
import { readRowFormat } from '../formatting/row-format.ts';
import { type TableRow, writeTable } from './table-writer.ts';
import { CELL_MARK, type Paragraph } from '../text/word-text.ts';
import { escapeText } from '../../markup.ts';

const TITLE = 62;
/** Tables of contents are a list of their own. */
const CONTENTS_LIST = -1;
const PAGE_NUMBER =
  /\t((?:<[a-z][^<>]{0,500}>){0,5})\s*(?:\d{1,6}|[xl]{0,5}(?:ix|iv|v?i{0,3}))\s*((?:<\/[a-z]{1,9}>){0,9})$/i;
const PARAGRAPH_MARK = 0x0d;
/** Longer paragraphs are no headings, whatever level they are given. */
const MAX_HEADING = 400;
const BREAK = '<br>';
/** What a paragraph or a cell costs beside its characters; more than its tags, since many small ones take more memory. */
const MARKUP_LENGTH = 30;
const MAX_BOX_DEPTH = 3;
const TEXT_LEVEL = 9;
const MAX_HTML_HEADING = 6;
/** Twips; a little indent is only looks. */
const MIN_INDENT = 200;

/** A table that is being read. */
interface OpenTable {
  rows: TableRow[];
  cells: string[];
}

/** Writes a part of the text, such as the main one or that of a footnote, as HTML. */
export class StoryWriter {
  readonly #context: DocumentContext;
  readonly #fields: FieldTracker;
  readonly #paragraphs: ParagraphWriter;
  readonly #start: number;
  readonly #end: number;
  readonly #depth: number;
  readonly #tables: OpenTable[] = [];
  /** One for the body, one for the open cell of each open table. */
  readonly #flows = [new FlowWriter()];

  /** `depth`: number of text boxes that it is in. */
  constructor(context: DocumentContext, start: number, end: number, depth = 0) {
    this.#context = context;
    this.#depth = depth;
    this.#start = start;
    this.#end = end;
    this.#fields = new FieldTracker(context.text.text, start, end);
    this.#paragraphs = new ParagraphWriter(context, this.#fields);
  }

  /** Stops where the output gets too long. */
  write(): string {
    this.#read();
    return this.#flow.end();
  }

  /** A single paragraph comes without its element. */
  writeCompact(): string {
    this.#read();
    return this.#flow.endCompact();
  }

  get #flow(): FlowWriter {
    return this.#flows.at(-1)!;
  }

  #read(): void {
    const { budget, text } = this.#context;
    for (const paragraph of text.paragraphs(this.#start, this.#end)) {
      if (budget.isExceeded) break;
      this.#paragraphs.write(paragraph);
      if (paragraph.mark === PARAGRAPH_MARK && this.#goesOn(paragraph)) continue;
      this.#endParagraph(paragraph, this.#paragraphs.end());
    }
    const rest = this.#paragraphs.end();
    if (!rest.isEmpty) this.#flow.paragraph(rest.html, undefined, false);
    while (this.#tables.length > 0) this.#closeTable();
    this.#context.losses.equations += this.#fields.embeddedEquations;
    this.#context.losses.objects ||= this.#fields.embeddedObjects > 0;
  }

  /** A deleted mark joins its paragraph with the next one; so does that of a large first letter. */
  #goesOn({ end, format }: Paragraph): boolean {
    const { properties } = format;
    if (properties.tableDepth > 0 && (properties.isInnerCell || properties.isRowEnd)) return false;
    return properties.isDropCap || this.#context.text.charactersAt(end, format.style).isDeleted;
  }

  #endParagraph(paragraph: Paragraph, content: InlineContent): void {
    const { properties, sprms } = paragraph.format;
    const isCellMark = paragraph.mark === CELL_MARK;
    const depth = Math.max(properties.tableDepth, isCellMark ? 1 : 0);
    while (this.#tables.length > depth) this.#closeTable();
    while (this.#tables.length < depth) this.#openTable();
    const table = this.#tables.at(-1);
    if (!content.isEmpty) this.#context.budget.take(content.html.length + MARKUP_LENGTH);
    const isRowEnd = properties.isRowEnd && (isCellMark || depth > 1);
    if (!isRowEnd || !content.isEmpty) this.#writeBlock(paragraph, content);
    if (table === undefined) return;
    if (isRowEnd) {
      table.rows.push({ cells: table.cells, format: readRowFormat(sprms, this.#context.fib.generation) });
      table.cells = [];
    } else if (isCellMark || properties.isInnerCell) {
      table.cells.push(this.#flow.endCompact());
      this.#context.budget.take(MARKUP_LENGTH);
      this.#flows[this.#flows.length - 1] = new FlowWriter();
    }
  }

  #openTable(): void {
    this.#tables.push({ rows: [], cells: [] });
    this.#flows.push(new FlowWriter());
  }

  /** What follows the last row's end, in a damaged file, is a row of its own. */
  #closeTable(): void {
    const table = this.#tables.pop()!;
    const rest = this.#flows.pop()!.endCompact();
    const cells = rest === '' ? table.cells : [...table.cells, rest];
    if (cells.length > 0) table.rows.push({ cells, format: { isHeader: false, edges: [], cells: [] } });
    if (table.rows.length > 0) this.#flow.blockMarkup(writeTable(table.rows), false);
  }

  #writeBlock(paragraph: Paragraph, content: InlineContent): void {
    this.#writeContent(paragraph, content);
    for (const { start, end } of this.#paragraphs.takeBoxes()) {
      // Real boxes hold none; their anchors may lead anywhere in a damaged file.
      if (this.#depth >= MAX_BOX_DEPTH) break;
      const html = new StoryWriter(this.#context, start, end, this.#depth + 1).write();
      if (html !== '') this.#flow.blockMarkup(html, true);
    }
  }

  #writeContent({ start, end, format }: Paragraph, content: InlineContent): void {
    if (content.isEmpty) {
      this.#flow.blank();
      return;
    }
    const { properties, style } = format;
    const id = this.#context.bookmarks.nameIn(start, end);
    const html = trimBreaks(content.html);
    const number = this.#nextNumber(properties.list, properties.listLevel);
    const level = properties.outlineLevel < TEXT_LEVEL ? properties.outlineLevel : style.namedLevel - 1;
    if (style.builtIn === TITLE) this.#flow.heading(1, html, id);
    else if (level >= 0 && content.text.length <= MAX_HEADING) {
      const prefix =
        number?.kind === 'number' || number?.kind === 'label' ? `${escapeText(number.text)} ` : '';
      this.#flow.heading(Math.min(level + 1, MAX_HTML_HEADING), prefix + html, id);
    } else if (style.contentsLevel > 0) {
      this.#flow.item(withoutPageNumber(html), id, placeInContents(style.contentsLevel));
    } else {
      const place = placeOf(number, properties, this.#context);
      const label = number?.kind === 'label' ? `${escapeText(number.text)} ` : '';
      if (place !== undefined) this.#flow.item(label + html, id, place);
      else if (content.isCode || (style.isCode && !content.hasMarkup)) this.#writeCode(content);
      else if (style.isQuotation) this.#flow.quote(html);
      else this.#flow.paragraph(html, id, (properties.leftIndent ?? 0) >= MIN_INDENT);
    }
  }

  /** In a cell a listing would make a layout of the table: there its lines are code. */
  #writeCode({ text }: InlineContent): void {
    if (this.#tables.length === 0) this.#flow.codeLine(text);
    else this.#flow.paragraph(codeLines(text), undefined, false);
  }

  #nextNumber(index: number, level: number): ListNumber | undefined {
    const list = this.#context.lists[index - 1];
    return list === undefined ? undefined : this.#context.counter.next(list, index, level);
  }
}

function codeLines(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => (line.trim() === '' ? '' : `<code>${escapeText(line)}</code>`));
  return trimBreaks(lines.join(BREAK));
}

/** Entries of a table of contents end with a tab and the number of their page, with or without a link. */
function withoutPageNumber(html: string): string {
  const [end, opened = '', closed = ''] = PAGE_NUMBER.exec(html) ?? [];
  if (end === undefined) return html;
  // The elements that are around the number go with it.
  const kept = closed
    .split('>')
    .slice(opened.split('<').length - 1)
    .join('>');
  return html.slice(0, -end.length) + kept;
}

function placeInContents(level: number): ListPlace {
  return { key: CONTENTS_LIST, level: level - 1, kind: 'bullet', value: 0, type: undefined, look: '' };
}

function placeOf(
  number: ListNumber | undefined,
  { list, listLevel, autoNumber }: Paragraph['format']['properties'],
  { lists }: DocumentContext,
): ListPlace | undefined {
  if (number !== undefined && number.kind !== 'none') {
    const { id, levels } = lists[list - 1]!;
    const { format, template } = levels[listLevel] ?? { format: 'decimal', template: '' };
    const look = `${format} ${template}`;
    const type = number.kind === 'number' ? listTypeOf(format) : undefined;
    return { key: id, level: listLevel, kind: number.kind, value: number.value, type, look };
  }
  if (autoNumber === 'none' || number !== undefined) return undefined;
  return { key: 0, level: 0, kind: autoNumber, value: 1, type: undefined, look: '' };
}

/** Breaks at the ends of a paragraph part nothing. */
function trimBreaks(html: string): string {
  let text = html.trim();
  while (text.startsWith(BREAK)) text = text.slice(BREAK.length).trimStart();
  while (text.endsWith(BREAK)) text = text.slice(0, -BREAK.length).trimEnd();
  return text;
}
