import { PAGE_NUMBER } from '../../office/page-number.ts';
import { escapeAttribute, escapeText } from '../../markup.ts';
import { CODE, MARK_TAGS, STRONG, SUBSCRIPT, SUPERSCRIPT } from './marks.ts';

/** A link; runs with the same object are in one link. */
export interface LinkTarget {
  href: string;
}

/** text: escaped; break: a line break; atom: an element that is no text, such as a picture or formula. */
interface Piece {
  kind: 'text' | 'break' | 'atom';
  html: string;
  marks: number;
  link: LinkTarget | undefined;
}

/** The inline content of one paragraph: runs that look alike are put together, however the file cuts them. */
export class InlineBuffer {
  readonly #pieces: Piece[] = [];

  get isEmpty(): boolean {
    return this.#pieces.every((piece) => isBlank(piece));
  }

  /** True when there is text, and all of it is code. */
  get isCode(): boolean {
    let hasText = false;
    for (const piece of this.#pieces) {
      if (piece.kind === 'atom' || piece.link !== undefined) return false;
      if (isBlank(piece)) continue;
      // An index is none of a program.
      if ((piece.marks & (CODE | SUPERSCRIPT | SUBSCRIPT)) !== CODE) return false;
      hasText = true;
    }
    return hasText;
  }

  /** True when there is text, and all of it is strong. */
  get isStrong(): boolean {
    let hasText = false;
    for (const piece of this.#pieces) {
      if (piece.kind !== 'text' || isBlank(piece)) continue;
      if ((piece.marks & STRONG) === 0) return false;
      hasText = true;
    }
    return hasText;
  }

  /** Characters of its text, roughly. */
  get length(): number {
    return this.#pieces.reduce((sum, { kind, html }) => sum + (kind === 'text' ? html.length : 1), 0);
  }

  get hasLink(): boolean {
    return this.#pieces.some(({ link }) => link !== undefined);
  }

  /** Pictures, formulas or notes, which code cannot have. */
  get hasAtom(): boolean {
    return this.#pieces.some(({ kind }) => kind === 'atom');
  }

  get hasBreak(): boolean {
    return this.#pieces.some(({ kind }) => kind === 'break');
  }

  addText(text: string, marks = 0, link?: LinkTarget): void {
    if (text === '') return;
    const html = escapeText(text);
    const last = this.#pieces.at(-1);
    if (last?.kind === 'text' && last.marks === marks && last.link === link) last.html += html;
    else this.#pieces.push({ kind: 'text', html, marks, link });
  }

  addBreak(link?: LinkTarget): void {
    this.#pieces.push({ kind: 'break', html: '<br>', marks: 0, link });
  }

  /** An element that is written as it is. */
  addAtom(html: string, link?: LinkTarget): void {
    if (html !== '') this.#pieces.push({ kind: 'atom', html, marks: 0, link });
  }

  /** Appends all that another one holds. */
  addAll(other: InlineBuffer): void {
    for (const piece of other.#pieces) this.#pieces.push({ ...piece });
  }

  /** Takes the page number off the end of a line of a table of contents. */
  dropPageNumber(): void {
    this.#trim();
    const last = this.#pieces.at(-1);
    if (last?.kind !== 'text') return;
    const cut = last.html.lastIndexOf('\t');
    if (cut !== -1 && PAGE_NUMBER.test(last.html.slice(cut).trim())) last.html = last.html.slice(0, cut);
    else if (PAGE_NUMBER.test(last.html) && this.#pieces.at(-2)?.html.endsWith('\t') === true) {
      this.#pieces.pop();
    }
  }

  /** Without formatting, as the content of `code` in `pre`. */
  toCode(): string {
    let text = '';
    for (const { kind, html } of this.#pieces) {
      if (kind === 'text') text += html;
      else if (kind === 'break') text += '\n';
    }
    return text;
  }

  /** `without`: formatting that is left out; `isOneLine`: line breaks are spaces. */
  toHtml(without = 0, isOneLine = false): string {
    this.#trim();
    this.#settle(without, isOneLine);
    const writer = new PieceWriter();
    for (const piece of this.#pieces) writer.write(piece);
    return writer.finish();
  }

  /** White space and line breaks around a paragraph show nothing. */
  #trim(): void {
    const pieces = this.#pieces;
    while (pieces.length > 0 && isBlank(pieces.at(-1) as Piece)) pieces.pop();
    const first = pieces.findIndex((piece) => !isBlank(piece));
    if (first > 0) pieces.splice(0, first);
    const last = pieces.at(-1);
    if (last?.kind === 'text') last.html = last.html.trimEnd();
    if (pieces[0]?.kind === 'text') pieces[0].html = pieces[0].html.trimStart();
  }

  /** Blanks take on the formatting that is on both of their sides, so that it does not end and begin again. */
  #settle(without: number, isOneLine: boolean): void {
    let before = 0;
    for (const [index, piece] of this.#pieces.entries()) {
      if (piece.kind === 'break' && isOneLine) {
        piece.kind = 'text';
        piece.html = ' ';
      }
      piece.marks &= ~without;
      if (isBlank(piece)) {
        const after = (this.#pieces[index + 1]?.marks ?? 0) & ~without;
        piece.marks = before & after & ~(piece.kind === 'break' ? CODE : 0);
      }
      before = piece.marks;
    }
  }
}

function isBlank(piece: Piece): boolean {
  return piece.kind === 'break' || (piece.kind === 'text' && !/[^\t\n\r ]/.test(piece.html));
}

/** Writes pieces with as few elements as their order allows; a link is around the formatting of its text. */
class PieceWriter {
  #html = '';
  #open: (readonly [mark: number, tag: string])[] = [];
  #link: LinkTarget | undefined;

  write(piece: Piece): void {
    if (piece.link !== this.#link) {
      this.#closeMarks(0);
      if (this.#link !== undefined) this.#html += '</a>';
      if (piece.link !== undefined) this.#html += `<a href="${escapeAttribute(piece.link.href)}">`;
      this.#link = piece.link;
    }
    const keep = this.#open.findIndex(([mark]) => (piece.marks & mark) === 0);
    if (keep !== -1) this.#closeMarks(keep);
    for (const mark of MARK_TAGS) {
      if ((piece.marks & mark[0]) === 0 || this.#open.some(([open]) => open === mark[0])) continue;
      this.#open.push(mark);
      this.#html += `<${mark[1]}>`;
    }
    this.#html += piece.html;
  }

  finish(): string {
    this.#closeMarks(0);
    if (this.#link !== undefined) this.#html += '</a>';
    return this.#html;
  }

  /** Leaves the outermost ones open. */
  #closeMarks(keep: number): void {
    while (this.#open.length > keep) this.#html += `</${this.#open.pop()?.[1] ?? ''}>`;
  }
}
