import { constructTree } from './parse/tree-construction.ts';
import { FlatTree } from './parse/tree-flat.ts';
import type { Tree } from './tree.ts';

/**
 * Parses a page as browsers do (WHATWG HTML 13.2) with scripting disabled, so the content of `noscript` is elements. The
 * contents of a `template` are its children. Never throws, never recurses; time and memory are linear in the source.
 */
export function parseHtml(source: string): Tree {
  return new FlatTree(constructTree(source));
}
