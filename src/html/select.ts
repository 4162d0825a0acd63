import { parse, type Selector } from 'css-what';
import { ServiceError } from '../lib/service-error.ts';
import { compileList } from './select/list.ts';
import type { TreeQuery } from './select/query.ts';
import type { Tree } from './tree.ts';

/** Longest selector taken, in characters, and the most parts: each costs up to three passes over the tree. */
const MAX_LENGTH = 1000;
const MAX_PARTS = 200;

/** A CSS selector, ready for any number of trees. */
export interface CompiledSelector {
  readonly text: string;
  /** The nodes of a tree that it matches: 1 for each of them, else 0. */
  readonly matchesIn: TreeQuery;
}

/**
 * Compiles a CSS selector (Selectors level 4 as far as it makes sense in a page at rest). Each of its parts is one pass
 * over a tree, so no selector takes more than linear time. Throws BAD_REQUEST for a selector that is not valid.
 */
export function compileSelector(text: string): CompiledSelector {
  if (text.length > MAX_LENGTH)
    throw invalid(`${text.slice(0, 40)}…`, `longer than ${MAX_LENGTH} characters`);
  try {
    const selectors = parse(text);
    if (selectors.length === 0) throw new Error('it is empty');
    if (countParts(selectors) > MAX_PARTS) throw new Error(`it has more than ${MAX_PARTS} parts`);
    return { text, matchesIn: remembered(compileList(selectors)) };
  } catch (error) {
    throw invalid(text, error instanceof Error ? error.message : String(error), error);
  }
}

/** All nodes that match, in document order. */
export function selectAll(tree: Tree, selector: CompiledSelector): number[] {
  const set = selector.matchesIn(tree);
  const nodes: number[] = [];
  for (let node = set.indexOf(1); node !== -1; node = set.indexOf(1, node + 1)) nodes.push(node);
  return nodes;
}

/** Tells whether a node matches a selector; see `selectAll`. */
export function matches(tree: Tree, node: number, selector: CompiledSelector): boolean {
  return selector.matchesIn(tree)[node] === 1;
}

function countParts(selectors: readonly Selector[][]): number {
  let count = 0;
  const open = [...selectors];
  for (let selector = open.pop(); selector !== undefined; selector = open.pop()) {
    count += selector.length;
    for (const part of selector) if ('data' in part && Array.isArray(part.data)) open.push(...part.data);
  }
  return count;
}

/** Asking about one node after the other costs one evaluation for each tree. */
function remembered(query: TreeQuery): TreeQuery {
  const sets = new WeakMap<Tree, Uint8Array>();
  return (tree) => {
    const known = sets.get(tree);
    if (known !== undefined) return known;
    const set = query(tree);
    sets.set(tree, set);
    return set;
  };
}

function invalid(selector: string, reason: string, cause?: unknown): ServiceError {
  return new ServiceError('BAD_REQUEST', {
    message: `The selector "${selector}" is not valid: ${reason}`,
    cause,
  });
}
