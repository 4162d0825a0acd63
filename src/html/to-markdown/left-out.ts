import { isFormulaSource, isTexScript } from '../formula-source.ts';
import { imageTex } from './math/image-tex.ts';
import { HIDDEN_MARK } from '../marks.ts';
import * as tags from '../tags.ts';
import type { Tree } from '../tree.ts';

/** Elements whose content no browser shows as text, or that their handler reads by itself. */
const NEVER_SHOWN = new Set([
  tags.AREA,
  tags.BASE,
  tags.CANVAS,
  tags.DATALIST,
  tags.HEAD,
  tags.LINK,
  tags.META,
  tags.METER,
  tags.NOEMBED,
  tags.NOFRAMES,
  tags.PARAM,
  tags.PROGRESS,
  tags.RP,
  tags.STYLE,
  tags.SVG,
  tags.TITLE,
  tags.TRACK,
]);
const HIDING_STYLE = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))/i;
const WORD = /[\p{L}\p{N}]/u;
/** Nodes looked at to tell whether an `aria-hidden` element holds words. */
const DECORATION_NODES = 32;

/**
 * Whether an element and all in it stays out of the Markdown: never shown by browsers, hidden by the `hidden` or
 * `popover` attribute, its inline style or, as a browser saw it, any style, or decoration. `aria-hidden` alone means decoration only when there are no
 * words in it (icons, separators): pages also put it on what everybody sees. A hidden element that holds more than
 * half of the page is one that waits for a script to show it, so it is the page; `shown` marks others that are not hidden
 * for good.
 */
export function isLeftOut(tree: Tree, node: number, shown?: Uint8Array): boolean {
  const tag = tree.tag[node]!;
  if (NEVER_SHOWN.has(tag)) return true;
  if (tag === tags.SCRIPT) return !isTexScript(tree, node);
  if (tag === tags.TEMPLATE) return shadowRootMode(tree, node) === undefined;
  if (tag === tags.DIALOG && tree.attribute(node, 'open') === undefined) return true;
  if (!tree.hasAttributes(node)) return false;
  if (shown?.[node] !== 1 && isHidden(tree, node)) return tree.end[node]! - node < tree.length / 2;
  return tree.attribute(node, 'aria-hidden') === 'true' && isDecoration(tree, node);
}

function shadowRootMode(tree: Tree, node: number): string | undefined {
  return tree.attribute(node, 'shadowrootmode') ?? tree.attribute(node, 'shadowroot');
}

function isHidden(tree: Tree, node: number): boolean {
  const hidden = tree.attribute(node, 'hidden');
  if (hidden !== undefined && hidden.toLowerCase() !== 'until-found') return true;
  if (tree.attribute(node, 'popover') !== undefined) return true;
  const style = tree.attribute(node, 'style');
  const isStyledAway = style !== undefined && HIDING_STYLE.test(style);
  if (!isStyledAway && tree.attribute(node, HIDDEN_MARK) === undefined) return false;
  return !isFormulaSource(tree, node);
}

function isDecoration(tree: Tree, node: number): boolean {
  // A formula is read aloud from its source, so the picture of it is not.
  if (tree.tag[node] === tags.IMG && imageTex(tree, node) !== undefined) return false;
  const end = tree.end[node]!;
  if (end - node > DECORATION_NODES) return false;
  for (let inner = node + 1; inner < end; inner++) {
    const tag = tree.tag[inner];
    if (tag === tags.IMG || tag === tags.MATH || (tag === tags.TEXT && WORD.test(tree.text(inner))))
      return false;
  }
  return true;
}
