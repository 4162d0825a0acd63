import { MAX_URL_LENGTH, isHttp, withoutCredentials } from '../lib/addresses/url.ts';
import { isInertTemplate } from './inert-template.ts';
import { BASE } from './tags.ts';
import type { Tree } from './tree.ts';

/**
 * Finds the address that relative URLs of a page resolve against: the first `base` element with an href (WHATWG HTML
 * 4.2.3), else the page's own URL. User name and password of the page's URL are left out, so that no link repeats them.
 */
export function findBaseUrl(tree: Tree, pageUrl: URL): URL {
  const fallback = withoutCredentials(pageUrl);
  const href = firstBaseHref(tree);
  // A base of any length would be repeated in every relative link of the page.
  if (href === undefined || href.length > MAX_URL_LENGTH) return fallback;
  const base = URL.parse(href, fallback.href);
  return base !== null && isHttp(base) ? withoutCredentials(base) : fallback;
}

function firstBaseHref(tree: Tree): string | undefined {
  if (!tree.tag.includes(BASE)) return undefined;
  for (let node = 1; node < tree.length; node = isInertTemplate(tree, node) ? tree.end[node]! : node + 1) {
    if (tree.tag[node] !== BASE || tree.namespace[node] !== 0) continue;
    const href = tree.attribute(node, 'href');
    if (href !== undefined) return href;
  }
  return undefined;
}
