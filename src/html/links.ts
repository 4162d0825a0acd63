import { resolveHttpUrl } from '../lib/url.ts';
import { isInertTemplate } from './inert-template.ts';
import { A, AREA } from './tags.ts';
import type { RemovalMask, Tree } from './tree.ts';
import { UrlCollection } from './url-collection.ts';

export interface CollectOptions {
  /** Leaves out what lies in a removed subtree. */
  removed?: RemovalMask;
}

/**
 * Where the page's links lead: absolute http(s) URLs, each once, in document order. Links to a place on the same page
 * (`#top`) are left out, unless the fragment names a view of a script-built page (`#/settings`, `#!settings`).
 */
export function collectLinks(tree: Tree, base: URL, { removed }: CollectOptions = {}): string[] {
  const links = new UrlCollection();
  const seen = new Set<string>();
  const page = withoutFragment(base.href);
  for (let node = 1; node < tree.length && !links.isFull;) {
    if (removed?.[node] || isInertTemplate(tree, node)) {
      node = tree.end[node]!;
      continue;
    }
    const href = readHref(tree, node++);
    if (href === undefined || seen.has(href)) continue;
    seen.add(href);
    const url = resolveHttpUrl(href, base);
    if (url !== undefined && !isPlaceOnPage(url, page)) links.add(url);
  }
  return links.toArray();
}

function readHref(tree: Tree, node: number): string | undefined {
  const tag = tree.tag[node];
  if (tag !== A && tag !== AREA) return undefined;
  return (
    tree.attribute(node, 'href') ??
    (tree.namespace[node] === 1 ? tree.attribute(node, 'xlink:href') : undefined)
  );
}

function isPlaceOnPage(url: string, page: string): boolean {
  const isSamePage = url.startsWith(page) && url[page.length] === '#';
  const view = url[page.length + 1];
  return isSamePage && view !== '/' && view !== '!';
}

function withoutFragment(url: string): string {
  const hash = url.indexOf('#');
  return hash === -1 ? url : url.slice(0, hash);
}
