import { findMainContent } from '../../html/main-content/find-main-content.ts';
import { removeInvisible } from '../../html/main-content/drop/remove-invisible.ts';
import type { Transform } from './transform.ts';

/**
 * Keeps the main content only. A caller who gives `includeTags` has named the content: only invisible parts are removed
 * then.
 */
export const mainContent: Transform = (state, options) => {
  if (!options.onlyMainContent || options.includeTags.length > 0) {
    state.removed = removeInvisible(state.tree);
    return;
  }
  const found = findMainContent(state.tree, { seen: options.seen });
  state.removed = found.removed;
  state.shown = found.shown;
  state.pageType = found.pageType;
  state.blocks = found.blocks;
  state.explainRemovals = () => found.trace();
};
