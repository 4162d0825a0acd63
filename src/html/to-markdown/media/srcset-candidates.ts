import { parseSrcset, type SrcsetCandidate } from '../../srcset.ts';
import type { Tree } from '../../tree.ts';

const SRCSETS = ['srcset', 'data-srcset', 'data-lazy-srcset', 'data-original-set'];

/** The largest real image that an `img` or `source` offers, be it to a script for lazy loading. */
export function largestCandidate(tree: Tree, node: number): SrcsetCandidate | undefined {
  let largest: SrcsetCandidate | undefined;
  for (const name of SRCSETS) {
    const srcset = tree.attribute(node, name);
    if (srcset === undefined) continue;
    for (const candidate of parseSrcset(srcset)) {
      if (!candidate.url.startsWith('data:')) largest = largerCandidate(largest, candidate);
    }
  }
  return largest;
}

/** The larger of two, the first when both are as large. */
export function largerCandidate(
  first: SrcsetCandidate | undefined,
  second: SrcsetCandidate | undefined,
): SrcsetCandidate | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  if (first.width === undefined && second.width === undefined) {
    return (second.density ?? 1) > (first.density ?? 1) ? second : first;
  }
  return (second.width ?? 0) > (first.width ?? 0) ? second : first;
}
