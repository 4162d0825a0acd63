import {
  backgroundOf,
  colourOf,
  isHiding,
  readDeclarations,
  type Declarations,
} from './hiding-declarations.ts';
import { readHiddenNames, type HiddenNames } from './hiding-rules.ts';
import { RULE } from './main-content/rules.ts';
import { FIRST_ELEMENT_TAG, LINK, STYLE, TEXT } from './tags.ts';
import type { RemovalMask, Tree } from './tree.ts';

/** A mask of what is removed, and more. */
export interface UnseenMask {
  removed: RemovalMask;
  /** Characters of the text that this hides beyond what was removed, and of the text that is left. */
  hidden: number;
  left: number;
}

export interface UnseenOptions {
  removed: RemovalMask;
  /** 1 at each block that stays although the page hides it, since its readers can open it. */
  shown: Uint8Array | undefined;
}

interface Sheets {
  names: HiddenNames;
  /** No style sheet could give a background. */
  isPlain: boolean;
}

/**
 * Takes out what no reader of a page sees, as far as the page itself tells: hidden by attribute, by its own style or by the
 * page's own style sheets. Stricter than what a document is made of, which loses nothing that a script may yet show.
 */
export function maskUnseen(tree: Tree, { removed: given, shown }: UnseenOptions): UnseenMask {
  const removed = given.slice();
  const mask: UnseenMask = { removed, hidden: 0, left: 0 };
  const look = createLook(tree, readSheets(tree));
  let hiddenUntil = 0;
  for (let node = 0; node < tree.length; node++) {
    const isWithin = node < hiddenUntil;
    if (removed[node] !== 0 && !isWithin) node = tree.end[node]! - 1;
    else if (tree.tag[node] === TEXT) mask[isWithin ? 'hidden' : 'left'] += tree.text(node).length;
    else if (!isWithin && shown?.[node] !== 1 && look(node)) {
      removed[node] = RULE.invisible;
      hiddenUntil = tree.end[node]!;
    }
  }
  return mask;
}

/** Makes the look at the elements of a page, in their order. */
function createLook(tree: Tree, sheets: Sheets): (node: number) => boolean {
  const backgrounds: Array<{ end: number; colour: string }> = [];
  return function isUnseenElement(node) {
    if (tree.tag[node]! < FIRST_ELEMENT_TAG || !tree.hasAttributes(node)) return false;
    while (backgrounds.length > 0 && backgrounds.at(-1)!.end <= node) backgrounds.pop();
    const style = readDeclarations(tree.attribute(node, 'style') ?? '');
    if (isUnseen(tree, node, { style, sheets, behind: backgrounds.at(-1)?.colour })) return true;
    const colour = backgroundOf(style);
    if (colour !== undefined) backgrounds.push({ end: tree.end[node]!, colour });
    return false;
  };
}

function readSheets(tree: Tree): Sheets {
  const sheets: string[] = [];
  let isPlain = true;
  for (let node = 0; node < tree.length; node++) {
    if (tree.tag[node] === LINK && /stylesheet/i.test(tree.attribute(node, 'rel') ?? '')) isPlain = false;
    if (tree.tag[node] !== STYLE) continue;
    const sheet = node + 1 < tree.end[node]! ? tree.text(node + 1) : '';
    sheets.push(sheet);
    if (/background/i.test(sheet)) isPlain = false;
  }
  return { names: readHiddenNames(sheets), isPlain };
}

interface Look {
  style: Declarations;
  sheets: Sheets;
  /** The background that the nearest element around gives. */
  behind: string | undefined;
}

function isUnseen(tree: Tree, node: number, { style, sheets, behind }: Look): boolean {
  const hidden = tree.attribute(node, 'hidden');
  if (hidden !== undefined && hidden.toLowerCase() !== 'until-found') return true;
  if (
    style.size > 0 &&
    (isHiding(style) || isOnItsColour(style, behind ?? (sheets.isPlain ? '#ffffff' : undefined)))
  )
    return true;
  return sheets.names.size > 0 && namesOf(tree, node).some((name) => sheets.names.has(name));
}

function isOnItsColour(style: Declarations, behind: string | undefined): boolean {
  const colour = colourOf(style.get('color') ?? '');
  return (
    colour !== undefined && backgroundOf(style) === undefined && !style.has('background') && colour === behind
  );
}

function namesOf(tree: Tree, node: number): string[] {
  const id = tree.attribute(node, 'id');
  const classes = tree.attribute(node, 'class')?.split(/\s+/) ?? [];
  return [...(id === undefined ? [] : [`#${id}`]), ...classes.map((name) => `.${name}`)];
}
