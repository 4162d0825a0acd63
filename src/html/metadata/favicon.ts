import { resolveHttpUrl } from '../../lib/addresses/url.ts';
import type { Tree } from '../tree.ts';

/**
 * The address of the icon that the page declares: its first `rel="icon"`, else its first touch icon. Undefined when it
 * declares none: `/favicon.ico` is not assumed, since nobody has looked whether it exists.
 */
export function findFavicon(tree: Tree, links: readonly number[], base: URL): string | undefined {
  let touchIcon: string | undefined;
  for (const link of links) {
    const rel = tree.attribute(link, 'rel')?.toLowerCase();
    if (rel === undefined || !rel.includes('icon')) continue;
    const kinds = rel.split(/\s+/);
    const isTouchIcon = kinds.some((kind) => kind.startsWith('apple-touch-icon'));
    if (!isTouchIcon && !kinds.includes('icon')) continue;
    const href = tree.attribute(link, 'href')?.trim();
    const url = href === undefined || href === '' ? undefined : resolveHttpUrl(href, base);
    if (url === undefined) continue;
    if (!isTouchIcon) return url;
    touchIcon ??= url;
  }
  return touchIcon;
}
