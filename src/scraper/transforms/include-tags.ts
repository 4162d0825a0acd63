import type { RemovalMask } from '../../html/tree.ts';
import { selectWithFrames } from './select-with-frames.ts';
import type { Transform } from './transform.ts';

/** Removal rule number of the caller's own selectors, beyond the numbers of the main-content rules. */
export const TAGS_RULE = 255;

/** The part of a mask that the caller's selectors made. */
export function deselectedOf(removed: RemovalMask): RemovalMask {
  return removed.map((rule) => (rule === TAGS_RULE ? rule : 0));
}

/** Keeps only what the caller's selectors match, with everything inside it; also what the page itself hides. */
export const includeTags: Transform = (state, options) => {
  if (options.includeTags.length === 0) return;
  const { tree, removed } = state;
  const matched = options.includeTags.flatMap((selector) => selectWithFrames(tree, selector));
  if (matched.length === 0) state.warnings.push('includeTags matched nothing on this page.');
  // 0 = outside, 1 = above a match, 2 = inside one.
  const place = new Uint8Array(tree.length);
  const shown = new Uint8Array(tree.length);
  for (const node of matched) {
    for (let at = node; at >= 0 && shown[at] === 0; at = tree.parent[at] ?? -1) shown[at] = 1;
    place.fill(2, node, tree.end[node]);
    for (
      let above = tree.parent[node] ?? -1;
      above >= 0 && place[above] === 0;
      above = tree.parent[above] ?? -1
    )
      place[above] = 1;
  }
  state.shown = shown;
  for (let node = 1; node < tree.length;) {
    if (place[node] === 0) {
      removed[node] = TAGS_RULE;
      node = tree.end[node] ?? tree.length;
    } else node++;
  }
};
