import type { OutputBudget } from '../html-writer/output-budget.ts';
import { escapeText } from '../markup.ts';
import { PAGE_NUMBER } from '../office/page-number.ts';
import { CODE_MARK, EMPHASIS_MARK, STRONG_MARK, SUBSCRIPT_MARK, SUPERSCRIPT_MARK } from './marks.ts';
import { PieceWriter } from './piece-writer.ts';

/** text: escaped; break: line breaks; atom: an element that is no text, such as a picture or formula. */
interface Piece {
  kind: 'text' | 'break' | 'atom';
  html: string;
  marks: number;
  href: string | undefined;
}

const BREAK = '<br>';
/** More of them in a row are only space. */
const MAX_BREAKS = 20;
/** The cost of a piece beside its text: millions of short pieces take more memory than their text. */
const PIECE_LENGTH = 20;
/** Characters that no page may hold (XML 1.0, section 2.2). */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** The content of one paragraph: runs that look alike are put together, however the file cuts them. */
export class TextRuns {
  readonly #pieces: Piece[] = [];
  readonly #budget: OutputBudget;

  /** Text beyond the budget is left out. */
  constructor(budget: OutputBudget) {
    this.#budget = budget;
  }

  get isEmpty(): boolean {
    return this.#pieces.every((piece) => isBlank(piece));
  }

  /** True when there is text, and all of it is code. */
  get isCode(): boolean {
    let hasText = false;
    for (const piece of this.#pieces) {
      if (piece.kind === 'atom' || piece.href !== undefined) return false;
      if (isBlank(piece)) continue;
      // An index is none of a program.
      if ((piece.marks & (CODE_MARK | SUPERSCRIPT_MARK | SUBSCRIPT_MARK)) !== CODE_MARK) return false;
      hasText = true;
    }
    return hasText;
  }

  /** True when there is text, and all of it is strong. */
  get isStrong(): boolean {
    return (this.#commonMarks & STRONG_MARK) !== 0;
  }

  /** Emphasis that all of the text has: it is a look, and sets nothing off. */
  get look(): number {
    return this.#commonMarks & (STRONG_MARK | EMPHASIS_MARK);
  }

  /** Characters of its text, roughly. */
  get length(): number {
    return this.#pieces.reduce((sum, { kind, html }) => sum + (kind === 'text' ? html.length : 1), 0);
  }

  get hasLink(): boolean {
    return this.#pieces.some(({ href }) => href !== undefined);
  }

  /** Pictures, formulas or notes, which code cannot have. */
  get hasAtom(): boolean {
    return this.#pieces.some(({ kind }) => kind === 'atom');
  }

  get hasBreak(): boolean {
    return this.#pieces.some(({ kind }) => kind === 'break');
  }

  /** `href`: address of the link that the text is part of. */
  addText(text: string, marks = 0, href?: string): void {
    if (text === '') return;
    const last = this.#pieces.at(-1);
    const goesOn = last?.kind === 'text' && last.marks === marks && last.href === href;
    if (!this.#budget.take(text.length + (goesOn ? 0 : PIECE_LENGTH))) return;
    const html = escapeText(text.replace(CONTROL, '').toWellFormed());
    if (goesOn) last.html += html;
    else this.#pieces.push({ kind: 'text', html, marks, href });
  }

  addBreak(href?: string): void {
    if (!this.#budget.take(BREAK.length)) return;
    const last = this.#pieces.at(-1);
    if (last?.kind !== 'break') this.#pieces.push({ kind: 'break', html: BREAK, marks: 0, href });
    else if (last.html.length < MAX_BREAKS * BREAK.length) last.html += BREAK;
  }

  /** An element that is written as it is. */
  addAtom(html: string, href?: string): void {
    if (html !== '' && this.#budget.take(html.length)) {
      this.#pieces.push({ kind: 'atom', html, marks: 0, href });
    }
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
      else if (kind === 'break') text += '\n'.repeat(html.length / BREAK.length);
    }
    return text;
  }

  /** `without`: formatting that is left out; `isOneLine`: line breaks are spaces. */
  toHtml(without = 0, isOneLine = false): string {
    this.#trim();
    const writer = new PieceWriter();
    let before = 0;
    for (const [index, piece] of this.#pieces.entries()) {
      const marks = this.#marksAt(index, before) & ~without;
      writer.write(piece.kind === 'break' && isOneLine ? ' ' : piece.html, marks, piece.href);
      before = marks;
    }
    return writer.finish();
  }

  get #commonMarks(): number {
    let common: number | undefined;
    for (const piece of this.#pieces) {
      if (piece.kind === 'text' && !isBlank(piece)) common = (common ?? piece.marks) & piece.marks;
    }
    return common ?? 0;
  }

  /** Blanks take on the formatting that is on both of their sides, so that it does not end and begin again. */
  #marksAt(index: number, before: number): number {
    const piece = this.#pieces[index]!;
    if (!isBlank(piece)) return piece.marks;
    const after = this.#pieces[index + 1]?.marks ?? 0;
    return before & after & ~(piece.kind === 'break' ? CODE_MARK : 0);
  }

  /** White space and line breaks around a paragraph show nothing. */
  #trim(): void {
    const pieces = this.#pieces;
    while (pieces.length > 0 && isBlank(pieces.at(-1)!)) pieces.pop();
    const first = pieces.findIndex((piece) => !isBlank(piece));
    if (first > 0) pieces.splice(0, first);
    const last = pieces.at(-1);
    if (last?.kind === 'text') last.html = last.html.trimEnd();
    if (pieces[0]?.kind === 'text') pieces[0].html = pieces[0].html.trimStart();
  }
}

function isBlank(piece: Piece): boolean {
  return piece.kind === 'break' || (piece.kind === 'text' && !/[^\t\n\r ]/.test(piece.html));
}
