import { cleanValue } from '../../html/metadata/text.ts';
import * as T from '../../html/tags.ts';
import type { Tree } from '../../html/tree.ts';
import { resolveHttpUrl } from '../../lib/addresses/url.ts';
import { LONGEST_VALUE, type FactList } from './fact.ts';
import { cutText } from './short-text.ts';

/** Elements whose value is an address (WHATWG HTML 5.2.4), by the attribute that has it. */
const ADDRESS_ATTRIBUTES = new Map<number, string>([
  [T.A, 'href'],
  [T.AREA, 'href'],
  [T.LINK, 'href'],
  [T.IMG, 'src'],
  [T.AUDIO, 'src'],
  [T.VIDEO, 'src'],
  [T.IFRAME, 'src'],
  [T.EMBED, 'src'],
  [T.SOURCE, 'src'],
  [T.OBJECT, 'data'],
]);
/** Properties of things within things are followed so deep. */
const MAX_DEPTH = 3;
/** One element may be several properties. */
const MOST_NAMES = 5;
const LONGEST_PATH = 200;

interface OpenItem {
  readonly end: number;
  readonly name: string;
  readonly isAside: boolean;
}

/** Things that are described beside the one that the page is about. */
const ASIDE_TYPE =
  /(?:Organization|WebSite|BreadcrumbList|ListItem|Review|Comment|SiteNavigationElement|WP\w+)$/;

/**
 * Adds the page's microdata: properties of items as they are named, those of items within items under both names
 * (`offers price`). One pass.
 */
export function addMicrodataFacts(list: FactList, tree: Tree, base: URL): void {
  const { tag, length } = tree;
  const open: OpenItem[] = [];
  for (let node = 1; node < length; node++) {
    while (open.length > 0 && open[open.length - 1]!.end <= node) open.pop();
    if (tag[node]! < T.FIRST_ELEMENT_TAG || !tree.hasAttributes(node)) continue;
    const outer = open[open.length - 1];
    if (tree.attribute(node, 'itemscope') !== undefined) open.push(openItem(tree, node, outer));
    // Outside of any item a property belongs to nothing.
    else if (outer !== undefined && open.length <= MAX_DEPTH) addProperty(list, { tree, node, base, outer });
  }
}

function openItem(tree: Tree, node: number, outer: OpenItem | undefined): OpenItem {
  const [name = ''] = namesOf(tree, node);
  return {
    end: tree.end[node]!,
    name: `${outer?.name ?? ''} ${name}`.trim().slice(-LONGEST_PATH),
    isAside: outer?.isAside === true || ASIDE_TYPE.test(tree.attribute(node, 'itemtype') ?? ''),
  };
}

interface Property {
  tree: Tree;
  node: number;
  base: URL;
  outer: OpenItem;
}

function addProperty(list: FactList, { tree, node, base, outer }: Property): void {
  const names = namesOf(tree, node);
  if (names.length === 0) return;
  const value = valueOf(tree, node, base);
  const source = outer.isAside ? 'aside' : 'microdata';
  for (const name of names) list.add(`${outer.name} ${name}`, value, source, node);
}

function namesOf(tree: Tree, node: number): string[] {
  return tree.attribute(node, 'itemprop')?.split(/\s+/).slice(0, MOST_NAMES) ?? [];
}

function valueOf(tree: Tree, node: number, base: URL): string {
  const content = tree.attribute(node, 'content') ?? tree.attribute(node, 'datetime');
  if (content !== undefined) return cleanValue(content).slice(0, LONGEST_VALUE);
  const attribute = ADDRESS_ATTRIBUTES.get(tree.tag[node]!);
  const address = attribute === undefined ? undefined : tree.attribute(node, attribute);
  if (address !== undefined && tree.tag[node] !== T.A) return resolveHttpUrl(address.trim(), base) ?? '';
  return cutText(tree, node, LONGEST_VALUE);
}
