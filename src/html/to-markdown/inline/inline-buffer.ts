import { codeAt } from '../../code-at.ts';
import { collapseSpace, isInvisibleCode, isSpaceCode } from './collapse-space.ts';
import type { Run } from './run.ts';

/**
 * All breaks outside of marks and links, shared as a page may hold a million of them. Runs change only in their marks,
 * or because they carry some, so this one stays as it is.
 */
const PLAIN_BREAK: Run = { kind: 'break', text: '', marks: 0, link: 0, split: 0 };

/**
 * The inline content of the paragraph that is being read. White space and line breaks wait until something visible
 * follows, so none is ever at an edge of the paragraph, and a space is inside an emphasis or link only when both of
 * its neighbours are.
 */
export class InlineBuffer {
  runs: Run[] = [];
  #hasSpace = false;
  #breaks = 0;
  #codeElement = -1;
  /** The text that was added last. */
  #piece = '';
  /** Whether the atom that was added last is an image. */
  #isImage = false;
  /** Marks whose element ended since the last visible thing: a space after it is not in the next such element either. */
  #ended = 0;

  get isEmpty(): boolean {
    return this.runs.length === 0;
  }

  /** Whether the next visible thing would touch what stands here: an image or a text. */
  get isTouching(): boolean {
    return !this.#hasSpace && this.#breaks === 0 && this.runs.length > 0;
  }

  /** The text that the next visible thing would touch, without what stands before it; '' when that is no text. */
  get touchedText(): string {
    // The run may be a rope of many pieces, which reading it would copy every time.
    return this.runs.at(-1)?.kind === 'text' ? this.#piece : '';
  }

  get isAfterImage(): boolean {
    return this.#isImage && this.runs.at(-1)?.kind === 'atom';
  }

  /** Line breaks since the last visible thing. */
  get breaks(): number {
    return this.#breaks;
  }

  space(): void {
    this.#hasSpace = true;
  }

  /** The outermost element of a mark ends here. */
  end(mark: number): void {
    this.#ended |= mark;
  }

  break(): void {
    if (!this.isEmpty) this.#breaks++;
  }

  text(source: string, marks: number, link: number): void {
    const text = this.#trim(source);
    if (text === '') return;
    this.#join(marks, link);
    const last = this.runs.at(-1);
    if (last?.kind === 'text' && last.marks === marks && last.link === link) last.text += text;
    else this.runs.push({ kind: 'text', text, marks, link, split: 0 });
    this.#piece = text;
    this.#hasSpace = this.#endsInSpace;
    this.#codeElement = -1;
  }

  /** Text of the code element `element` (a node). Its pieces are one code span, and so are two elements that touch. */
  code(source: string, element: number, marks: number, link: number): void {
    const text = this.#trim(source);
    if (text === '') return;
    const last = this.runs.at(-1);
    const isTouching = last?.kind === 'code' && last.link === link && this.#breaks === 0;
    if (isTouching && (this.#codeElement === element || !this.#hasSpace)) {
      last.text += this.#hasSpace ? ` ${text}` : text;
    } else {
      this.#join(marks, link);
      this.runs.push({ kind: 'code', text, marks, link, split: 0 });
    }
    this.#hasSpace = this.#endsInSpace;
    this.#codeElement = element;
  }

  /** A line of a block of code, as it stands; blank lines before it in the same block `element` stay. */
  codeLine(line: string, element: number, marks: number, link: number): void {
    const blankLines = this.#codeElement === element ? this.#breaks - 1 : 0;
    this.#join(marks, link);
    for (let left = blankLines; left > 0; left--) this.runs.push(PLAIN_BREAK);
    this.runs.push({ kind: 'code', text: line, marks, link, split: 0 });
    this.#codeElement = element;
  }

  /** Markdown that is written as it stands. */
  atom(markdown: string, marks: number, link: number): void {
    this.#join(marks, link);
    this.runs.push({ kind: 'atom', text: markdown, marks, link, split: 0 });
    this.#isImage = markdown.startsWith('![');
    this.#codeElement = -1;
  }

  /** Hands over the runs and starts anew. */
  take(): Run[] {
    const runs = this.runs;
    this.runs = [];
    this.#hasSpace = false;
    this.#breaks = 0;
    this.#ended = 0;
    this.#codeElement = -1;
    return runs;
  }

  #endsInSpace = false;

  /** The visible core of a text; a space before it becomes pending, one after it is noted in `#endsInSpace`. */
  #trim(source: string): string {
    const { length } = source;
    let from = 0;
    for (; from < length; from++) {
      const code = codeAt(source, from);
      if (isSpaceCode(code)) this.#hasSpace = true;
      else if (!isInvisibleCode(code)) break;
    }
    let to = length;
    this.#endsInSpace = false;
    for (; to > from; to--) {
      const code = codeAt(source, to - 1);
      if (isSpaceCode(code)) this.#endsInSpace = true;
      else if (!isInvisibleCode(code)) break;
    }
    return from === to ? '' : collapseSpace(source.slice(from, to));
  }

  /** Writes the pending break or space, with the marks that what stands before and what comes after share. */
  #join(marks: number, link: number): void {
    const last = this.runs.at(-1);
    if (last !== undefined && (this.#breaks > 0 || this.#hasSpace)) {
      const shared = last.marks & marks & ~this.#ended;
      const sharedLink = last.link === link ? link : 0;
      if (this.#breaks > 0) {
        const isPlain = shared === 0 && sharedLink === 0;
        this.runs.push(
          isPlain ? PLAIN_BREAK : { kind: 'break', text: '', marks: shared, link: sharedLink, split: 0 },
        );
      } else if (last.kind === 'text' && last.marks === shared && last.link === sharedLink) {
        last.text += ' ';
      } else {
        this.runs.push({ kind: 'text', text: ' ', marks: shared, link: sharedLink, split: 0 });
      }
    }
    this.#hasSpace = false;
    this.#breaks = 0;
    this.#ended = 0;
  }
}
