import { codeAt } from '../code-at.ts';
import type { Tree } from '../tree.ts';
import { BlockWriter } from './block/block-writer.ts';
import { TabLabels } from './block/tab-labels.ts';
import { escapeLineStart } from './inline/escape-line-start.ts';
import { InlineBuffer } from './inline/inline-buffer.ts';
import { renderInline } from './inline/render-inline.ts';
import { endsInWord, isSetApart, mayStartPiece, startsWord } from '../set-apart.ts';
import { TextPieces } from './inline/text-pieces.ts';
import { type LinkTarget, type Run, STRONG, SUBSCRIPT, SUPERSCRIPT } from './inline/run.ts';
import { LinkResolver } from './link/link-resolver.ts';
import type { OpenLink } from './link/open-link.ts';
import type { ListState } from './list/list-state.ts';
import { PictureSources } from './media/picture-sources.ts';
import type { MarkdownOptions } from './options.ts';
import type { Survey } from './survey.ts';
import { formulasInRuns } from './math/formulas-in-runs.ts';
import { hasRenderer } from './math/has-renderer.ts';
import type { OpenTable } from './table/open-table.ts';

const NOTHING_VISIBLE = /^[\s\u00AD\u200B\u2060\uFEFF]*$/;
const SCRIPTS = SUPERSCRIPT | SUBSCRIPT;

/** Where inline content goes: flow = paragraphs; line = the one line of a heading; cell = the one line of a table cell. */
export type WritingPlace = 'flow' | 'line' | 'cell';

/** The facts that tell a copy of an image from the next image. */
export interface LastImage {
  readonly node: number;
  readonly parent: number;
  readonly alt: string;
  readonly destination: string;
  readonly isInNoscript: boolean;
}

