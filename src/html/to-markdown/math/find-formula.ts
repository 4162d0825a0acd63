import * as tags from '../../tags.ts';
import type { Tree } from '../../tree.ts';
import { imageTex } from './image-tex.ts';
import { mathmlTex } from './mathml-tex.ts';
import { renderedTex } from './rendered-tex.ts';
import { attributeTex, elementTex } from './source-tex.ts';

/** A formula and the element that shows it, often several times over: for eyes, for screen readers, as source. */
export interface Formula {
  /** The outermost element of the renderer's output. */
  readonly container: number;
  readonly isDisplay: boolean;
  /** Gives the TeX; '' for a formula that says nothing. */
  readonly tex: () => string;
}

/** How far above `math` a renderer puts its outermost element. */
const MAX_CLIMB = 6;
/** How far above the glyphs of a formula an element may keep its TeX. */
const MAX_SOURCE_CLIMB = 3;
/** Children of a renderer's element that are looked at. */
const MAX_CHILDREN = 16;
/** Classes of KaTeX, MathJax 2 and MediaWiki. */
const CONTAINER =
  /(?:^|\s)(?:katex(?:-display)?|MathJax(?:_Display|_SVG|_CHTML|_SVG_Display)?|mwe-math-element)(?:\s|$)/;
const DISPLAY =
  /(?:^|\s)(?:katex-display|MathJax\w*_Display|mwe-math-element-block|mwe-math-mathml-display|math-display)(?:\s|$)/;
/** Classes of elements that may have the TeX in an attribute. */
const MAY_HAVE_SOURCE = /tex|math|formula|equation/i;
const KATEX = /(?:^|\s)katex(?:\s|$)/;
/** The code of Markdown that was written for KaTeX and not rendered. */
const MATH_CODE = /(?:^|\s)(?:language-math|math-inline|math-display)(?:\s|$)/;

/**
 * Finds the formula that an element is the source of or shows; undefined for an element that is none. KaTeX, MathJax 2
 * to 4 and MediaWiki wrap the source in elements of their own. An element within a formula is not asked for.
 */
export function findFormula(tree: Tree, node: number, root: number): Formula | undefined {
  const tag = tree.tag[node]!;
  switch (tag) {
    case tags.MATH:
      return around(tree, node, root, () => mathmlTex(tree, node));
    case tags.SCRIPT:
      return around(tree, node, root, () => elementTex(tree, node));
    case tags.IMG:
      return pictured(tree, node);
    case tags.CODE:
      return MATH_CODE.test(tree.attribute(node, 'class') ?? '') ? coded(tree, node) : undefined;
    case tags.SPAN:
    case tags.DIV:
      return classed(tree, node, root);
    default:
      return tag >= tags.FIRST_UNKNOWN_TAG && tree.name(node) === 'mjx-container'
        ? contained(tree, node, root)
        : undefined;
  }
}

/** The formula around its source. */
function around(tree: Tree, source: number, root: number, tex: () => string): Formula {
  let container = source;
  let isDisplay = isDisplaySource(tree, source);
  let node = source;
  for (let steps = 0; steps <= MAX_CLIMB && node > root; steps++) {
    const classes = tree.attribute(node, 'class') ?? '';
    const isMathJax = tree.name(node) === 'mjx-container';
    if (isMathJax || CONTAINER.test(classes)) container = node;
    if (DISPLAY.test(classes) || (isMathJax && tree.attribute(node, 'display') === 'true')) isDisplay = true;
    node = tree.parent[node]!;
  }
  return { container, isDisplay, tex };
}

function isDisplaySource(tree: Tree, source: number): boolean {
  if (tree.tag[source] === tags.SCRIPT) return /mode=display/.test(tree.attribute(source, 'type') ?? '');
  return tree.attribute(source, 'display') === 'block' || tree.attribute(source, 'mode') === 'display';
}

function pictured(tree: Tree, image: number): Formula | undefined {
  const picture = imageTex(tree, image);
  return picture && { container: image, isDisplay: picture.isDisplay, tex: () => picture.tex };
}

function coded(tree: Tree, code: number): Formula {
  const parent = tree.parent[code]!;
  const isBlock = tree.tag[parent] === tags.PRE && tree.end[parent] === tree.end[code];
  const isDisplay = isBlock || DISPLAY.test(tree.attribute(code, 'class') ?? '');
  return { container: isBlock ? parent : code, isDisplay, tex: () => elementTex(tree, code) };
}

/** The formula of an element with its TeX in an attribute, on itself or around the glyphs of KaTeX. */
function classed(tree: Tree, node: number, root: number): Formula | undefined {
  const classes = tree.hasAttributes(node) ? tree.attribute(node, 'class') : undefined;
  if (classes === undefined || !MAY_HAVE_SOURCE.test(classes)) return undefined;
  const own = attributeTex(tree, node);
  if (own !== undefined) return around(tree, node, root, () => own);
  if (!KATEX.test(classes) || hasMathml(tree, node)) return undefined;
  let above = tree.parent[node]!;
  for (let steps = 0; steps < MAX_SOURCE_CLIMB && above > root; steps++) {
    const tex = attributeTex(tree, above);
    if (tex !== undefined) return { ...around(tree, node, root, () => tex), container: above };
    above = tree.parent[above]!;
  }
  return undefined;
}

/** The formula of MathJax 3 and 4 that comes as glyphs alone, without MathML for screen readers. */
function contained(tree: Tree, container: number, root: number): Formula | undefined {
  if (hasMathml(tree, container)) return undefined;
  for (const child of children(tree, container)) {
    const isGlyphs = tree.tag[child] === tags.SVG || tree.name(child) === 'mjx-math';
    if (!isGlyphs) continue;
    const formula = around(tree, child, root, () => renderedTex(tree, child));
    return { ...formula, container };
  }
  return undefined;
}

/** True when a child, or a child of the child, is MathML. */
function hasMathml(tree: Tree, node: number): boolean {
  return children(tree, node).some((child) => {
    const first = child + 1 < tree.end[child]! ? tree.tag[child + 1] : undefined;
    return tree.tag[child] === tags.MATH || first === tags.MATH;
  });
}

function children(tree: Tree, node: number): number[] {
  const found: number[] = [];
  for (let child = node + 1; child < tree.end[node]! && found.length < MAX_CHILDREN; child = tree.end[child]!)
    found.push(child);
  return found;
}
