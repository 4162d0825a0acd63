import * as tags from '../../tags.ts';
import type { Tree } from '../../tree.ts';
import { mathmlNodes } from './math-nodes.ts';
import { mathmlToTex } from './mathml-to-tex.ts';
import { cleanTex, elementTex } from './source-tex.ts';
import { mayBeTex } from './tex-signs.ts';

const TEX_ENCODING = /tex/i;

/** The TeX that MathML brings along as annotation or alternative text; else the MathML put into TeX. */
export function mathmlTex(tree: Tree, math: number): string {
  const end = tree.end[math]!;
  for (let node = math + 1; node < end; node++) {
    const isTex =
      tree.tag[node] === tags.ANNOTATION && TEX_ENCODING.test(tree.attribute(node, 'encoding') ?? '');
    if (isTex) return elementTex(tree, node);
  }
  const alternative = cleanTex(tree.attribute(math, 'alttext') ?? '');
  // Books say there how the formula is read aloud.
  if (mayBeTex(alternative)) return alternative;
  return cleanTex(mathmlToTex(mathmlNodes(tree), math)) || alternative;
}
