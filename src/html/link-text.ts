import { IMG, TEXT } from './tags.ts';
import type { Tree } from './tree.ts';

/** Nodes of a link that are read: a link around a whole card says what it is at its beginning. */
const MAX_NODES = 60;
const MAX_CHARACTERS = 120;

/** The words of a link on one line: its text, or what its picture shows. Empty when it has none. */
export function linkTextOf(tree: Tree, link: number): string {
  const end = Math.min(tree.end[link]!, link + MAX_NODES);
  let text = '';
  let picture = '';
  for (let node = link + 1; node < end && text.length < MAX_CHARACTERS; node++) {
    if (tree.tag[node] === TEXT && !tree.isBlank(node))
      text += ` ${tree.text(node).slice(0, MAX_CHARACTERS)}`;
    else if (tree.tag[node] === IMG && picture === '') picture = tree.attribute(node, 'alt') ?? '';
  }
  return onOneLine(text) || onOneLine(picture.slice(0, MAX_CHARACTERS));
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_CHARACTERS).toWellFormed();
}
