import * as T from '../../tags.ts';
import type { RemovalMask, Tree } from '../../tree.ts';
import { isSetApart, mayStartPiece } from '../../set-apart.ts';
import { BLOCK, elementClass } from './element-classes.ts';
import { isUnseen } from './is-unseen.ts';

/**
 * The page as plain text: a line per block, inline elements add nothing, no marks, no URLs, cells of a row apart by a
 * space, pieces of a line as Markdown has them. White space is collapsed outside `pre`; a no-break space is a space. Subtrees that `removed` takes out are left out, scripts, styles and
 * the like always are.
 */
export function visibleText(tree: Tree, removed?: RemovalMask): string {
  return visibleTextBetween(tree, 1, tree.length, removed);
}

/** The same for whole subtrees that stand side by side: those from node `first` on, up to `until`. */
export function visibleTextBetween(tree: Tree, first: number, until: number, removed?: RemovalMask): string {
  const { tag, end } = tree;
  const lines = new Lines();
  const openBlocks: number[] = [];
  let preformattedUntil = 0;
  let codeUntil = 0;
  let lastText = 0;
  for (let node = first; node < until;) {
    while (openBlocks.length > 0 && openBlocks[openBlocks.length - 1]! <= node) {
      openBlocks.pop();
      lines.break();
    }
    const kind = tag[node]!;
    if (isLeftOut(tree, node, removed)) {
      node = end[node]!;
      continue;
    }
    if (kind === T.TEXT) {
      const text = tree.text(node);
      if (node >= codeUntil && lines.mayTouch(text) && isSetApart(tree, lastText, node)) lines.add(' ');
      lines.add(node < preformattedUntil ? text : text.replace(/[ \t\n\r\f\u00a0]+/g, ' '));
      lastText = node;
    } else if (isCell(kind)) {
      lines.add(' ');
    } else if (breaksLine(kind)) {
      lines.break();
      openBlocks.push(end[node]!);
    }
    if (kind === T.CODE || kind === T.PRE) codeUntil = Math.max(codeUntil, end[node]!);
    if (kind === T.PRE) preformattedUntil = codeUntil;
    node++;
  }
  lines.break();
  return lines.text();
}

function isLeftOut(tree: Tree, node: number, removed: RemovalMask | undefined): boolean {
  return (removed !== undefined && removed[node] !== 0) || isUnseen(tree, node);
}

function isCell(kind: number): boolean {
  return kind === T.TD || kind === T.TH;
}

function breaksLine(kind: number): boolean {
  return kind === T.BR || (elementClass(kind) & BLOCK) !== 0;
}

class Lines {
  readonly #lines: string[] = [];
  #line = '';
  #endsWithSpace = false;
  /** Reading it from the line would copy the line. */
  #last = '';

  /** Whether a text may have to be set apart from the one that the line ends in. */
  mayTouch(text: string): boolean {
    return !this.#endsWithSpace && this.#last !== '' && mayStartPiece(text, this.#last);
  }

  add(text: string): void {
    if (text === '') return;
    this.#line += this.#endsWithSpace && text.startsWith(' ') ? text.slice(1) : text;
    this.#endsWithSpace = text.endsWith(' ');
    this.#last = text.at(-1)!;
  }

  break(): void {
    const line = this.#line.trim();
    if (line !== '') this.#lines.push(line);
    this.#line = '';
    this.#endsWithSpace = false;
    this.#last = '';
  }

  text(): string {
    return this.#lines.join('\n');
  }
}
