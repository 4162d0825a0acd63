import type { Tree } from '../../tree.ts';

/** Class names that highlighters give to line numbers, prompts and buttons beside the code. */
const GUTTER_CLASS =
  /(?:^|\s)(?:gutter|rouge-gutter|lineno|linenos|linenodiv|lineno-container|line-?numbers?(?:-rows)?|lnt|ln|ln-num|code-line-numbers?|react-syntax-highlighter-line-number|hljs-ln-(?:n|numbers)|blob-num|copy(?:-btn|-button|btn)?|copy-code-button)(?:\s|$)/i;
const UNSELECTABLE = /user-select\s*:\s*none/i;

/** True for an element beside code that is no part of it: a line number, or a button to copy. */
export function isGutter(tree: Tree, node: number): boolean {
  const classes = tree.attribute(node, 'class');
  if (classes !== undefined && GUTTER_CLASS.test(classes)) return true;
  if (tree.attribute(node, 'data-line-number') !== undefined) return true;
  return UNSELECTABLE.test(tree.attribute(node, 'style') ?? '');
}
