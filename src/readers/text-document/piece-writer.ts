import { escapeAttribute } from '../markup.ts';
import { MARK_TAGS } from './marks.ts';

/** Writes pieces of text with as few elements as their order allows; a link is around the formatting of its text. */
export class PieceWriter {
  #html = '';
  #open: (readonly [mark: number, tag: string])[] = [];
  #href: string | undefined;

  write(html: string, marks: number, href: string | undefined): void {
    if (href !== this.#href) {
      this.#closeMarks(0);
      if (this.#href !== undefined) this.#html += '</a>';
      if (href !== undefined) this.#html += `<a href="${escapeAttribute(href)}">`;
      this.#href = href;
    }
    const keep = this.#open.findIndex(([mark]) => (marks & mark) === 0);
    if (keep !== -1) this.#closeMarks(keep);
    for (const mark of MARK_TAGS) {
      if ((marks & mark[0]) === 0 || this.#open.some(([open]) => open === mark[0])) continue;
      this.#open.push(mark);
      this.#html += `<${mark[1]}>`;
    }
    this.#html += html;
  }

  finish(): string {
    this.#closeMarks(0);
    if (this.#href !== undefined) this.#html += '</a>';
    return this.#html;
  }

  /** Leaves the outermost ones open. */
  #closeMarks(keep: number): void {
    while (this.#open.length > keep) this.#html += `</${this.#open.pop()?.[1] ?? ''}>`;
  }
}
