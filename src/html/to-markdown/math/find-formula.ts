import * as tags from '../../tags.ts';
import type { Tree } from '../../tree.ts';

/** A formula and the element that shows it, often several times over: for eyes, for screen readers, as source. */
export interface Formula {
  /** The `math` element, or the `script` with TeX. */
  readonly source: number;
  /** The outermost element of the renderer's output. */
  readonly container: number;
  readonly isDisplay: boolean;
}

/** How far above `math` a renderer puts its outermost element. */
const MAX_CLIMB = 6;
/** Classes of KaTeX, MathJax 2 and MediaWiki. */
const CONTAINER =
  /(?:^|\s)(?:katex(?:-display)?|MathJax(?:_Display|_SVG|_CHTML|_SVG_Display)?|mwe-math-element)(?:\s|$)/;
const DISPLAY = /(?:^|\s)(?:katex-display|MathJax\w*_Display|mwe-math-element-block)(?:\s|$)/;

/** The formula around a `math` or TeX `script` element; KaTeX, MathJax 2 to 4 and MediaWiki wrap it in their own. */
export function findFormula(tree: Tree, source: number, root: number): Formula {
  let container = source;
  let isDisplay = isDisplaySource(tree, source);
  let node = tree.parent[source]!;
  for (let steps = 0; steps < MAX_CLIMB && node > root; steps++) {
    const classes = tree.attribute(node, 'class') ?? '';
    const isMathJax = tree.name(node) === 'mjx-container';
    if (isMathJax || CONTAINER.test(classes)) container = node;
    if (DISPLAY.test(classes) || (isMathJax && tree.attribute(node, 'display') === 'true')) isDisplay = true;
    node = tree.parent[node]!;
  }
  return { source, container, isDisplay };
}

function isDisplaySource(tree: Tree, source: number): boolean {
  if (tree.tag[source] === tags.SCRIPT) return /mode=display/.test(tree.attribute(source, 'type') ?? '');
  return tree.attribute(source, 'display') === 'block' || tree.attribute(source, 'mode') === 'display';
}
