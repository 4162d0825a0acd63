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
  /** Number of the next item, where none is given. */
  next: number;
}

const MAX_LEVEL = 8;

/** Writes paragraphs one after the other, and makes lists of those that are items. */
export class ListedBlocks {
  readonly #out = new BlockWriter();
  readonly #open: OpenList[] = [];

  paragraph(role: ParagraphRole, html: string): void {
    // Empty paragraphs between items are distance.
    if (html !== '') this.#closeLists(-1);
    this.#out.paragraph(role, html);
  }

  item(item: ListItem, html: string): void {
    const level = Math.min(MAX_LEVEL, Math.max(0, item.level));
    this.#closeLists(level);
    const same = this.#open.at(-1);
    if (same !== undefined && same.level === level && !isSameList(same, item)) this.#closeLists(level - 1);
    const open = this.#open.at(-1);
    if (open !== undefined && open.level === level) {
      this.#out.raw(
        item.isNumbered && item.number !== open.next ? `</li><li value="${item.number}">` : '</li><li>',
      );
      open.next = item.number + 1;
    } else {
      const start = item.isNumbered && item.number !== 1 ? ` start="${item.number}"` : '';
      this.#out.raw(item.isNumbered ? `<ol${start}><li>` : '<ul><li>');
      this.#open.push({ ...item, level, next: item.number + 1 });
    }
    this.#out.raw(html);
  }

  /** Markup that stands between paragraphs, such as a table. */
  raw(html: string): void {
    this.#closeLists(-1);
    this.#out.raw(html);
  }

  /** Markup that belongs to the paragraph before. */
  append(html: string): void {
    this.#out.raw(html);
  }

  finish(): string {
    this.#closeLists(-1);
    return this.#out.finish();
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
