import { resolveReference, UPLOAD_ORIGIN } from '../lib/addresses/upload-url.ts';
import { resolveHttpUrl } from '../lib/addresses/url.ts';
import { codeAt } from './code-at.ts';
import { isInertTemplate } from './inert-template.ts';
import { A, AREA, TEMPLATE } from './tags.ts';
import type { RemovalMask, Tree } from './tree.ts';
import { UrlCollection } from './url-collection.ts';

const HASH = 0x23;

/** The part of the page that is read. */
export interface CollectOptions {
  /** Leaves out what lies in a removed subtree. */
  removed?: RemovalMask;
  /** Called for each link that leads somewhere, with its address; for one written the same way again only once. */
  onLink?: (url: string, node: number) => void;
}

/**
 * Collects the targets of the page's links: absolute http(s) URLs, each once, in document order. Links to a place on
 * the same page (`#top`) are left out, unless the fragment names a view of a script-built page (`#/settings`,
 * `#!settings`). Links of an uploaded file without a host of their own lead nowhere: they stay as they are written.
 */
export function collectLinks(tree: Tree, base: URL, { removed, onLink }: CollectOptions = {}): string[] {
  const links = new UrlCollection();
  const seen = new Set<string>();
  const page = withoutFragment(base.href);
  const { tag, end, length } = tree;
  for (let node = 1; node < length; node++) {
    const kind = tag[node];
    if (removed?.[node] || (kind === TEMPLATE && isInertTemplate(tree, node))) {
      node = end[node]! - 1;
      continue;
    }
    if (kind !== A && kind !== AREA) continue;
    if (links.isFull) break;
    const href = readHref(tree, node);
    if (href === undefined || seen.has(href)) continue;
    seen.add(href);
    const url = leadsTo(href, base, page);
    if (url === undefined) continue;
    links.add(url);
    onLink?.(url, node);
  }
  return links.toArray();
}

function leadsTo(href: string, base: URL, page: string): string | undefined {
  const url = resolveHttpUrl(href, base);
  if (url === undefined || isPlaceOnPage(url, page)) return undefined;
  return page.startsWith(UPLOAD_ORIGIN) ? resolveReference(href, base) : url;
}

function readHref(tree: Tree, node: number): string | undefined {
  return (
    tree.attribute(node, 'href') ??
    (tree.namespace[node] === 1 ? tree.attribute(node, 'xlink:href') : undefined)
  );
}

function isPlaceOnPage(url: string, page: string): boolean {
  // Most links say so with one character.
  if (codeAt(url, page.length) !== HASH || !url.startsWith(page)) return false;
  const view = url[page.length + 1];
  return view !== '/' && view !== '!';
}

function withoutFragment(url: string): string {
  const hash = url.indexOf('#');
  return hash === -1 ? url : url.slice(0, hash);
}
