import { isElementNode, type NodeSet, type TreeQuery } from './query.ts';
import type { Tree } from '../tree.ts';

/** How the place of an element is counted. */
export interface Counting {
  /** From the last sibling backwards. */
  readonly isFromEnd: boolean;
  /** Siblings of the same name only. */
  readonly isOfType: boolean;
  /** Siblings that match a selector only. */
  readonly among: TreeQuery | undefined;
}

/** Place of each element among its siblings, from 1; 0 for what is not counted. */
export function siblingPlaces(tree: Tree, { isFromEnd, isOfType, among }: Counting): Int32Array {
  const places = new Int32Array(tree.length);
  const counted: NodeSet | undefined = among?.(tree);
  const counts = isOfType ? new Map<string, number>() : new Int32Array(tree.length);
  for (let step = 1; step < tree.length; step++) {
    const node = isFromEnd ? tree.length - step : step;
    if (!isElementNode(tree, node) || (counted !== undefined && counted[node] === 0)) continue;
    const parent = tree.parent[node]!;
    if (counts instanceof Map) {
      const key = `${parent} ${tree.namespace[node]!} ${tree.name(node)}`;
      places[node] = (counts.get(key) ?? 0) + 1;
      counts.set(key, places[node]);
    } else {
      places[node] = ++counts[parent]!;
    }
  }
  return places;
}

/** Reads `An+B`, `even`, `odd` or a number (CSS Syntax 3, section 6). */
export function parseNth(formula: string): (place: number) => boolean {
  const text = formula.trim().toLowerCase();
  if (text === 'even') return (place) => place > 0 && place % 2 === 0;
  if (text === 'odd') return (place) => place % 2 === 1;
  const match = /^(?:([+-]?\d*)n(?:\s*([+-])\s*(\d+))?|([+-]?\d+))$/.exec(text);
  if (match === null) throw new Error(`"${formula}" is not a place`);
  const [, coefficient, sign, rest, single] = match;
  if (single !== undefined) return (place) => place > 0 && place === Number(single);
  const step = coefficient === '' || coefficient === '+' ? 1 : coefficient === '-' ? -1 : Number(coefficient);
  const offset = rest === undefined ? 0 : Number(`${sign}${rest}`);
  return (place) => {
    if (place === 0) return false;
    const distance = place - offset;
    return step === 0 ? distance === 0 : distance % step === 0 && distance / step >= 0;
  };
}
