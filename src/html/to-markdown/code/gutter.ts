import * as tags from '../../tags.ts';
import type { Tree } from '../../tree.ts';

/** Class names that highlighters give to line numbers, prompts and buttons beside the code. */
const GUTTER_CLASS =
  /(?:^|\s)(?:gutter|rouge-gutter|lineno|linenos|linenodiv|lineno-container|lnt|ln|ln-num|code-line-numbers?|react-syntax-highlighter-line-number|hljs-ln-(?:n|numbers)|blob-num|copy(?:-btn|-button|btn)?|copy-code-button)(?:\s|$)/i;
/** Words in class names of line numbers; wrappers around the whole code have them too. */
const NUMBER_CLASS = /line-?no(?![a-z])|line-?num|(?:^|[\s_-])gutter(?:$|[\s_-])/i;
/** Lines of a listing that mdBook shows on demand only, as they merely let the example compile. */
const HIDDEN_LINE_CLASS = /(?:^|\s)boring(?:\s|$)/;
const UNSELECTABLE = /user-select\s*:\s*none/i;
/** Nodes read to tell numbers from code. */
const NUMBER_NODES = 256;

/** True for an element beside code that is no part of it: a line number, a button to copy, a line that is not shown. */
export function isGutter(tree: Tree, node: number): boolean {
  const classes = tree.attribute(node, 'class');
  if (classes !== undefined) {
    if (GUTTER_CLASS.test(classes) || HIDDEN_LINE_CLASS.test(classes)) return true;
    if (NUMBER_CLASS.test(classes) && isNumbers(tree, node)) return true;
  }
  if (tree.attribute(node, 'data-line-number') !== undefined) return true;
  return UNSELECTABLE.test(tree.attribute(node, 'style') ?? '');
}

function isNumbers(tree: Tree, node: number): boolean {
  const end = Math.min(tree.end[node]!, node + NUMBER_NODES);
  for (let inner = node + 1; inner < end; inner++) {
    if (tree.tag[inner] === tags.TEXT && /[^\s\d.:|]/.test(tree.text(inner))) return false;
  }
  return true;
}
