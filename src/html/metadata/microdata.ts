import { cleanValue, elementText } from './text.ts';
import type { Tree } from '../tree.ts';

/** Longest way up to the item that a property belongs to. */
const MAX_STEPS = 200;
const MAX_CANDIDATES = 50;

/**
 * The first value of each of these microdata properties of the page's own item (WHATWG HTML 5.2.4): the
 * machine-readable form where there is one, else the text. Properties of items inside it, such as the date of a review,
 * do not count. `marked` has all elements with properties, in document order.
 */
export function readMicrodata<Name extends string>(
  tree: Tree,
  marked: readonly number[],
  properties: readonly Name[],
): Map<Name, string> {
  const found = new Map<Name, string>();
  let candidates = 0;
  for (const node of marked) {
    const names = tree.attribute(node, 'itemprop');
    if (names === undefined) continue;
    const property = properties.find((name) => names.split(/\s+/).includes(name));
    if (property === undefined || found.has(property)) continue;
    if (candidates++ === MAX_CANDIDATES) break;
    const value = valueOf(tree, node);
    if (value !== '' && isOfOuterItem(tree, node)) found.set(property, value);
  }
  return found;
}

function valueOf(tree: Tree, node: number): string {
  const machineReadable = tree.attribute(node, 'content') ?? tree.attribute(node, 'datetime');
  return machineReadable === undefined ? elementText(tree, node) : cleanValue(machineReadable);
}

function isOfOuterItem(tree: Tree, node: number): boolean {
  for (let at = tree.parent[node]!, steps = 0; at > 0 && steps < MAX_STEPS; at = tree.parent[at]!, steps++) {
    if (tree.attribute(at, 'itemscope') !== undefined) return tree.attribute(at, 'itemprop') === undefined;
  }
  return true;
}
