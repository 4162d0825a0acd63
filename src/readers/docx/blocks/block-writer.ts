import type { OutputBudget } from '../../html-writer/output-budget.ts';
import { escapeAttribute, escapeText } from '../../markup.ts';
import type { ListMark } from '../numbering/list-counters.ts';
import { spend } from '../reading-ended.ts';

/** Twentieths of a point that two indentations may differ and still be the same. */
const TOLERANCE = 70;
const LEVEL_INDENT = 720;

/** A paragraph that is ready. */
export interface WrittenParagraph {
  /** Inline HTML, or escaped text for code. */
  html: string;
  ids: readonly string[];
  /** Twentieths of a point. */
  indent: number;
}

/** An item of a list; of a table of contents with a mark of its own making. */
export type ItemMark = Pick<
  ListMark,
  'kind' | 'list' | 'level' | 'value' | 'label' | 'type' | 'box' | 'isJoined'
>;

interface OpenList {
  tag: 'ul' | 'ol';
  list: string;
  level: number;
  indent: number;
  /** Number that the next item has by itself. */
  next: number;
}

/** Writes the blocks of one text in their order, and puts together what the file has as single paragraphs: lists, code, quotes. */
export class BlockWriter {
  readonly #budget: OutputBudget;
  readonly #lists: OpenList[] = [];
  #html = '';
  #code: string[] | undefined;
  #isQuote = false;
  #blocks = 0;
  /** Inline HTML of the only paragraph so far. */
  #only: string | undefined;

  constructor(budget: OutputBudget) {
    this.#budget = budget;
  }

  /** Blocks written so far. */
  get blocks(): number {
    return this.#blocks;
  }

  /** `level` from 1 to 6. */
  addHeading(level: number, { html, ids }: WrittenParagraph): void {
    this.#endAll();
    this.#write(element(`h${level}`, html, ids));
  }

  addParagraph({ html, ids, indent }: WrittenParagraph): void {
    this.#endCode();
    this.#endQuote();
    this.#leaveLists(indent);
    const isOnly = this.#blocks === 0 && ids.length === 0;
    this.#write(element('p', html, ids));
    this.#only = isOnly ? html : undefined;
  }

  addQuote({ html, ids }: WrittenParagraph): void {
    this.#endCode();
    this.#leaveLists(0);
    if (!this.#isQuote) this.#write('<blockquote>');
    this.#isQuote = true;
    this.#write(element('p', html, ids));
  }

  /** One paragraph of code, which may hold several lines. */
  addCode({ html, indent }: WrittenParagraph): void {
    if (this.#code === undefined) {
      this.#endQuote();
      this.#leaveLists(indent);
      this.#code = [];
    }
    this.#code.push(html);
  }

  /** True when an empty paragraph is an empty line of code. */
  get isInCode(): boolean {
    return this.#code !== undefined;
  }

  addItem(mark: ItemMark, { html, ids, indent }: WrittenParagraph): void {
    this.#endCode();
    this.#endQuote();
    this.#enterItem(mark, indent);
    const { label, kind, isJoined, box } = mark;
    const tick = box === undefined ? '' : `<input type="checkbox"${box ? ' checked' : ''} disabled> `;
    const shown = kind === 'label' ? escapeText(label) + (isJoined ? '' : ' ') : '';
    this.#write(tick + anchors(ids) + shown + html);
  }

  /** Blocks that are ready, such as a table; they stay in the item of a list when they are indented like it. */
  addBlock(html: string, indent: number): void {
    if (html === '') return;
    this.#endCode();
    this.#endQuote();
    this.#leaveLists(indent);
    // What is in there has been counted.
    this.#html += html;
    this.#blocks++;
    this.#only = undefined;
  }

  addRule(): void {
    this.#endAll();
    this.#write('<hr>');
  }

  /** What has been written; a paragraph that is alone without its element when `isBare`. */
  finish(isBare = false): string {
    this.#endAll();
    return isBare && this.#only !== undefined ? this.#only : this.#html;
  }

  #write(html: string): void {
    spend(this.#budget, html.length);
    this.#html += html;
    this.#blocks++;
    this.#only = undefined;
  }

  #enterItem(mark: ItemMark, indent: number): void {
    const tag = mark.kind === 'number' ? 'ol' : 'ul';
    const shift = indent > 0 ? indent : LEVEL_INDENT * (mark.level + 1);
    const open = this.#listFor(mark, tag, shift);
    if (open !== undefined) {
      this.#write(mark.value === open.next || tag === 'ul' ? '</li><li>' : `</li><li value="${mark.value}">`);
      open.next = mark.value + 1;
      return;
    }
    this.#lists.push({ tag, list: mark.list, level: mark.level, indent: shift, next: mark.value + 1 });
    const type = tag === 'ol' && mark.type !== undefined ? ` type="${mark.type}"` : '';
    const start = tag === 'ol' && mark.value !== 1 ? ` start="${mark.value}"` : '';
    this.#write(`<${tag}${type}${start}><li>`);
  }

