import { PAGE_NUMBER } from '../office/page-number.ts';

/** What follows the last tab of a paragraph, without its end tags. */
const LAST_TAB = /\t([^\t<]{0,8})(?=(?:<\/\w+>)*$)/;

/** What a paragraph is. Levels of headings are 1 to 6, those of tables of contents count from 1. */
export type ParagraphRole =
  | { type: 'text' }
  | { type: 'heading'; level: number }
  | { type: 'code' }
  | { type: 'quote' }
  | { type: 'contents'; level: number };

export const TEXT_ROLE: ParagraphRole = { type: 'text' };

/** What the next paragraph may go on with. */
interface Group {
  type: 'code' | 'quote' | 'contents';
  /** Lists that are open, one in the other. */
  depth: number;
  /** Lines of code without text since the last one. */
  blankLines: number;
}

/** Writes blocks one after the other; lines of code and quoted paragraphs in a row become one block. */
export class BlockWriter {
  readonly #parts: string[] = [];
  #group: Group | undefined;

  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  /** `html` is the content of the paragraph; an empty one is nothing but a line in a block of code. */
  paragraph(role: ParagraphRole, html: string): void {
    if (html === '') {
      if (this.#group?.type === 'code') this.#group.blankLines++;
      return;
    }
    if (role.type === 'code') this.#codeLine(html);
    else if (role.type === 'contents') this.#contentsItem(role.level, html);
    else if (role.type === 'quote') {
      this.#enter('quote', '<blockquote>');
      this.#parts.push(`<p>${html}</p>\n`);
    } else {
      const tag = role.type === 'heading' ? `h${Math.min(6, Math.max(1, role.level))}` : 'p';
      this.raw(`<${tag}>${html}</${tag}>`);
    }
  }

  /** Any markup that is not one of those paragraphs: tables, tags of lists. */
  raw(html: string): void {
    this.endGroup();
    this.#parts.push(html, '\n');
  }

  endGroup(): void {
    const group = this.#group;
    if (group === undefined) return;
    this.#group = undefined;
    if (group.type === 'code') this.#parts.push('</code></pre>\n');
    else if (group.type === 'quote') this.#parts.push('</blockquote>\n');
    else this.#parts.push(`${'</li></ul>'.repeat(group.depth)}\n`);
  }

  finish(): string {
    this.endGroup();
    return this.#parts.join('').trimEnd();
  }

  #enter(type: Group['type'], start: string): Group {
    if (this.#group?.type === type) return this.#group;
    this.endGroup();
    if (start !== '') this.#parts.push(start);
    this.#group = { type, depth: 0, blankLines: -1 };
    return this.#group;
  }

  #codeLine(html: string): void {
    const group = this.#enter('code', '<pre><code>');
    const breaks = '\n'.repeat(Math.min(group.blankLines + 1, 50));
    this.#parts.push(`${breaks}${html}`);
    group.blankLines = 0;
  }

  /** Entries of a table of contents end with a tab and the number of their page. */
  #contentsItem(level: number, entry: string): void {
    const html = entry.replace(LAST_TAB, (whole, text: string) =>
      text === '' || PAGE_NUMBER.test(text) ? '' : whole,
    );
    const group = this.#enter('contents', '');
    const depth = Math.min(Math.max(1, level), group.depth + 1);
    if (depth > group.depth) this.#parts.push('<ul><li>');
    else this.#parts.push(`</li>${'</ul></li>'.repeat(group.depth - depth)}<li>`);
    group.depth = depth;
    this.#parts.push(html);
  }
}
