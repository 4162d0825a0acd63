import { compileSelector, selectAll } from '../../html/select.ts';
import { TAGS_RULE } from './include-tags.ts';
import type { Transform } from './transform.ts';

/** Takes out what the caller's selectors match; nothing brings it back. */
export const excludeTags: Transform = (state, options) => {
  for (const selector of options.excludeTags) {
    for (const node of selectAll(state.tree, compileSelector(selector))) state.removed[node] = TAGS_RULE;
  }
};
