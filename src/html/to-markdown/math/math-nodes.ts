import * as tags from '../../tags.ts';
import type { Tree } from '../../tree.ts';

/** A formula as MathML has it, whatever elements the page has put it into. */
export interface MathNodes {
  /** The name of the element in MathML. */
  name(node: number): string;
  /** Children in the order of MathML; text that stands loose is among them only where it says something. */
  children(node: number): number[];
  /** All text in a node. */
  text(node: number): string;
  attribute(node: number, name: string): string | undefined;
}

/** Presentation MathML. */
export function mathmlNodes(tree: Tree): MathNodes {
  return {
    name: (node) => tree.name(node),
    children: (node) => childNodes(tree, node),
    text: (node) => textIn(tree, node),
    attribute: (node, name) => tree.attribute(node, name),
  };
}

/** The element children of a node, and its texts that are not blank. */
export function childNodes(tree: Tree, node: number): number[] {
  const found: number[] = [];
  const stop = tree.end[node]!;
  for (let child = node + 1; child < stop; child = tree.end[child]!) {
    const tag = tree.tag[child]!;
    const isText = tag === tags.TEXT && tree.text(child).trim() !== '';
    if (isText || tag >= tags.FIRST_ELEMENT_TAG) found.push(child);
  }
  return found;
}

function textIn(tree: Tree, node: number): string {
  if (tree.tag[node] === tags.TEXT) return tree.text(node);
  const texts: string[] = [];
  for (let inner = node + 1; inner < tree.end[node]!; inner++) {
    if (tree.tag[inner] === tags.TEXT) texts.push(tree.text(inner));
  }
  return texts.join('');
}
