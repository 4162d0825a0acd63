import { escapeAttribute } from '../markup.ts';
import { MARK_TAGS } from './marks.ts';

/**
 * Writes pieces of text with as few elements as their order allows; a link is around the formatting of its text. White
 * space at the ends of what is set off stands outside of it.
 */
export class PieceWriter {
  #html = '';
  /** White space after the last text. */
  #blank = '';
  #open: (readonly [mark: number, tag: string])[] = [];
  #href: string | undefined;

  write(html: string, marks: number, href: string | undefined): void {
    if (href !== this.#href) this.#closeLink();
    const keep = this.#open.findIndex(([mark]) => (marks & mark) === 0);
    if (keep !== -1) this.#closeMarks(keep);
    const text = html.trimStart();
    this.#html += this.#blank + html.slice(0, html.length - text.length);
    if (href !== this.#href) this.#openLink(href);
    for (const mark of MARK_TAGS) {
      if ((marks & mark[0]) === 0 || this.#open.some(([open]) => open === mark[0])) continue;
      this.#open.push(mark);
      this.#html += `<${mark[1]}>`;
    }
    const shown = text.trimEnd();
    this.#blank = text.slice(shown.length);
    this.#html += shown;
  }

  finish(): string {
    this.#closeLink();
    return this.#html + this.#blank;
  }

  #openLink(href: string | undefined): void {
    if (href !== undefined) this.#html += `<a href="${escapeAttribute(href)}">`;
    this.#href = href;
  }

  #closeLink(): void {
    this.#closeMarks(0);
    if (this.#href !== undefined) this.#html += '</a>';
    this.#href = undefined;
  }

  /** Leaves the outermost ones open. */
  #closeMarks(keep: number): void {
    while (this.#open.length > keep) this.#html += `</${this.#open.pop()?.[1] ?? ''}>`;
  }
}
