import { SelectorType, type Traversal } from 'css-what';
import { isElementNode, type NodeSet } from './query.ts';
import type { Tree } from '../tree.ts';

/** One step of a selector: from a set to the set of nodes that stand in the relation to one of its members. */
export type Step = (tree: Tree, set: NodeSet) => NodeSet;

/** From what is left of the combinator to what may stand right of it. */
export function forwardStep(combinator: Traversal): Step {
  return stepOf(combinator, [descendants, children, laterSiblings, nextSiblings]);
}

/** From what is right of the combinator to what may stand left of it, as `:has()` asks. */
export function backwardStep(combinator: Traversal): Step {
  return stepOf(combinator, [ancestors, parents, earlierSiblings, previousSiblings]);
}

function stepOf(
  { type }: Traversal,
  [within, child, sibling, adjacent]: readonly [Step, Step, Step, Step],
): Step {
  if (type === SelectorType.Descendant) return within;
  if (type === SelectorType.Child) return child;
  if (type === SelectorType.Sibling) return sibling;
  if (type === SelectorType.Adjacent) return adjacent;
  throw new Error(`the ${type} combinator is not supported`);
}

function descendants(tree: Tree, set: NodeSet): NodeSet {
  const result = new Uint8Array(tree.length);
  for (let node = 1; node < tree.length; node++) {
    const parent = tree.parent[node]!;
    if (set[parent] === 1 || result[parent] === 1) result[node] = 1;
  }
  return onlyElements(tree, result);
}

function children(tree: Tree, set: NodeSet): NodeSet {
  const result = new Uint8Array(tree.length);
  for (let node = 1; node < tree.length; node++) result[node] = set[tree.parent[node]!]!;
  return onlyElements(tree, result);
}

function laterSiblings(tree: Tree, set: NodeSet): NodeSet {
  const result = new Uint8Array(tree.length);
  const hasSeen = new Uint8Array(tree.length);
  for (let node = 1; node < tree.length; node++) {
    const parent = tree.parent[node]!;
    result[node] = hasSeen[parent]!;
    hasSeen[parent]! |= set[node]!;
  }
  return onlyElements(tree, result);
}

function nextSiblings(tree: Tree, set: NodeSet): NodeSet {
  const result = new Uint8Array(tree.length);
  const isAfterMember = new Uint8Array(tree.length);
  for (let node = 1; node < tree.length; node++) {
    if (!isElementNode(tree, node)) continue;
    const parent = tree.parent[node]!;
    result[node] = isAfterMember[parent]!;
    isAfterMember[parent] = set[node]!;
  }
  return result;
}

function ancestors(tree: Tree, set: NodeSet): NodeSet {
  const result = new Uint8Array(tree.length);
  for (let node = tree.length - 1; node > 0; node--) {
    if (set[node] === 1 || result[node] === 1) result[tree.parent[node]!] = 1;
  }
  return onlyElements(tree, result);
}

function parents(tree: Tree, set: NodeSet): NodeSet {
  const result = new Uint8Array(tree.length);
  for (let node = 1; node < tree.length; node++) if (set[node] === 1) result[tree.parent[node]!] = 1;
  return onlyElements(tree, result);
}

function earlierSiblings(tree: Tree, set: NodeSet): NodeSet {
  const result = new Uint8Array(tree.length);
  const hasSeen = new Uint8Array(tree.length);
  for (let node = tree.length - 1; node > 0; node--) {
    const parent = tree.parent[node]!;
    result[node] = hasSeen[parent]!;
    hasSeen[parent]! |= set[node]!;
  }
  return onlyElements(tree, result);
}

function previousSiblings(tree: Tree, set: NodeSet): NodeSet {
  const result = new Uint8Array(tree.length);
  const isBeforeMember = new Uint8Array(tree.length);
  for (let node = tree.length - 1; node > 0; node--) {
    if (!isElementNode(tree, node)) continue;
    const parent = tree.parent[node]!;
    result[node] = isBeforeMember[parent]!;
    isBeforeMember[parent] = set[node]!;
  }
  return result;
}

function onlyElements(tree: Tree, set: NodeSet): NodeSet {
  for (let node = 0; node < tree.length; node++) if (!isElementNode(tree, node)) set[node] = 0;
  return set;
}
