import { isBlock } from '../block-tags.ts';
import * as tags from '../../tags.ts';
import type { Tree } from '../../tree.ts';
import { codeWithin, isLabel } from './code-label.ts';
import { isGutter } from './gutter.ts';

const LINE_CLASS = /(?:^|\s)(?:line|code-line|view-line|token-line|cm-line|CodeMirror-line)(?:\s|$)/;
/** A word of a class name that may be a line's: siblings of one class must bear it out. */
const LIKELY_LINE_CLASS = /(?:^|[\s_-])line(?:$|[\s_-])/i;
const SKIPPED = new Set([
  tags.BUTTON,
  tags.STYLE,
  tags.SCRIPT,
  tags.SVG,
  tags.TEMPLATE,
  tags.SELECT,
  tags.TEXTAREA,
]);
const INVISIBLE = /[\u200B\u2060\uFEFF]/g;
const NO_BREAK_SPACE = /\u00A0/g;

interface OpenLine {
  readonly node: number;
  /** Number of pieces when it opened; a block that adds nothing is an empty line. */
  readonly pieces: number;
}

/**
 * The code that `node` shows, as a reader would copy it: no line numbers, one line per block, table row, `br` or line
 * element of a highlighter, no blank lines around it, ordinary spaces for no-break ones. Blocks that were looked through
 * in vain are added to `codeless`: those inside them need not be looked through again, however deep they nest.
 */
export function codeText(
  tree: Tree,
  node: number,
  { isLeftOut, codeless }: { isLeftOut: Uint8Array; codeless: Set<number> },
): string {
  if (codeless.has(node)) return '';
  const reader = new CodeReader(tree, isLeftOut);
  const text = reader.read(node);
  if (text === '') for (const block of reader.blocks) codeless.add(block);
  return text;
}

class CodeReader {
  readonly #tree: Tree;
  readonly #isLeftOut: Uint8Array;
  readonly #pieces: string[] = [];
  readonly #lines: OpenLine[] = [];
  /** Blocks that were read, in document order. */
  readonly blocks: number[] = [];
  #isAtLineStart = true;
  /** Pieces of text with a line feed so far. */
  #feeds = 0;
  /** The line element of a highlighter that was opened last, and the feeds before it. */
  #line: { node: number; feeds: number } | undefined;
  /** Whether the block has a `code` element, so that other things may stand beside. */
  #hasCode = false;
  #codeEnd = 0;

  constructor(tree: Tree, isLeftOut: Uint8Array) {
    this.#tree = tree;
    this.#isLeftOut = isLeftOut;
  }

  read(root: number): string {
    const { end } = this.#tree;
    const stop = end[root]!;
    this.#hasCode = this.#tree.tag[root] === tags.PRE && codeWithin(this.#tree, root) !== 0;
    for (let node = root + 1; node < stop;) {
      this.#closeLines(node);
      node = this.#see(node) ? node + 1 : end[node]!;
    }
    this.#closeLines(stop);
    const text = this.#pieces
      .join('')
      .replace(INVISIBLE, '')
      .replace(NO_BREAK_SPACE, ' ')
      .replace(/\r\n?/g, '\n');
    return trimBlankLines(text);
  }

  /** Takes in one node; false when its content must be skipped. */
  #see(node: number): boolean {
    const tag = this.#tree.tag[node]!;
    if (tag === tags.TEXT) {
      this.#add(this.#tree.text(node));
      return true;
    }
    if (tag < tags.FIRST_ELEMENT_TAG || SKIPPED.has(tag)) return false;
    if (this.#isLeftOut[node] === 1 || isGutter(this.#tree, node) || this.#isLabel(node)) return false;
    if (tag === tags.BR) this.#add('\n');
    else if (isBlock(tag)) this.#openLine(node);
    else if (tag === tags.SPAN || tag === tags.CODE) this.#seeLineElement(node);
    return true;
  }

  #add(text: string): void {
    if (text === '') return;
    this.#pieces.push(text);
    if (text.includes('\n')) this.#feeds++;
    this.#isAtLineStart = text.endsWith('\n');
  }

  #openLine(node: number): void {
    if (!this.#isAtLineStart) this.#add('\n');
    this.#lines.push({ node, pieces: this.#pieces.length });
    this.blocks.push(node);
  }

  #closeLines(node: number): void {
    for (let line = this.#lines.at(-1); line !== undefined; line = this.#lines.at(-1)) {
      if (node < this.#tree.end[line.node]!) return;
      this.#lines.pop();
      if (!this.#isAtLineStart || line.pieces === this.#pieces.length) this.#add('\n');
    }
  }

  /** Whether an element stands beside the `code` of its block and only names it. */
  #isLabel(node: number): boolean {
    if (!this.#hasCode || node < this.#codeEnd) return false;
    if (this.#tree.tag[node] !== tags.CODE) return isLabel(this.#tree, node);
    this.#codeEnd = this.#tree.end[node]!;
    return false;
  }

  /** Highlighters that style their line elements as blocks leave out the line feed between them. */
  #seeLineElement(node: number): void {
    const last = this.#line;
    const isKnown = this.#isKnownLine(node);
    const isInside = last !== undefined && node < this.#tree.end[last.node]!;
    if (!isKnown && (isInside || !this.#isLikelyLine(node))) return;
    if (
      isInside ? !this.#isAtLineStart : last?.feeds === this.#feeds && this.#isNext(node, last.node, isKnown)
    )
      this.#add('\n');
    this.#line = { node, feeds: this.#feeds };
  }

  #isKnownLine(node: number): boolean {
    const classes = this.#tree.attribute(node, 'class') ?? '';
    return LINE_CLASS.test(classes) || this.#tree.attribute(node, 'data-line') !== undefined;
  }

  /** One `code` a line is how some editors write a block. */
  #isLikelyLine(node: number): boolean {
    const { tag, parent, end } = this.#tree;
    const next = end[node]!;
    const isCode = tag[node] === tags.CODE && tag[parent[node]!] === tags.PRE;
    const isOneOfCodes =
      isCode &&
      ((tag[next] === tags.CODE && parent[next] === parent[node]) ||
        tag[this.#line?.node ?? 0] === tags.CODE);
    return isOneOfCodes || LIKELY_LINE_CLASS.test(this.#tree.attribute(node, 'class') ?? '');
  }

  #isNext(node: number, last: number, isKnown: boolean): boolean {
    const tree = this.#tree;
    const firstClass = (of: number): string => /\S+/.exec(tree.attribute(of, 'class') ?? '')?.[0] ?? '';
    return isKnown || (tree.parent[node] === tree.parent[last] && firstClass(node) === firstClass(last));
  }
}

/** Without blank lines at the start and the end; the indentation of the first line stays. */
function trimBlankLines(text: string): string {
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '\n') start = index + 1;
    else if (character !== ' ' && character !== '\t') break;
  }
  return text.slice(start).trimEnd();
}