/** The means of the handlers: the paragraph that is being read, and its place in the document. */
export class MarkdownWriter {
  readonly tree: Tree;
  readonly options: MarkdownOptions;
  readonly survey: Survey;
  readonly root: number;
  readonly resolver: LinkResolver;
  readonly blocks: BlockWriter;
  readonly lists: ListState[] = [];
  readonly tables: OpenTable[] = [];
  /** Boxes of notes that are open. */
  readonly admonitions: number[] = [];
  readonly pictures = new PictureSources();
  readonly tabs: TabLabels;
  /** The list that was closed last, and where that was. */
  lastList: (ListState & { readonly writes: number; readonly prefix: string }) | undefined;
  place: WritingPlace = 'flow';
  /** The heading or cell that took `place` over, 0 in flow. */
  placeOwner = 0;
  /** The `code` element that is open, 0 for none. */
  code = 0;
  link: OpenLink | undefined;
  /** The image written last, undefined when text came after it. */
  lastImage: LastImage | undefined;
  /** The `noscript` that is open for its images, 0 for none. */
  noscript = 0;
  /** Number of notes that are open. */
  footnotes = 0;
  /** Written before the next paragraph and not escaped: the box of a task. */
  checkbox = '';
  /** Grows with every paragraph. */
  paragraph = 0;
  /** The node that is being read. */
  node = 0;
  /** The first node of the paragraph that is being read. */
  #paragraphNode = 0;
  #inline = new InlineBuffer();
  /** The sentences around the notes that are open, and their links. */
  readonly #outside: {
    readonly inline: InlineBuffer;
    readonly link: OpenLink | undefined;
    readonly paragraphNode: number;
  }[] = [];
  /** Notes of the paragraph that is being read. */
  #sidenotes: string[] = [];
  #sidenoteCount = 0;
  readonly #links: LinkTarget[] = [{ destination: '', title: '' }];
  readonly #depths = new Map<number, number>();
  #marks = 0;
  /** The text node written last. */
  #lastText = 0;

  constructor(tree: Tree, options: MarkdownOptions, survey: Survey, root: number) {
    this.tree = tree;
    this.tabs = new TabLabels(tree);
    this.options = options;
    this.blocks = new BlockWriter(options.onBlock);
    this.resolver = new LinkResolver(options.resolveUrl);
    this.survey = survey;
    this.root = root;
  }

  get isInFlow(): boolean {
    return this.place === 'flow';
  }

  get marks(): number {
    return this.#marks;
  }

  /** Nothing that is open changes how a text is written. */
  get isPlain(): boolean {
    return this.#marks === 0 && this.code === 0 && this.link === undefined && this.noscript === 0;
  }

  get isParagraphEmpty(): boolean {
    return this.#inline.isEmpty;
  }

  mark(mark: number): void {
    this.#depths.set(mark, (this.#depths.get(mark) ?? 0) + 1);
    this.#marks |= mark;
  }

  unmark(mark: number): void {
    const depth = (this.#depths.get(mark) ?? 0) - 1;
    this.#depths.set(mark, depth);
    if (depth > 0) return;
    this.#marks &= ~mark;
    this.#inline.end(mark);
  }

  /** A text node, whose text may be shown differently. */
  textOf(node: number, text: string): void {
    if (this.code === 0 && this.#inline.isTouching && this.#standsApart(node, text)) this.space();
    this.#lastText = node;
    this.text(text);
  }

  #standsApart(node: number, text: string): boolean {
    if (this.#inline.isAfterImage) return startsWord(text);
    const before = this.#inline.touchedText;
    return (
      before !== '' && mayStartPiece(text, before.at(-1)!) && isSetApart(this.tree, this.#lastText, node)
    );
  }

  text(text: string): void {
    if (isInvisible(text)) {
      this.#inline.text(text, 0, 0);
      return;
    }
    if (this.noscript !== 0) return;
    this.#beforeContent();
    this.lastImage = undefined;
    const link = this.#linkFor(true);
    if (this.code === 0) this.#inline.text(text, this.#marksFor(link), link);
    else this.#inline.code(text, this.code, this.#marksFor(link), link);
  }

  /** A line of the code that `element` holds, as a code span of its own; blanks stay as they are. */
  codeLine(line: string, element: number): void {
    this.#beforeContent();
    const link = this.#linkFor(true);
    this.#inline.codeLine(line, element, this.#marksFor(link), link);
  }

  /** Inline Markdown that is written as it stands; `isText` is false for what a reader does not read, as images. */
  atom(markdown: string, isText: boolean): void {
    this.#beforeContent();
    const link = this.#linkFor(isText);
    this.#inline.atom(markdown, this.#marksFor(link), link);
  }

  /** An image, apart from a word that touches it. */
  image(markdown: string): void {
    if (this.#inline.isTouching && endsInWord(this.#inline.touchedText)) this.space();
    this.atom(markdown, false);
  }

  /** Markdown that brings its own link or must stand outside of any. */
  bareAtom(markdown: string): void {
    this.#beforeContent();
    this.#inline.atom(markdown, 0, 0);
  }

  space(): void {
    this.#inline.space();
  }

  lineBreak(): void {
    if (this.place === 'line') this.#inline.space();
    else this.#inline.break();
  }

  /** The edge of a block: a new paragraph in flow, a new line in a cell, a space in a heading. */
  boundary(): void {
    if (this.place === 'flow') this.#endParagraph();
    else this.lineBreak();
  }

  /** The content of the heading or cell that is being read, on one line. */
  takeLine(): string {
    const runs = this.#takeRuns();
    this.paragraph++;
    if (this.place === 'cell') {
      return renderInline(runs.map(withoutEscapedPipe), this.#links, '<br>').replaceAll('|', '\\|');
    }
    const isAllStrong = runs.every((run) => (run.marks & STRONG) !== 0);
    if (isAllStrong) for (const run of runs) run.marks &= ~STRONG;
    return renderInline(runs, this.#links, ' ');
  }

  /** A block that is Markdown already. */
  block(markdown: string): void {
    this.#endParagraph();
    this.blocks.write(markdown, this.node);
  }

  /** Begins a note within a sentence: a footnote in flow, in parentheses in a heading or cell. */
  openSidenote(): void {
    if (this.place !== 'flow') {
      this.space();
      this.text('(');
      return;
    }
    this.#outside.push({ inline: this.#inline, link: this.link, paragraphNode: this.#paragraphNode });
    this.#inline = new InlineBuffer();
    this.link = undefined;
  }

  closeSidenote(): void {
    if (this.place !== 'flow') {
      this.text(')');
      return;
    }
    const outside = this.#outside.pop();
    if (outside === undefined) return;
    const note = renderInline(this.#takeRuns(), this.#links, ' ');
    this.#inline = outside.inline;
    this.link = outside.link;
    this.#paragraphNode = outside.paragraphNode;
    if (note === '') return;
    this.#sidenoteCount++;
    this.bareAtom(`[^sn${this.#sidenoteCount}]`);
    this.#sidenotes.push(`[^sn${this.#sidenoteCount}]: ${note}`);
  }

  #endParagraph(): void {
    this.#writeRuns();
    if (this.#sidenotes.length === 0 || this.#outside.length > 0) return;
    for (const note of this.#sidenotes) this.blocks.write(note, this.#paragraphNode);
    this.#sidenotes = [];
  }

  #writeRuns(): void {
    this.paragraph++;
    if (this.#inline.isEmpty) {
      this.#inline.take();
      return;
    }
    const parts = formulasInRuns(this.#inline.take(), { place: 'flow', isRendered: this.#isRendered });
    for (const part of parts) {
      if (typeof part === 'string') this.blocks.write(this.checkbox + part, this.#paragraphNode);
      else if (part.length > 0) this.#writeParagraph(part);
      else continue;
      this.checkbox = '';
    }
  }

  #writeParagraph(runs: Run[]): void {
    const text = renderInline(runs, this.#links, '\\\n');
    this.blocks.write(
      this.checkbox + (text.includes('\n') ? escapeLines(text) : escapeLineStart(text, true)),
      this.#paragraphNode,
    );
  }

  /** The runs of a heading or cell, where formulas stay on the line. */
  #takeRuns(): Run[] {
    const place = this.place === 'cell' ? 'cell' : 'line';
    return formulasInRuns(this.#inline.take(), { place, isRendered: this.#isRendered })
      .filter((part) => typeof part !== 'string')
      .flat();
  }

  #knowsRenderer: boolean | undefined;
  readonly #isRendered = (): boolean => (this.#knowsRenderer ??= hasRenderer(this.tree));

  /** Two line breaks in a row are how pages without `p` part their paragraphs. */
  #beforeContent(): void {
    if (this.#inline.breaks > 1 && this.place === 'flow') this.#endParagraph();
    if (this.#inline.isEmpty) this.#paragraphNode = this.node;
  }

  #marksFor(link: number): number {
    return link !== 0 && this.link?.isRaised === true ? this.#marks & ~SCRIPTS : this.#marks;
  }

  /** Index of the target of the link around what is written now, 0 for none. */
  #linkFor(isText: boolean): number {
    const { link } = this;
    if (link === undefined) return 0;
    if (link.blocks !== undefined) {
      const { heading, hasText } = link.blocks;
      if (heading === 0 ? hasText && !isText : heading !== this.placeOwner) return 0;
    }
    if (link.paragraph === -1) link.paragraph = this.paragraph;
    if (link.paragraph !== this.paragraph) return 0;
    if (link.target === 0)
      link.target = this.#links.push({ destination: link.destination, title: link.title }) - 1;
    return link.target;
  }
}

/** Line by line, without ever holding all of them: there may be a million. */
function escapeLines(text: string): string {
  const out = new TextPieces();
  let copied = 0;
  for (let from = 0, stop = 0; stop < text.length; from = stop + 1) {
    const lineFeed = text.indexOf('\n', from);
    stop = lineFeed === -1 ? text.length : lineFeed;
    const line = text.slice(from, stop);
    const escaped = escapeLineStart(line, from === 0);
    if (escaped === line) continue;
    out.push(text.slice(copied, from));
    out.push(escaped);
    copied = stop;
  }
  out.push(text.slice(copied));
  return out.join();
}

/** True for a text of which nobody sees anything. Nearly all others say so with their first characters. */
function isInvisible(text: string): boolean {
  const { length } = text;
  for (let index = 0; index < length; index++) {
    const code = codeAt(text, index);
    if (code >= 0xa0) return NOTHING_VISIBLE.test(text);
    if (code > 0x20 || (code < 0x20 && (code < 9 || code > 13))) return false;
  }
  return true;
}

/** GFM has no way to write a backslash before a pipe as code in a table. */
function withoutEscapedPipe(run: Run): Run {
  return run.kind === 'code' && run.text.includes('\\|') ? { ...run, kind: 'text' } : run;
}
