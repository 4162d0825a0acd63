import * as tags from '../../tags.ts';
import type { Tree } from '../../tree.ts';

const ADDRESS = /mathjax|katex|texme|latex\.js|auto-render/i;
const SETTINGS = /\bMathJax\b|renderMathInElement|\bkatex\b/;
/** Classes that writers of pages give to TeX for a renderer. */
const TEX_CLASS =
  /(?:^|\s)(?:arithmatex|mathjax|mathjax-tex|math inline|math display|math notranslate\S*|tex2jax_process)(?:\s|$)/;
/** Characters of a script that are searched. */
const SETTINGS_LENGTH = 5000;

/** Tells whether a page brings a program along that turns TeX in its text into formulas. */
export function hasRenderer(tree: Tree): boolean {
  const { tag, length } = tree;
  for (let node = 1; node < length; node++) {
    const kind = tag[node]!;
    if (kind === tags.SCRIPT || kind === tags.LINK) {
      const address = tree.attribute(node, kind === tags.LINK ? 'href' : 'src');
      if (address === undefined ? isSettings(tree, node) : ADDRESS.test(address)) return true;
    } else if (kind === tags.MATH) {
      return true;
    } else if (kind === tags.SPAN || kind === tags.DIV) {
      if (tree.hasAttributes(node) && TEX_CLASS.test(tree.attribute(node, 'class') ?? '')) return true;
    } else if (
      kind >= tags.FIRST_UNKNOWN_TAG &&
      /^(?:math-renderer|tex-math|mjx-container)$/.test(tree.name(node))
    ) {
      return true;
    }
  }
  return false;
}

function isSettings(tree: Tree, script: number): boolean {
  const isScript = tree.tag[script] === tags.SCRIPT && script + 1 < tree.end[script]!;
  return isScript && SETTINGS.test(tree.text(script + 1).slice(0, SETTINGS_LENGTH));
}
