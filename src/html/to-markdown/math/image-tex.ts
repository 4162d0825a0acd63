import type { Tree } from '../../tree.ts';
import { cleanTex } from './source-tex.ts';
import { isSurelyTex } from './tex-signs.ts';

/** Classes of pictures that wikis and blogs draw from TeX. */
const CLASS =
  /(?:^|\s)(?:tex|latex|texvc|math|mwe-math-fallback-image-\w+|wp-katex-eq|ql-img-\S+|tex2jax\S*|math-?tex)(?:\s|$)/i;
const DISPLAY_CLASS = /(?:^|\s)(?:mwe-math-fallback-image-display|ql-img-displayed-\S+)(?:\s|$)/;
/** Services that draw the TeX in the query of their address. */
const DRAWN =
  /(?:codecogs\.com\/|\/latex\.php|mimetex\.cgi|mathtex\.cgi|\/cgi-bin\/tex|\/svg\.image|\/math\/tex)/i;
const BEGINS_AS_TEX =
  /^\s*(?:\{\\(?:display|text)style|\$[^$]+\$\s*$|\$\$|\\[([]|\\begin\{|\\[A-Za-z]{2,}(?![A-Za-z\\]))/;
const DISPLAY_TEX = /^\s*(?:\$\$|\\\[|\\begin\{)/;

/** The TeX of a picture of a formula. */
export interface ImageTex {
  readonly tex: string;
  readonly isDisplay: boolean;
}

/** Reads the TeX of a picture of a formula from its text for readers who see no pictures; undefined for other pictures. */
export function imageTex(tree: Tree, image: number): ImageTex | undefined {
  const alt = textOf(tree, image);
  if (alt === '') return undefined;
  const classes = tree.attribute(image, 'class') ?? '';
  const isDrawn = CLASS.test(classes) || DRAWN.test(tree.attribute(image, 'src') ?? '');
  const isTex = BEGINS_AS_TEX.test(alt) && isSurelyTex(alt);
  if (!isTex && !(isDrawn && !/\s[A-Za-z]{3,}\s[A-Za-z]{2,}\s/.test(alt))) return undefined;
  const tex = cleanTex(alt);
  return tex === '' ? undefined : { tex, isDisplay: DISPLAY_CLASS.test(classes) || DISPLAY_TEX.test(alt) };
}

/** Some programs keep the TeX in the title and praise themselves in the alternative text. */
function textOf(tree: Tree, image: number): string {
  const alt = tree.attribute(image, 'alt')?.trim() ?? '';
  return alt.startsWith('Rendered by ') ? (tree.attribute(image, 'title')?.trim() ?? '') : alt;
}
