import { resolveHttpUrl } from '../lib/addresses/url.ts';
import { LINK } from './tags.ts';
import type { Tree } from './tree.ts';

/** Finds the address that the page calls its own (`<link rel="canonical">`, RFC 6596): the first one, absolute. */
export function findCanonical(tree: Tree, base: URL): string | undefined {
  const { tag, length } = tree;
  for (let node = 1; node < length; node++) {
    if (tag[node] !== LINK) continue;
    const relations = tree.attribute(node, 'rel')?.toLowerCase().split(/\s+/) ?? [];
    const href = tree.attribute(node, 'href');
    if (href !== undefined && relations.includes('canonical')) return resolveHttpUrl(href.trim(), base);
  }
  return undefined;
}
