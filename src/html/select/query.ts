import { FIRST_ELEMENT_TAG } from '../tags.ts';
import type { Tree } from '../tree.ts';

/** A set of nodes of a tree: 1 for its members, else 0. */
export type NodeSet = Uint8Array;
/** Evaluates something over a whole tree. */
export type TreeQuery = (tree: Tree) => NodeSet;
/** Tells for a tree which elements meet a condition. */
export type Condition = (tree: Tree) => (node: number) => boolean;

export function allElements(tree: Tree): NodeSet {
  const set = new Uint8Array(tree.length);
  for (let node = 0; node < tree.length; node++) if (isElementNode(tree, node)) set[node] = 1;
  return set;
}

export function isElementNode(tree: Tree, node: number): boolean {
  return tree.tag[node]! >= FIRST_ELEMENT_TAG;
}

/** Takes out of a set what does not meet the condition. */
export function keep(set: NodeSet, condition: (node: number) => boolean): void {
  for (let node = set.indexOf(1); node !== -1; node = set.indexOf(1, node + 1)) {
    if (!condition(node)) set[node] = 0;
  }
}

/** Adds the members of another set. */
export function addAll(set: NodeSet, other: NodeSet): void {
  for (let node = 0; node < set.length; node++) set[node]! |= other[node]!;
}
