import { isBlock } from '../block-tags.ts';
import * as tags from '../../tags.ts';
import type { Tree } from '../../tree.ts';
import { isGutter } from './gutter.ts';

const LINE_CLASS = /(?:^|\s)(?:line|code-line|view-line|token-line|cm-line|CodeMirror-line)(?:\s|$)/;
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
  #hasLineElement = false;

  constructor(tree: Tree, isLeftOut: Uint8Array) {
    this.#tree = tree;
    this.#isLeftOut = isLeftOut;
  }

  read(root: number): string {
    const { end } = this.#tree;
    const stop = end[root]!;
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
    if (this.#isLeftOut[node] === 1 || isGutter(this.#tree, node)) return false;
    if (tag === tags.BR) this.#add('\n');
    else if (isBlock(tag)) this.#openLine(node);
    else if (tag === tags.SPAN || tag === tags.CODE) this.#seeLineElement(node);
    return true;
  }

  #add(text: string): void {
    if (text === '') return;
    this.#pieces.push(text);
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

  /** Highlighters that style their line elements as blocks leave out the line feed between them. */
  #seeLineElement(node: number): void {
    const isLine =
      LINE_CLASS.test(this.#tree.attribute(node, 'class') ?? '') ||
      this.#tree.attribute(node, 'data-line') !== undefined;
    if (!isLine) return;
    if (this.#hasLineElement && !this.#isAtLineStart) this.#add('\n');
    this.#hasLineElement = true;
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
