import type { NodeLinks } from './tree-links.ts';

/** Nodes in document order. */
export interface FlatOrder {
  readonly length: number;
  readonly parent: Int32Array;
  /** One past the last descendant. */
  readonly end: Int32Array;
  /** The node as it was created, by its place in document order; undefined when both are the same. */
  readonly created: Int32Array | undefined;
}

export function flatOrder(parent: Int32Array, length: number, links: NodeLinks | undefined): FlatOrder {
  if (links === undefined) {
    const ordered = parent.subarray(0, length);
    return { length, parent: ordered, end: subtreeEnds(ordered), created: undefined };
  }
  const created = walk(parent, length, links);
  const place = new Int32Array(length);
  for (let at = 0; at < created.length; at++) place[created[at]!] = at;
  const ordered = new Int32Array(created.length);
  ordered[0] = -1;
  for (let at = 1; at < created.length; at++) ordered[at] = place[parent[created[at]!]!]!;
  return { length: created.length, parent: ordered, end: subtreeEnds(ordered), created };
}

/** Attached nodes in document order. */
function walk(parent: Int32Array, length: number, links: NodeLinks): Int32Array {
  const { firstChild, next } = links;
  const order = new Int32Array(length);
  let count = 1;
  let node = firstChild[0]!;
  while (node !== 0) {
    order[count++] = node;
    const child = firstChild[node]!;
    if (child !== 0) {
      node = child;
      continue;
    }
    while (node !== 0 && next[node] === 0) node = parent[node]!;
    node = next[node]!;
  }
  return order.subarray(0, count);
}

function subtreeEnds(parent: Int32Array): Int32Array {
  const end = new Int32Array(parent.length);
  for (let node = parent.length - 1; node > 0; node--) {
    if (end[node] === 0) end[node] = node + 1;
    const above = parent[node]!;
    if (end[above] === 0) end[above] = end[node]!;
  }
  if (end[0] === 0) end[0] = 1;
  return end;
}
