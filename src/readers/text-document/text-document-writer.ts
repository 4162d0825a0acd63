import type { OutputBudget } from '../html-writer/output-budget.ts';
import { escapeAttribute, escapeText } from '../markup.ts';
import { EMPTY_CELL, type CellContent } from './cell-content.ts';
import { contentsMark, type ItemMark } from './list-item.ts';
import { STRONG_MARK } from './marks.ts';
import { OpenLists } from './open-lists.ts';
import type { ParagraphRole } from './paragraph-role.ts';
import { tableHtml, type TableLook, type TableRow } from './table-html.ts';
import type { TextRuns } from './text-runs.ts';

/** A paragraph that is ready, as the file means it. */
export interface TextParagraph {
  role: ParagraphRole;
  runs: TextRuns;
  /** The mark of a list's item, or the number of a heading. */
  mark?: ItemMark | undefined;
  /** HTML ids of the places in it that links lead to. */
  ids?: readonly string[];
  /** Where its lines begin, twentieths of a point. */
  indent?: number;
  /** Its style is bold, which is no emphasis in it. */
  isBold?: boolean;
}

interface WrittenLine {
  tag: string;
  html: string;
  paragraph: TextParagraph;
}

/** Longer paragraphs are no headings, whatever the file says. */
const MAX_HEADING = 400;
/** Longer paragraphs in a typewriter font are text. */
const MAX_CODE = 300;
/** More empty lines in a row are only space. */
const MAX_BLANK_LINES = 50;
/** The cost of a block beside its text; more than its tags, since many small blocks take more memory. */
const BLOCK_LENGTH = 30;

/**
 * Writes the paragraphs, lists, tables and groups of one text as HTML: of a body, of a note, of a cell. It knows what it
 * has written: nobody has to read its HTML again.
 */
export class TextDocumentWriter {
  readonly #budget: OutputBudget;
  readonly #isCell: boolean;
  readonly #lists = new OpenLists();
  #html = '';
  #blocks = 0;
  #code: string[] | undefined;
  /** Empty lines after code, which belong to it if more follows. */
  #blankLines = 0;
  #isQuote = false;
  /** Places of paragraphs without text. */
  #ids: string[] = [];
  /** The only paragraph of a cell so far. */
  #only: WrittenLine | undefined;
  #headings = 0;
  #isBold = true;

  /** `isCell`: it is given no blocks that would make a layout of its table, and keeps what the table has to know of it. */
  constructor(budget: OutputBudget, isCell = false) {
    this.#budget = budget;
    this.#isCell = isCell;
  }

  get isEmpty(): boolean {
    return this.#blocks === 0 && this.#code === undefined;
  }

  /** False for a paragraph that shows nothing; its places are those of the next one. */
  paragraph(given: TextParagraph): boolean {
    for (const id of given.ids ?? []) this.#ids.push(id);
    if (given.runs.isEmpty) {
      if (this.#code !== undefined) this.#blankLines++;
      return false;
    }
    const ids = this.#ids;
    this.#ids = [];
    this.#budget.take(BLOCK_LENGTH);
    this.#writeParagraph({ ...given, ids });
    return true;
  }

  rule(): void {
    this.#endAll();
    this.#write('<hr>');
  }

  /** Blocks that are ready, such as a text in a box; they stay in the item of a list when they are indented like it. */
  block(html: string, indent = 0): void {
    if (html === '') return;
    this.#leaveGroups(indent);
    this.#isBold = false;
    this.#write(html);
  }

  /** A table of a single cell only frames what is in it, and gives that alone. */
  table(rows: readonly TableRow[], look: TableLook, indent = 0): void {
    const filled = rows.filter(({ cells }) => cells.length > 0);
    const [first] = filled;
    if (first === undefined) return;
    const { content } = first.cells[0]!;
    const isFrame = filled.length === 1 && first.cells.length === 1;
    this.#budget.take(filled.length * BLOCK_LENGTH);
    this.block(isFrame ? content.blocks : tableHtml(filled, look), indent);
    const hasHeading = filled.some(({ cells }) =>
      cells.some(({ content: { headings } }) => headings !== 'none'),
    );
    if (hasHeading) this.#headings++;
  }

  /** Gives the text so far, as blocks. */
  finish(): string {
    this.#endAll();
    return this.#html;
  }

  /** Gives the text so far, as the content of a cell or note. */
  finishCell(): CellContent {
    const code = this.#blocks === 0 ? this.#code?.join('\n') : undefined;
    if (code !== undefined) return codeCell(code);
    this.#endAll();
    const blocks = this.#html;
    const isBold = this.#isBold && this.#blocks > 0;
    if (this.#only !== undefined) return lineCell(this.#only, blocks, isBold);
    const headings = this.#headings > 0 ? 'among others' : 'none';
    return { html: blocks, blocks, plain: blocks, strong: blocks, isBold, isLine: blocks === '', headings };
  }

  #writeParagraph(paragraph: TextParagraph): void {
    const { role, runs, mark, indent = 0 } = paragraph;
    if (role.type === 'heading' && runs.length <= MAX_HEADING) {
      this.#endAll();
      this.#writeElement(`h${role.level}`, labelOf(mark) + runs.toHtml(runs.look, true), paragraph);
      this.#headings++;
    } else if (role.type === 'contents') {
      runs.dropPageNumber();
      this.#writeItem(contentsMark(role.level - 1), runs.toHtml(0, true), paragraph);
    } else if (mark !== undefined) {
      this.#writeItem(mark, runs.toHtml(), paragraph);
    } else if (isCode(paragraph, this.#isCell)) {
      this.#writeCode(runs.toCode(), indent);
    } else if (role.type === 'quote') {
      this.#writeQuote(paragraph);
    } else {
      this.#leaveGroups(indent);
      this.#writeElement('p', runs.toHtml(), paragraph);
    }
  }

  #writeItem(mark: ItemMark, html: string, { ids, role, indent = 0 }: TextParagraph): void {
    this.#endCode();
    this.#endQuote();
    const tags = this.#lists.enter(mark, role.type === 'contents' ? 0 : indent);
    const tick =
      mark.box === undefined ? '' : `<input type="checkbox"${mark.box ? ' checked' : ''} disabled> `;
    this.#isBold = false;
    this.#write(tags + tick + anchors(ids) + (mark.kind === 'label' ? labelOf(mark) : '') + html);
  }

  #writeCode(code: string, indent: number): void {
    if (this.#code === undefined) this.#leaveGroups(indent);
    this.#code ??= [];
    for (let line = Math.min(this.#blankLines, MAX_BLANK_LINES); line > 0; line--) this.#code.push('');
    this.#code.push(code);
    this.#blankLines = 0;
  }

  #writeQuote(paragraph: TextParagraph): void {
    this.#endCode();
    if (!this.#isQuote) this.#write(`${this.#lists.leave(0)}<blockquote>`);
    this.#isQuote = true;
    this.#writeElement('p', paragraph.runs.toHtml(), paragraph);
  }

  #writeElement(tag: string, html: string, paragraph: TextParagraph): void {
    const { ids, runs, isBold = false } = paragraph;
    this.#isBold &&= isBold || runs.isStrong;
    this.#write(element(tag, html, ids));
    if (this.#isCell && this.#blocks === 1) this.#only = { tag, html, paragraph };
  }

  #write(html: string): void {
    this.#html += html;
    this.#blocks++;
    this.#only = undefined;
  }

  /** Ends what a block with this indentation is no part of. */
  #leaveGroups(indent: number): void {
    this.#endCode();
    this.#endQuote();
    this.#html += this.#lists.leave(indent);
  }

  #endCode(): void {
    const code = this.#code?.join('\n');
    this.#code = undefined;
    this.#blankLines = 0;
    if (code === undefined) return;
    this.#isBold = false;
    this.#write(this.#isCell ? `<p>${codeLines(code)}</p>` : listing(code));
  }

