import { constructTree } from './parse/tree-construction.ts';
import { FlatTree } from './parse/tree-flat.ts';
import { PageSource } from './page-source.ts';
import type { Tree } from './tree.ts';

/**
 * Parses a page as browsers do (WHATWG HTML 13.2) with scripting disabled, so the content of `noscript` is elements. The
 * contents of a `template` are its children. Never throws, never recurses; time and memory are linear in the source.
 */
export function parseHtml(source: string | PageSource): Tree {
  const page = typeof source === 'string' ? PageSource.ofText(source) : source;
  const builder = constructTree(page);
  // Attributes are looked up by characters, and an encoded page has bytes.
  if (page.isEncoded && builder.tokenizer.attributes.hasForeignNames) return parseHtml(page.text);
  return new FlatTree(builder);
}
