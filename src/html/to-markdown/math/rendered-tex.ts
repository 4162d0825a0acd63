import * as tags from '../../tags.ts';
import type { Tree } from '../../tree.ts';
import { childNodes, type MathNodes } from './math-nodes.ts';
import { mathmlToTex } from './mathml-to-tex.ts';
import { cleanTex } from './source-tex.ts';

/** Elements of MathJax that show nothing or repeat what the structure says. */
const STRUTS = /^mjx-(?:[nd]?strut|tstrut|line|spacer|surd|mark|break|speech)$/;
/** The boxes in which MathJax puts the parts of a structure, in the order of MathML. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  mfrac: ['num', 'den'],
  mroot: ['box', 'root'],
  munder: ['base', 'under'],
  mover: ['base', 'over'],
  munderover: ['base', 'under', 'over'],
  mtable: ['mtr', 'mlabeledtr'],
};
const LOWER_SHIFT = /translate\(\s*-?[\d.]+\s*,\s*-/;
const GLYPH_CLASS = /(?:^|\s)mjx-c([\dA-F]{2,6})(?:\s|$)/;
/** Nodes of the top of a rendering that are searched for TeX, and boxes of a structure that are opened. */
const TOP_NODES = 12;
const MAX_BOXES = 64;
const FIRST_PIECE = '⎛';
/** The signs that tall brackets are put together from, three pieces each. */
const BRACKETS = ['(', ')', '[', ']', '\\{', '\\}'];

/**
 * The TeX of a formula that MathJax 3 or 4 has put on the page as glyphs only: its own where the page keeps that, else
 * put together from the names that its elements have from MathML and the characters that its glyphs name.
 */
export function renderedTex(tree: Tree, rendering: number): string {
  const end = Math.min(tree.end[rendering]!, rendering + TOP_NODES);
  for (let node = rendering; node < end; node++) {
    const latex = tree.tag[node]! < tags.FIRST_ELEMENT_TAG ? undefined : tree.attribute(node, 'data-latex');
    if (latex !== undefined) return cleanTex(latex);
  }
  const nodes = tree.tag[rendering] === tags.SVG ? svgNodes(tree) : chtmlNodes(tree);
  return cleanTex(mathmlToTex(nodes, rendering));
}

/** The elements of MathJax's output for HTML: `mjx-mi`, `mjx-msup`, and boxes between. */
function chtmlNodes(tree: Tree): MathNodes {
  return {
    name: (node) => {
      const name = bareName(tree, node);
      // Brackets are elements of their own here.
      return /^m[a-z]+$/.test(name) && name !== 'mfenced' ? name : 'mrow';
    },
    children: (node) => {
      const name = bareName(tree, node);
      const wanted = PARTS[name];
      const parts = wanted === undefined ? [] : boxes(tree, node, wanted);
      if (name === 'mtable' ? parts.length > 0 : parts.length === wanted?.length) return parts;
      const children = shownChildren(tree, node);
      const [base, script] = children;
      const isBoth =
        (name === 'msubsup' || name === 'munderover') && base !== undefined && script !== undefined;
      // The upper index stands first in the box of both.
      return isBoth ? [base, ...shownChildren(tree, script).toReversed()] : children;
    },
    text: (node) =>
      glyphs(tree, node, (glyph) => GLYPH_CLASS.exec(tree.attribute(glyph, 'class') ?? '')?.[1]),
    attribute: (node, attribute) => tree.attribute(node, attribute),
  };
}

function bareName(tree: Tree, node: number): string {
  return tree.name(node).replace(/^mjx-/, '');
}

function shownChildren(tree: Tree, node: number): number[] {
  return childNodes(tree, node).filter((child) => !STRUTS.test(tree.name(child)));
}

/** The named boxes of a structure in the order of `names`, found through boxes that only place others. */
function boxes(tree: Tree, structure: number, names: readonly string[]): number[] {
  const found: { readonly rank: number; readonly node: number }[] = [];
  const end = tree.end[structure]!;
  // The sum with its lower limit is a structure within the one with both.
  const passed = names.length === PARTS['munderover']!.length ? 'munder' : '';
  let seen = 0;
  for (let node = structure + 1; node < end && (seen++ < MAX_BOXES || found.length > 0);) {
    const name = bareName(tree, node);
    const rank = names.indexOf(name);
    if (rank >= 0) found.push({ rank, node });
    const isOther = /^m[a-z]/.test(name) && name !== passed;
    node = rank >= 0 || isOther || tree.tag[node] === tags.TEXT ? tree.end[node]! : node + 1;
  }
  const isList = names.includes('mtr');
  return (isList ? found : found.toSorted((a, b) => a.rank - b.rank)).map(({ node }) => node);
}

/** Groups of MathJax's drawings have the name from MathML in `data-mml-node`; the lower index is shifted down. */
function svgNodes(tree: Tree): MathNodes {
  const name = (node: number): string => tree.attribute(node, 'data-mml-node') ?? '';
  return {
    name: (node) => (name(node) === 'mfenced' ? '' : name(node)) || 'mrow',
    children: (node) => {
      const groups = childNodes(tree, node).filter((child) => /^(?:g|svg)$/.test(tree.name(child)));
      const [base, first, second] = groups;
      const hasBoth = /^(?:msubsup|munderover)$/.test(name(node)) && groups.length === 3;
      const isUpperFirst = hasBoth && LOWER_SHIFT.test(tree.attribute(second!, 'transform') ?? '');
      return isUpperFirst ? [base!, second!, first!] : groups;
    },
    text: (node) => glyphs(tree, node, (glyph) => tree.attribute(glyph, 'data-c')),
    attribute: (node, attribute) => tree.attribute(node, attribute),
  };
}

/** Characters of the glyphs in a token, and text that MathJax had no glyph for. */
function glyphs(tree: Tree, token: number, codeOf: (glyph: number) => string | undefined): string {
  let text = '';
  for (let node = token; node < tree.end[token]!; node++) {
    if (tree.tag[node] === tags.TEXT) text += tree.text(node);
    if (tree.tag[node]! < tags.FIRST_ELEMENT_TAG) continue;
    const code = Number.parseInt(codeOf(node) ?? '', 16);
    if (code <= 0x10ffff) text += String.fromCodePoint(code);
  }
  const piece = text.charCodeAt(0) - FIRST_PIECE.charCodeAt(0);
  return BRACKETS[Math.floor(piece / 3)] ?? text;
}