  #endQuote(): void {
    if (this.#isQuote) this.#html += '</blockquote>';
    this.#isQuote = false;
  }

  #endAll(): void {
    this.#endCode();
    this.#endQuote();
    this.#html += this.#lists.leaveAll();
  }
}

/** Paragraphs of a style for code, and those that are all in a typewriter font; in a cell such a font is but a look. */
function isCode({ role, runs }: TextParagraph, isCell: boolean): boolean {
  if (role.type === 'code') return !runs.hasAtom;
  if (role.type !== 'text' || isCell || !runs.isCode) return false;
  return runs.length <= MAX_CODE || runs.hasBreak;
}

/** A cell with one paragraph or heading; it keeps its element where that has a meaning. */
function lineCell({ tag, html, paragraph }: WrittenLine, blocks: string, isBold: boolean): CellContent {
  const { ids, mark, runs } = paragraph;
  const wrap = (content: string): string => (ids?.[0] === undefined ? content : element('p', content, ids));
  const isHeading = tag !== 'p';
  const content =
    isHeading || runs.isStrong ? labelOf(isHeading ? mark : undefined) + runs.toHtml(STRONG_MARK) : html;
  return {
    html: isHeading ? blocks : wrap(html),
    blocks,
    plain: wrap(content),
    strong: isHeading ? wrap(`<strong>${content}</strong>`) : html,
    isBold,
    isLine: true,
    headings: isHeading ? 'alone' : 'none',
  };
}

function codeCell(code: string): CellContent {
  const html = codeLines(code);
  return { ...EMPTY_CELL, html, blocks: listing(code), plain: html };
}

function listing(code: string): string {
  return `<pre><code>${code}</code></pre>`;
}

/** A listing in a cell would make a layout of its table: there its lines are code. */
function codeLines(code: string): string {
  return code
    .split('\n')
    .map((line) => (line.trim() === '' ? '' : `<code>${line}</code>`))
    .join('<br>');
}

/** The number of a heading, or of an item whose number HTML cannot show, is part of its text. */
function labelOf(mark: ItemMark | undefined): string {
  if (mark === undefined || mark.label === '') return '';
  return escapeText(mark.label) + (mark.isJoined ? '' : ' ');
}

/** An element that links lead to: the first of its places is its id. */
function element(tag: string, html: string, [id, ...others]: readonly string[] = []): string {
  const attribute = id === undefined ? '' : ` id="${escapeAttribute(id)}"`;
  return `<${tag}${attribute}>${anchors(others)}${html}</${tag}>`;
}

function anchors(ids: readonly string[] = []): string {
  return ids.map((id) => `<a id="${escapeAttribute(id)}"></a>`).join('');
}
