import { BlockWriter, type ParagraphRole } from '../html-writer/block-writer.ts';

/** An item of a list as a file without lists knows it: a paragraph with a level and a mark. */
export interface ListItem {
  /** Which list it belongs to. */
  list: number;
  /** From 0. */
  level: number;
  isNumbered: boolean;
  number: number;
}

interface OpenList extends ListItem {
  /** Of its last item, twips. */
  indent: number;
  /** Number of the next item, where none is given. */
  next: number;
}

interface HeldBlock {
  html: string;
  /** Twips. */
  indent: number;
}

const MAX_LEVEL = 8;
/** Twips; a little indent is only looks. */
const MIN_INDENT = 200;
/** Twips that two indents may differ and still be the same. */
const TOLERANCE = 70;

/** Writes paragraphs one after the other, and makes lists of those that are items. */
export class ListedBlocks {
  readonly #out = new BlockWriter();
  readonly #open: OpenList[] = [];
  /** Indented blocks after an item: they belong to it if its list goes on. */
  readonly #held: HeldBlock[] = [];

  /** `indent`: twips. */
  paragraph(role: ParagraphRole, html: string, indent: number): void {
    const [outermost] = this.#open;
    if (
      html !== '' &&
      role.type === 'text' &&
      outermost !== undefined &&
      indent >= Math.max(MIN_INDENT, outermost.indent - TOLERANCE)
    ) {
      this.#held.push({ html: `<p>${html}</p>`, indent });
      return;
    }
    // Empty paragraphs between items are distance.
    if (html !== '') this.#endLists();
    this.#out.paragraph(role, html);
  }

  /** `indent`: twips. */
  item(item: ListItem, html: string, indent: number): void {
    const level = Math.min(MAX_LEVEL, Math.max(0, item.level));
    if (this.#goesOn(item, level)) this.#writeHeld();
    else if (this.#held.length > 0) this.#endLists();
    this.#closeLists(level);
    const same = this.#open.at(-1);
    if (same !== undefined && same.level === level && !isSameList(same, item)) this.#closeLists(level - 1);
    const open = this.#open.at(-1);
    if (open !== undefined && open.level === level) {
      this.#out.raw(
        item.isNumbered && item.number !== open.next ? `</li><li value="${item.number}">` : '</li><li>',
      );
      open.next = item.number + 1;
      open.indent = indent;
    } else {
      const start = item.isNumbered && item.number !== 1 ? ` start="${item.number}"` : '';
      this.#out.raw(item.isNumbered ? `<ol${start}><li>` : '<ul><li>');
      this.#open.push({ ...item, level, indent, next: item.number + 1 });
    }
    this.#out.raw(html);
  }

  /** Markup that stands between paragraphs, such as a table. */
  raw(html: string): void {
    this.#endLists();
    this.#out.raw(html);
  }

  /** Markup that belongs to the paragraph before. */
  append(html: string): void {
    const held = this.#held.at(-1);
    if (held === undefined) this.#out.raw(html);
    else this.#held.push({ html, indent: held.indent });
  }

  finish(): string {
    this.#endLists();
    return this.#out.finish();
  }

  /** Whether an item goes on one of the open lists, or stands in it. */
  #goesOn(item: ListItem, level: number): boolean {
    const open = this.#open.findLast((list) => list.level <= level);
    return open !== undefined && (open.level < level || isSameList(open, item));
  }

  /** Writes each of the blocks into the item that it is indented like. */
  #writeHeld(): void {
    for (const { html, indent } of this.#held.splice(0)) {
      const level = this.#open.findLast((list) => list.indent <= indent + TOLERANCE)?.level;
      if (level !== undefined) this.#closeLists(level);
      this.#out.raw(html);
    }
  }

  #endLists(): void {
    this.#closeLists(-1);
    for (const { html } of this.#held.splice(0)) this.#out.raw(html);
  }

  /** Closes the lists below a level. */
  #closeLists(level: number): void {
    for (let last = this.#open.at(-1); last !== undefined && last.level > level; last = this.#open.at(-1)) {
      this.#out.raw(last.isNumbered ? '</li></ol>' : '</li></ul>');
      this.#open.pop();
    }
  }
}

function isSameList(one: ListItem, other: ListItem): boolean {
  return one.isNumbered === other.isNumbered && (one.list === other.list || !one.isNumbered);
}
