import * as T from '../../tags.ts';
import type { RemovalMask, Tree } from '../../tree.ts';
import { BLOCK, elementClass } from './element-classes.ts';
import { isUnseen } from './is-unseen.ts';

/**
 * The page as plain text: a line per block, inline elements add nothing, no marks, no URLs, cells of a row apart by a
 * space. White space is collapsed outside `pre`; a no-break space is a space. Subtrees that `removed` takes out are left out, scripts, styles and
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
  for (let node = first; node < until;) {
    while (openBlocks.length > 0 && openBlocks[openBlocks.length - 1]! <= node) {
      openBlocks.pop();
      lines.break();
    }
    const kind = tag[node]!;
    if (kind === T.TEXT) {
      const text = tree.text(node);
      lines.add(node < preformattedUntil ? text : text.replace(/[ \t\n\r\f\u00a0]+/g, ' '));
    } else if ((removed !== undefined && removed[node] !== 0) || isUnseen(tree, node)) {
      node = end[node]!;
      continue;
    } else if (kind === T.TD || kind === T.TH) {
      lines.add(' ');
    } else if (kind === T.BR || (elementClass(kind) & BLOCK) !== 0) {
      lines.break();
      openBlocks.push(end[node]!);
      if (kind === T.PRE) preformattedUntil = Math.max(preformattedUntil, end[node]!);
    }
    node++;
  }
  lines.break();
  return lines.text();
}

class Lines {
  readonly #lines: string[] = [];
  #line = '';
  #endsWithSpace = false;

  add(text: string): void {
    if (text === '') return;
    this.#line += this.#endsWithSpace && text.startsWith(' ') ? text.slice(1) : text;
    this.#endsWithSpace = text.endsWith(' ');
  }

  break(): void {
    const line = this.#line.trim();
    if (line !== '') this.#lines.push(line);
    this.#line = '';
    this.#endsWithSpace = false;
  }

  text(): string {
    return this.#lines.join('\n');
  }
}
