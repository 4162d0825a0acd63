import * as tags from '../../tags.ts';
import type { Tree } from '../../tree.ts';

/** Attributes in which editors and renderers keep the TeX of what an element shows. */
const ATTRIBUTES = ['data-tex', 'data-latex', 'data-math', 'data-katex', 'data-formula', 'data-equation'];
const DISPLAY_STYLE = /^\{\\(?:display|text|script)style\s*([^]*)\}$/;
/** Kramdown and old pages hide TeX from parsers of XML: behind a comment of TeX, or bare. */
const CDATA = /^(?:%\s*)?<!\[CDATA\[|(?:%\s*)?\]\]>$/g;
const DELIMITERS = [
  ['$$', '$$'],
  ['\\[', '\\]'],
  ['\\(', '\\)'],
  ['$', '$'],
] as const;

/** TeX ready to stand between dollar signs: without the delimiters and wrappers that its page gave it. */
export function cleanTex(tex: string): string {
  const bare = withoutDelimiters(tex.trim().replace(CDATA, '').trim());
  // Not a tag, for readers without mathematics.
  return (DISPLAY_STYLE.exec(bare)?.[1] ?? bare).trim().replace(/<(?=[A-Za-z/!?])/g, '< ');
}

/** The text in an element as TeX. */
export function elementTex(tree: Tree, element: number): string {
  const texts: string[] = [];
  for (let node = element + 1; node < tree.end[element]!; node++) {
    if (tree.tag[node] === tags.TEXT) texts.push(tree.text(node));
  }
  return cleanTex(texts.join(''));
}

/** The TeX in an attribute of an element; undefined when there is none. */
export function attributeTex(tree: Tree, node: number): string | undefined {
  for (const name of ATTRIBUTES) {
    const value = tree.attribute(node, name);
    // Settings of a script.
    if (value === undefined || /^\s*(?:[[{]\s*["\]}]|true|false|$)/.test(value)) continue;
    return cleanTex(value);
  }
  const isQuill = /(?:^|\s)ql-formula(?:\s|$)/.test(tree.attribute(node, 'class') ?? '');
  const value = isQuill ? tree.attribute(node, 'data-value') : undefined;
  return value === undefined ? undefined : cleanTex(value);
}

function withoutDelimiters(tex: string): string {
  for (const [opening, closing] of DELIMITERS) {
    const isDelimited =
      tex.length >= opening.length + closing.length && tex.startsWith(opening) && tex.endsWith(closing);
    if (!isDelimited) continue;
    const inner = tex.slice(opening.length, -closing.length);
    // Two formulas side by side begin and end the same way.
    return inner.includes(opening) || inner.endsWith('\\') ? tex : inner.trim();
  }
  return tex;
}
