import type { RemovalMask, Tree } from '../tree.ts';
import type { BlockLabel } from './classify/block-labels.ts';
import { isHidden } from './measure/is-hidden.ts';

/** 1 at each kept block that the page hides: tabs and panels that hold content. Undefined when there is none. */
export function shownAlthoughHidden(
  tree: Tree,
  labels: readonly BlockLabel[],
  removed: RemovalMask,
): Uint8Array | undefined {
  let shown: Uint8Array | undefined;
  let next = 1;
  for (const { node, verdict } of labels) {
    if (verdict === undefined || node < next || !isHidden(tree, node)) continue;
    while (next < node) next = removed[next] === 0 ? next + 1 : tree.end[next]!;
    if (next !== node || removed[node] !== 0) continue;
    shown ??= new Uint8Array(tree.length);
    shown[node] = 1;
  }
  return shown;
}
