import * as T from './tags.ts';
import type { Tree } from './tree.ts';

/** A page that shows at least so many characters, its menus left out, says something without its scripts. */
const ENOUGH_CHARACTERS = 200;
/** Fewer characters beside the menus, and no heading or picture in the place of the content: nothing but a frame. */
const NEXT_TO_NOTHING = 100;
/** Not noscript: some pages carry all of their text in it, and a mere "please enable JavaScript" is short. */
const UNSEEN: ReadonlySet<number> = new Set([T.HEAD, T.SCRIPT, T.STYLE, T.TEMPLATE, T.SVG]);
const FRAME: ReadonlySet<number> = new Set([T.NAV, T.FOOTER, T.MENU, T.BUTTON, T.SELECT, T.DIALOG]);
const CONTENT: ReadonlySet<number> = new Set([T.H1, T.ARTICLE, T.MAIN]);
const PICTURES: ReadonlySet<number> = new Set([T.IMG, T.VIDEO, T.IFRAME, T.OBJECT, T.EMBED, T.CANVAS]);

/** What stands beside a page's menus, as far as it was read. */
interface Shown {
  characters: number;
  /** The same without links. */
  plain: number;
  hasHeading: boolean;
  hasPicture: boolean;
}

/**
 * Whether a page is next to empty until its scripts have run: it has scripts and hardly any text, or a frame with
 * nothing in it, or a head and no text at all. Stops early on a page that is not.
 */
export function isScriptShell(tree: Tree): boolean {
  const beside = readShown(tree, true);
  if (beside.characters >= ENOUGH_CHARACTERS) return false;
  const all = readShown(tree, false);
  if (all.characters < ENOUGH_CHARACTERS && holds(tree, T.SCRIPT)) return true;
  if (all.characters === 0) return !all.hasPicture && holds(tree, T.META);
  const isFrame = all.characters >= ENOUGH_CHARACTERS || all.plain === 0;
  if (!isFrame || beside.plain >= NEXT_TO_NOTHING) return false;
  const main = tree.tag.indexOf(T.MAIN);
  const { plain, hasHeading, hasPicture } = main < 0 ? beside : readShown(tree, true, main);
  return plain < NEXT_TO_NOTHING && !hasHeading && !hasPicture;
}

/** Reads the subtree of `top` until there are enough characters. */
function readShown(tree: Tree, isFrameLeftOut: boolean, top = 0): Shown {
  const shown: Shown = { characters: 0, plain: 0, hasHeading: false, hasPicture: false };
  let linkUntil = 0;
  let headingUntil = 0;
  let isHeaderRead = !isFrameLeftOut;
  const end = tree.end[top]!;
  for (let node = top + 1; node < end && shown.characters < ENOUGH_CHARACTERS;) {
    const tag = tree.tag[node]!;
    if (UNSEEN.has(tag) || (isFrameLeftOut && FRAME.has(tag))) {
      node = tree.end[node]!;
      continue;
    }
    if (tag === T.HEADER && !isHeaderRead) {
      // Only the first is the page's own.
      isHeaderRead = true;
      if (!holdsContent(tree, node)) {
        node = tree.end[node]!;
        continue;
      }
    }
    if (tag === T.A) linkUntil = tree.end[node]!;
    else if (tag >= T.H1 && tag <= T.H6) headingUntil = tree.end[node]!;
    else if (PICTURES.has(tag)) shown.hasPicture = true;
    if (tag === T.TEXT) {
      const characters = tree.text(node).trim().length;
      shown.characters += characters;
      if (node >= linkUntil) {
        shown.plain += characters;
        if (node < headingUntil && characters > 0) shown.hasHeading = true;
      }
    }
    node++;
  }
  return shown;
}

function holdsContent(tree: Tree, header: number): boolean {
  for (let node = header + 1; node < tree.end[header]!; node++) if (CONTENT.has(tree.tag[node]!)) return true;
  return false;
}

function holds(tree: Tree, tag: number): boolean {
  return tree.tag.includes(tag);
}
