import { TAGS_RULE } from './include-tags.ts';
import { selectWithFrames } from './select-with-frames.ts';
import type { Transform } from './transform.ts';

/** Takes out what the caller's selectors match; nothing brings it back. */
export const excludeTags: Transform = (state, options) => {
  for (const selector of options.excludeTags) {
    for (const node of selectWithFrames(state.tree, selector)) state.removed[node] = TAGS_RULE;
  }
};
