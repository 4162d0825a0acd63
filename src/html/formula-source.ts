import * as tags from './tags.ts';
import type { Tree } from './tree.ts';

/** Classes of what MediaWiki, KaTeX and MathJax keep for screen readers. */
const SOURCE_CLASS = /\b(?:mwe-math-mathml|katex-mathml|MJX_Assistive)/;
/** Elements between a hidden element and the formula that it holds. */
const MAX_WRAPPERS = 2;

/** A script element that holds a formula for MathJax. */
export function isTexScript(tree: Tree, node: number): boolean {
  return (tree.attribute(node, 'type') ?? '').startsWith('math/tex');
}

/**
 * Tells whether an element is the MathML of a formula that the page shows in another way, as a picture or as glyphs:
 * pages hide it from eyes, and it is the source that says what the formula is.
 */
export function isFormulaSource(tree: Tree, node: number): boolean {
  if (SOURCE_CLASS.test(tree.attribute(node, 'class') ?? '')) return true;
  let child = node + 1;
  for (let depth = 0; depth <= MAX_WRAPPERS && child < tree.end[node]!; depth++) {
    if (tree.tag[child] === tags.TEXT && tree.isBlank(child)) child++;
    if (child >= tree.end[node]!) return false;
    if (tree.tag[child] === tags.MATH) return tree.end[child] === tree.end[tree.parent[child]!];
    child++;
  }
  return false;
}
