import { FRAME_MARK } from '../../html/marks.ts';
import { compileSelector, selectAll } from '../../html/select.ts';
import type { Tree } from '../../html/tree.ts';

/** The tag name `iframe` in a selector, with the address if it is asked for. */
const FRAME_NAME = /(^|[\s>+~,(])i?frame(?![\w-])(\[src(?=[\s~|^$*=\]]))?/gi;

/**
 * Finds the nodes that a caller's selector matches; `iframe` also means a frame whose content a rendered page holds in
 * its place.
 */
export function selectWithFrames(tree: Tree, selector: string): number[] {
  const matched = selectAll(tree, compileSelector(selector));
  const inlined = selector.replace(FRAME_NAME, (_found, before: string, source: string | undefined) =>
    source === undefined ? `${before}div[${FRAME_MARK}]` : `${before}div[${FRAME_MARK}`,
  );
  if (inlined === selector) return matched;
  return [...new Set([...matched, ...selectAll(tree, compileSelector(inlined))])];
}