  /** The open list that an item goes on, with those inside of it closed; undefined when it begins one. */
  #listFor(mark: ItemMark, tag: 'ul' | 'ol', indent: number): OpenList | undefined {
    const same = this.#lists.findLastIndex(({ list, level }) => list === mark.list && level === mark.level);
    const depth = same === -1 ? this.#depthFor(mark, indent) : same;
    const open = this.#lists[depth];
    if (open === undefined || open.tag !== tag || !(same !== -1 || looksLike(open, mark, indent))) {
      this.#closeLists(depth);
      return undefined;
    }
    this.#closeLists(depth + 1);
    open.list = mark.list;
    open.level = mark.level;
    return open;
  }

  /** Number of open lists that a new list is inside of: by level in the same list, by indentation in another one. */
  #depthFor(mark: ItemMark, indent: number): number {
    let depth = this.#lists.length;
    for (; depth > 0; depth--) {
      const { list, level, indent: outer } = this.#lists[depth - 1] as OpenList;
      if (list === mark.list ? level < mark.level : outer + TOLERANCE < indent) break;
    }
    return depth;
  }

  #closeLists(keep: number): void {
    while (this.#lists.length > keep) this.#html += `</li></${this.#lists.pop()?.tag ?? 'ul'}>`;
  }

  /** Leaves the items that a block with this indentation is not part of. */
  #leaveLists(indent: number): void {
    const outside = this.#lists.findIndex((open) => open.indent > indent + TOLERANCE || open.indent <= 0);
    if (outside !== -1) this.#closeLists(outside);
  }

  #endCode(): void {
    const lines = this.#code;
    if (lines === undefined) return;
    this.#code = undefined;
    while (lines.at(-1)?.trim() === '') lines.pop();
    if (lines.length > 0) this.#write(`<pre><code>${lines.join('\n')}</code></pre>`);
  }

  #endQuote(): void {
    if (this.#isQuote) this.#html += '</blockquote>';
    this.#isQuote = false;
  }

  #endAll(): void {
    this.#endCode();
    this.#endQuote();
    this.#closeLists(0);
  }
}

/** True for a list of the file that nobody can tell from the one before it: it looks the same, and its numbers go on. */
function looksLike(open: OpenList, { list, kind, value }: ItemMark, indent: number): boolean {
  const isInPlace = open.list === list || Math.abs(open.indent - indent) <= TOLERANCE;
  return isInPlace && (kind !== 'number' || value === open.next);
}

/** An element that bookmarks lead to: the first is its id. */
function element(tag: string, html: string, [id, ...others]: readonly string[]): string {
  const attribute = id === undefined ? '' : ` id="${escapeAttribute(id)}"`;
  return `<${tag}${attribute}>${anchors(others)}${html}</${tag}>`;
}

function anchors(ids: readonly string[]): string {
  return ids.map((id) => `<a id="${escapeAttribute(id)}"></a>`).join('');
}
